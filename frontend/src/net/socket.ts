/**
 * One person's connection to one table: it is kept up for ever, and every command is sent until it is answered,
 * always with the id it began with, so that nothing is ever done twice.
 */
import type { Connection, Gone, Link } from '../state/table.svelte';
import type { Answer, Command, Frame, Message, ReactionKind } from '../wire';
import { newId } from './random';

/** Waits before the next try, ms; the last repeats. Each is varied by ±30 %. */
const RETRY = [500, 1000, 2000, 4000, 8000, 10_000];
const SPREAD = 0.3;
/** How long an answer to a ping may take before the connection counts as dead, ms. */
const PONG_WITHIN = 2000;
/** A command unanswered for so long makes the connection suspect, ms. */
const SUSPECT_AFTER = 3000;
/** Rest between the pings of a quiet connection, ms. */
const HEARTBEAT = 15_000;
/** A connection that does not open in this time is given up, ms. */
const OPEN_WITHIN = 6000;
/** A connection attempt older than this is not trusted after a sleep, ms. */
const STALE_ATTEMPT = 2000;
const SUBPROTOCOL = 'cards.v1';

/** Close codes of the protocol. */
const CLOSED = {
  restart: 1012,
  signIn: 4001,
  removed: 4003,
  noSuchTable: 4004,
  tooFast: 4008,
  elsewhere: 4009,
} as const;

export interface Heard {
  /** A new connection is open and `hello` sent: what comes next replaces everything. */
  begin(): void;
  frame(frame: Frame): void;
  connection(state: Connection, why?: Gone): void;
  /** The server does not know us: become a guest again. Resolves when it is worth another try. */
  signIn(): Promise<boolean>;
}

interface Unanswered {
  id: string;
  command: Command;
  settle: (answer: Answer) => void;
}

