import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Frame } from '../wire';
import { TableSocket, type Heard } from './socket';

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drop(code = 1006, reason = '') {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  get commands() {
    return this.sent.filter(({ t }) => t === 'do');
  }
}

let states: string[];
let frames: Frame[];
let begun: number;
let signIn: Heard['signIn'];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.all = [];
  states = [];
  frames = [];
  begun = 0;
  signIn = () => Promise.resolve(true);
  socket = new TableSocket('ws://test/ws/tables/QHXKTM', {
    begin: () => (begun += 1),
    frame: (frame) => frames.push(frame),
    connection: (state, why) => states.push(why ? `${state}:${why}` : state),
    signIn: () => signIn(),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const opened = () => {
  FakeSocket.last.open();
  FakeSocket.last.hear({ t: 'pong' });
};

describe('a connection', () => {
  it('says hello in its protocol and counts as open once something is heard', () => {
    expect(FakeSocket.last.protocol).toBe('cards.v1');
    FakeSocket.last.open();
    expect(begun).toBe(1);
    expect(FakeSocket.last.sent).toEqual([{ t: 'hello' }]);
    expect(states).toEqual(['connecting']);
    FakeSocket.last.hear({ t: 'pong' });
    expect(states).toEqual(['connecting', 'open']);
  });

  it('is tried for ever, after 0.5, 1, 2, 4, 8, 10, 10 s', () => {
    opened();
    FakeSocket.last.drop();
    for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = FakeSocket.all.length;
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
      FakeSocket.last.drop();
    }
    expect(new Set(states.slice(2))).toEqual(new Set(['lost']));
  });

  it('is not trusted after sleep: no answer to a ping within 2 s brings a new one', () => {
    opened();
    const old = FakeSocket.last;
    window.dispatchEvent(new Event('online'));
    expect(old.sent.at(-1)).toEqual({ t: 'ping' });
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    old.hear({ t: 'pong' });
    expect(states.at(-1)).toBe('lost');
    opened();
    expect(states.at(-1)).toBe('open');
  });

  it('stays when the ping is answered', () => {
    opened();
    window.dispatchEvent(new Event('pageshow'));
    FakeSocket.last.hear({ t: 'pong' });
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('comes back at once when the page wakes up between two tries', () => {
    opened();
    FakeSocket.last.drop();
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe('a command', () => {
  it('is sent again with the same id after reconnecting, until it is answered', async () => {
    opened();
    const answer = socket.command({ type: 'ready', ready: true });
    const [first] = FakeSocket.last.commands;
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    opened();
    expect(FakeSocket.last.sent[0]).toEqual({ t: 'hello' });
    expect(FakeSocket.last.commands).toEqual([first]);
    FakeSocket.last.hear({ t: 'ok', id: first!['id'], seq: 7 });
    await expect(answer).resolves.toEqual({ ok: true, seq: 7 } satisfies Answer);
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    opened();
    expect(FakeSocket.last.commands).toEqual([]);
  });

  it('is refused with code and parameters', async () => {
    opened();
    const answer = socket.command({ type: 'act', at: 1, action: { type: 'play', card: '7H' } });
    const id = FakeSocket.last.commands[0]!['id'];
    FakeSocket.last.hear({ t: 'no', id, code: 'must_follow', params: { suit: 'S' } });
    await expect(answer).resolves.toEqual({ ok: false, code: 'must_follow', params: { suit: 'S' } });
    expect(frames.filter(({ t }) => t === 'no')).toEqual([]);
  });

  it('unanswered makes the connection suspect', () => {
    opened();
    void socket.command({ type: 'pause' });
    vi.advanceTimersByTime(3000);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ t: 'ping' });
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    opened();
    expect(FakeSocket.last.commands).toHaveLength(1);
  });
});

describe('a closed connection', () => {
  it('4009: opened elsewhere, waits for "play here"', () => {
    opened();
    FakeSocket.last.drop(4009);
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe('elsewhere');
    socket.playHere();
    opened();
    expect(states.at(-1)).toBe('open');
  });

  it.each([
    [4003, 'kicked', 'gone:kicked'],
    [4003, 'watching_closed', 'gone:watching_closed'],
    [4004, '', 'gone:no_such_table'],
  ])('%d %s is the end', async (code, reason, state) => {
    opened();
    const answer = socket.command({ type: 'pause' });
    FakeSocket.last.drop(code, reason);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe(state);
    await expect(answer).resolves.toMatchObject({ ok: false });
  });

  it('4001: becomes a guest again and comes back', async () => {
    opened();
    FakeSocket.last.drop(4001);
    await Promise.resolve();
    await Promise.resolve();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('1012 comes back after the time the server named', () => {
    opened();
    FakeSocket.last.hear({ t: 'bye', code: 'restart', in: 3000 });
    FakeSocket.last.drop(1012);
    vi.advanceTimersByTime(2999);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
  });
});
