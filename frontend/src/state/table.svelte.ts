/** What the browser knows of one table, and the pace at which it lets the person see it. */
import type {
  About,
  Action,
  Answer,
  Card,
  Command,
  Frame,
  GameEvent,
  Own,
  Public,
  Reacted,
  ReactionKind,
  Refusal,
  Row,
  Said,
  SeatNo,
  Trick,
  Who,
} from '../wire';
import { afterLastTrick, lastTrick } from './tricks';

/** `elsewhere`: opened in another tab or device. `gone`: see `TableStore.gone` for why. */
export type Connection = 'connecting' | 'open' | 'lost' | 'elsewhere' | 'gone';
export type Gone = 'no_such_table' | 'kicked' | 'sign_in' | 'watching_closed';

/** The way to the server, as the store needs it; `net/socket.ts` is the real one. */
export interface Link {
  /** Send a command; the promise settles with the server's answer, however many connections later. */
  command(command: Command): Promise<Answer>;
  say(text: string): void;
  react(kind: ReactionKind): void;
  playHere(): void;
  close(): void;
}

type Update = { seq: number; now: number; public: Public; events: GameEvent[]; own: Own | null };
type Step =
  | { kind: 'about'; about: About }
  | { kind: 'rows'; rows: Row[] }
  | { kind: 'staged'; events: GameEvent[] }
  | { kind: 'update'; update: Update };

export type EventListener = (events: GameEvent[], view: Public) => void;

/** A refused move, shown on its control until the next move. */
export interface RefusedMove extends Refusal {
  action: Action;
}

const CHAT_KEPT = 200;

export class TableStore {
  readonly code: string;

  about = $state.raw<About | null>(null);
  public = $state.raw<Public | null>(null);
  own = $state.raw<Own | null>(null);
  rows = $state.raw<Row[]>([]);
  who = $state.raw<Who>({ seats: [], watchers: 0 });
  said = $state.raw<Said[]>([]);
  reacted = $state.raw<(Reacted & { n: number }) | null>(null);
  connection = $state<Connection>('connecting');
  gone = $state<Gone | null>(null);
  /** Announced restart of the server: the connection will come back by itself. */
  restarting = $state(false);
  /** Server clock minus this device's, ms. */
  serverOffset = $state(0);
  /** Number of the last shown update. */
  seq = $state(0);
  /** Events of the update shown last; `n` grows with each, so that equal events differ. */
  lastEvents = $state.raw<{ n: number; events: GameEvent[] }>({ n: 0, events: [] });
  /** A completed trick that must still lie on the table, though `public` may already be past it. */
  held = $state.raw<Trick | null>(null);
  /** My card on its way: show it in my slot, not in the hand. */
  pendingCard = $state<Card | null>(null);
  /** Why my last move was refused. */
  refused = $state.raw<RefusedMove | null>(null);

  /** A refusal that belongs to no command: chat that was not taken. */
  notice = $state.raw<Refusal | null>(null);

  /** Smallest hold of a trick in ms that the person chose; the table's own pace wins when longer. */
  holdAtLeast: () => number = () => 0;

  private link: Link | null = null;
  private steps: Step[] = [];
  private waitingOwn: { seq: number; own: Own } | null = null;
  private holdTimer: ReturnType<typeof setTimeout> | null = null;
  private snapshot = false;
  private rowsWhole = false;
  private listeners = new Set<EventListener>();
  private pendingSeq: number | null = null;
  private bestOffset = Number.NEGATIVE_INFINITY;

  constructor(code: string) {
    this.code = code;
  }

  attach(link: Link): void {
    this.link = link;
  }

  get mySeat(): SeatNo | null {
    return this.about?.me?.seat ?? this.own?.seat ?? null;
  }

  get myTurn(): boolean {
    return this.own?.at != null && this.pendingCard === null;
  }

  /** The hand without the card on its way. */
  get hand(): Card[] {
    const hand = this.own?.hand ?? [];
    return this.pendingCard === null ? hand : hand.filter((card) => card !== this.pendingCard);
  }

  /** Server time now, ms. */
  serverNow(): number {
    return Date.now() + this.serverOffset;
  }