export class TableSocket implements Link {
  private socket: WebSocket | null = null;
  private unanswered = new Map<string, Unanswered>();
  private state: Connection = 'connecting';
  private tries = 0;
  /** When the current attempt to connect began, ms. */
  private began = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;
  private openTimer: ReturnType<typeof setTimeout> | undefined;
  private suspectTimer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private restartIn: number | null = null;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly heard: Heard,
  ) {
    addEventListener('online', this.wake);
    addEventListener('offline', this.offline);
    addEventListener('pageshow', this.wake);
    document.addEventListener('visibilitychange', this.visible);
    this.connect();
  }

  command(command: Command): Promise<Answer> {
    if (this.state === 'gone') return Promise.resolve({ ok: false, code: 'unreachable', params: {} });
    return new Promise((settle) => {
      const entry: Unanswered = { id: newId(), command, settle };
      this.unanswered.set(entry.id, entry);
      this.deliver(entry);
      this.watch();
    });
  }

  say(text: string): void {
    this.transmit({ t: 'say', id: newId(), text });
  }

  react(kind: ReactionKind): void {
    this.transmit({ t: 'react', kind });
  }

  playHere(): void {
    this.tries = 0;
    this.connect();
  }

  close(): void {
    this.stopped = true;
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.offline);
    removeEventListener('pageshow', this.wake);
    document.removeEventListener('visibilitychange', this.visible);
    this.abandon();
    this.giveUp('unreachable');
  }

  // Waking up

  private visible = (): void => {
    if (document.visibilityState === 'visible') this.wake();
  };

  private offline = (): void => {
    if (this.state === 'open' || this.state === 'connecting') this.become('lost');
  };

  /** After sleep `readyState` means nothing: ask, and replace the connection if nobody answers. */
  private wake = (): void => {
    if (this.stopped || this.state === 'elsewhere' || this.state === 'gone') return;
    if (this.socket?.readyState === WebSocket.OPEN) this.check();
    else if (this.socket === null || Date.now() - this.began > STALE_ATTEMPT) {
      this.tries = 0;
      this.connect();
    }
  };

  private check(): void {
    if (this.pongTimer !== undefined) return;
    this.transmit({ t: 'ping' });
    this.pongTimer = setTimeout(() => {
      this.pongTimer = undefined;
      this.become('lost');
      this.connect();
    }, PONG_WITHIN);
  }

  private watch(): void {
    this.suspectTimer ??= setTimeout(() => {
      this.suspectTimer = undefined;
      if (this.unanswered.size === 0 || this.state !== 'open') return;
      this.check();
      this.watch();
    }, SUSPECT_AFTER);
  }

  // Connecting

  private become(state: Connection, why?: Gone): void {
    this.state = state;
    this.heard.connection(state, why);
  }

  private connect(): void {
    if (this.stopped) return;
    this.abandon();
    if (this.state !== 'lost') this.become(this.tries === 0 ? 'connecting' : 'lost');
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.url, SUBPROTOCOL);
    } catch {
      this.retry();
      return;
    }
    this.socket = socket;
    this.began = Date.now();
    this.openTimer = setTimeout(() => {
      if (this.socket === socket) {
        this.abandon();
        this.become('lost');
        this.retry();
      }
    }, OPEN_WITHIN);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      clearTimeout(this.openTimer);
      this.heard.begin();
      this.transmit({ t: 'hello' });
      for (const entry of this.unanswered.values()) this.deliver(entry);
      if (this.unanswered.size > 0) this.watch();
      this.heartbeat = setInterval(() => {
        if (document.visibilityState === 'visible') this.check();
      }, HEARTBEAT);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.socket === socket) this.hear(data);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket === socket) this.closed(code, reason);
    };
  }

  private hear(data: string): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
    if (this.state !== 'open') {
      this.tries = 0;
      this.become('open');
    }
    const frame = JSON.parse(data) as Frame;
    if (frame.t === 'bye') this.restartIn = frame.in;
    const answered =
      frame.t === 'ok'
        ? this.settle(frame.id, { ok: true, seq: frame.seq })
        : frame.t === 'no' &&
          frame.id !== null &&
          this.settle(frame.id, { ok: false, code: frame.code, params: frame.params });
    if (!answered) this.heard.frame(frame);
  }

  /** Give a command its answer; false when nobody waits for it. */
  private settle(id: string, answer: Answer): boolean {
    const entry = this.unanswered.get(id);
    this.unanswered.delete(id);
    entry?.settle(answer);
    return entry !== undefined;
  }

  private closed(code: number, reason: string): void {
    this.abandon();
    switch (code) {
      case CLOSED.elsewhere:
        this.become('elsewhere');
        return;
      case CLOSED.removed:
        this.leave(reason === 'watching_closed' ? reason : 'kicked');
        return;
      case CLOSED.noSuchTable:
        this.leave('no_such_table');
        return;
      case CLOSED.signIn:
        this.become('lost');
        void this.heard.signIn().then((known) => {
          if (known) this.retry();
          else this.leave('sign_in');
        });
        return;
      case CLOSED.restart:
        this.become('lost');
        this.retry(this.restartIn ?? undefined);
        this.restartIn = null;
        return;
      case CLOSED.tooFast:
        this.tries = Math.max(this.tries, 3);
    }
    this.become('lost');
    this.retry();
  }

  private retry(after: number = RETRY[Math.min(this.tries, RETRY.length - 1)]!): void {
    this.tries += 1;
    clearTimeout(this.retryTimer);
    const varied = after * (1 - SPREAD + Math.random() * 2 * SPREAD);
    this.retryTimer = setTimeout(() => this.connect(), varied);
  }

  /** Let go of the current socket; nothing it still says is heard. */
  private abandon(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.pongTimer);
    clearTimeout(this.openTimer);
    clearTimeout(this.suspectTimer);
    clearInterval(this.heartbeat);
    this.pongTimer = undefined;
    this.suspectTimer = undefined;
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  private leave(why: Gone): void {
    this.become('gone', why);
    this.giveUp(why);
  }

  private giveUp(code: string): void {
    for (const { settle } of this.unanswered.values()) settle({ ok: false, code, params: {} });
    this.unanswered.clear();
  }

  private deliver({ id, command }: Unanswered): void {
    this.transmit({ t: 'do', id, command });
  }

  private transmit(message: Message): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

/** Address of a table's socket, seen from this page. */
export function socketUrl(code: string, { protocol, host }: Location = location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/tables/${encodeURIComponent(code)}`;
}