  /** Hear the events of every shown update, in order. Returns the way to stop. */
  onEvents(listener: EventListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // Doing

  /** Make a move for the decision on the table. A played card is shown at once. */
  async act(action: Action): Promise<Answer> {
    const at = this.own?.at;
    if (at == null || this.link === null) return this.refuse(action, { code: 'not_your_turn', params: {} });
    if (this.pendingCard !== null) return { ok: false, code: 'busy', params: {} };
    this.refused = null;
    const card = action.type === 'play' ? (action['card'] as Card) : null;
    if (card !== null) {
      this.pendingCard = card;
      this.pendingSeq = null;
    }
    const answer = await this.link.command({ type: 'act', at, action });
    if (!answer.ok) {
      if (card !== null && this.pendingCard === card) this.pendingCard = null;
      return this.refuse(action, answer);
    }
    if (card !== null && this.pendingCard === card) {
      this.pendingSeq = answer.seq;
      if (this.seq >= answer.seq) this.pendingCard = null;
    }
    return answer;
  }

  /** Send any other command of the protocol. */
  async send(command: Command): Promise<Answer> {
    if (this.link === null) return { ok: false, code: 'unreachable', params: {} };
    return this.link.command(command);
  }

  say(text: string): void {
    this.link?.say(text);
  }

  react(kind: ReactionKind): void {
    this.link?.react(kind);
  }

  /** Take the table back from the other tab. */
  playHere(): void {
    this.link?.playHere();
  }

  close(): void {
    this.link?.close();
    this.dropQueue();
  }

  private refuse(action: Action, { code, params }: Refusal): Answer {
    this.refused = { action, code, params };
    return { ok: false, code, params };
  }

  // Hearing

  /** A new connection begins: what comes next replaces everything held. */
  expectSnapshot(): void {
    this.snapshot = true;
    this.rowsWhole = true;
    this.bestOffset = Number.NEGATIVE_INFINITY;
    this.waitingOwn = null;
  }

  receive(frame: Frame): void {
    switch (frame.t) {
      case 'about':
        if (this.snapshot) this.dropQueue();
        this.enqueue({ kind: 'about', about: frame.about });
        break;
      case 'own':
        this.waitingOwn = { seq: frame.seq, own: frame.own };
        break;
      case 'table':
        this.table(frame);
        break;
      case 'rows':
        this.enqueue({ kind: 'rows', rows: frame.rows });
        break;
      case 'who':
        this.who = { seats: frame.seats, watchers: frame.watchers };
        break;
      case 'said':
        if (!this.said.some(({ id }) => id === frame.id))
          this.said = [
            ...this.said,
            { id: frame.id, seat: frame.seat, name: frame.name, text: frame.text, at: frame.at },
          ].slice(-CHAT_KEPT);
        break;
      case 'reacted':
        this.reacted = { seat: frame.seat, kind: frame.kind, n: (this.reacted?.n ?? 0) + 1 };
        break;
      case 'no':
        this.notice = { code: frame.code, params: frame.params };
        break;
      case 'bye':
        this.restarting = frame.code === 'restart';
        break;
    }
  }

  private table(frame: Extract<Frame, { t: 'table' }>): void {
    // The quickest frame tells the clocks' difference best.
    const offset = frame.now - Date.now();
    if (offset > this.bestOffset) {
      this.bestOffset = offset;
      this.serverOffset = offset;
    }
    const own = this.waitingOwn?.seq === frame.seq ? this.waitingOwn.own : null;
    this.waitingOwn = null;
    const update: Update = {
      seq: frame.seq,
      now: frame.now,
      public: frame.public,
      events: frame.events,
      own,
    };
    if (this.snapshot) {
      this.snapshot = false;
      this.dropQueue();
      if (this.about?.me?.seat == null) this.own = null;
      this.show({ ...update, events: [] });
      return;
    }
    const at = frame.events.findLastIndex(({ type }) => type === 'trick');
    if (at >= 0 && at < frame.events.length - 1) {
      // The deal ended with this trick: let it lie before the result and the next hand come.
      this.enqueue({ kind: 'staged', events: frame.events.slice(0, at + 1) });
      update.events = frame.events.slice(at + 1);
    }
    this.enqueue({ kind: 'update', update });
  }

  private enqueue(step: Step): void {
    this.steps.push(step);
    this.drain();
  }

  private drain(): void {
    while (this.holdTimer === null) {
      const step = this.steps.shift();
      if (step === undefined) return;
      switch (step.kind) {
        case 'about':
          this.about = step.about;
          if (step.about.me?.seat == null) this.own = null;
          break;
        case 'rows':
          this.rows = this.rowsWhole ? step.rows : merged(this.rows, step.rows);
          this.rowsWhole = false;
          break;
        case 'staged':
          this.stage(step.events);
          break;
        case 'update':
          this.show(step.update);
          break;
      }
    }
  }

  private show(update: Update): void {
    if (update.public.status === 'waiting' && this.public?.status !== 'waiting') this.rows = [];
    const before = this.public;
    this.public = update.public;
    if (update.own !== null) this.own = update.own;
    this.seq = update.seq;
    this.settlePending(update.events);
    const trick = lastTrick(update.events, before);
    if (trick !== null) this.hold(trick);
    this.tell(update.events);
  }

  /** The deal's last trick on the old view: everybody's last card is out, nobody is to move. */
  private stage(events: GameEvent[]): void {
    const view = this.public;
    const trick = lastTrick(events, view);
    if (view === null || trick === null) return;
    this.public = afterLastTrick(view, events, trick);
    if (this.own !== null) {
      this.own = {
        ...this.own,
        hand: [],
        legal: [],
        at: null,
        claimable: null,
      };
    }
    this.settlePending(events);
    this.hold(trick);
    this.tell(events);
  }

  private settlePending(events: GameEvent[]): void {
    if (this.pendingCard === null) return;
    const mine = events.some((e) => e.type === 'played' && e['card'] === this.pendingCard);
    const answered = this.pendingSeq !== null && this.seq >= this.pendingSeq;
    const impossible = !(this.own?.hand.includes(this.pendingCard) ?? false);
    if (mine || answered || impossible) this.pendingCard = null;
  }

  private hold(trick: Trick): void {
    this.held = trick;
    const ms = Math.max(this.about?.pace.trick_hold ?? 0, this.holdAtLeast());
    this.holdTimer = setTimeout(() => {
      this.holdTimer = null;
      this.held = null;
      this.drain();
    }, ms);
  }

  private dropQueue(): void {
    this.steps = [];
    if (this.holdTimer !== null) clearTimeout(this.holdTimer);
    this.holdTimer = null;
    this.held = null;
  }

  private tell(events: GameEvent[]): void {
    if (events.length === 0) return;
    this.lastEvents = { n: this.lastEvents.n + 1, events };
    for (const listener of this.listeners) listener(events, this.public!);
  }
}

/** Rows known so far with new ones put in; a deal's chain number is its name. */
function merged(rows: Row[], more: Row[]): Row[] {
  const byDeal = new Map(rows.map((row) => [row.k, row]));
  for (const row of more) byDeal.set(row.k, row);
  return [...byDeal.values()].sort((a, b) => a.k - b.k);
}
