/** What travels between browser and server, as this app reads it. Times are milliseconds of the server's clock. */

export type Lang = 'ar' | 'en';
export type GameName = string;
/** Rank then suit, `TD`; the joker is `JK`. */
export type Card = string;
export type Suit = 'S' | 'H' | 'D' | 'C';
export type Trump = 'NT' | Suit;
export type SeatNo = number;

/** A refusal's or event's parameters: plain JSON, shown through a dictionary. */
export type Params = Record<string, unknown>;

export type Action = { type: string } & Record<string, unknown>;
export type Command = { type: string } & Record<string, unknown>;
export type GameEvent = { type: string } & Record<string, unknown>;

export interface Refusal {
  code: string;
  params: Params;
}

export type SeatKind = 'empty' | 'person' | 'bot';
export type Presence = 'here' | 'away' | 'none';
export type Direction = 'counter_clockwise' | 'clockwise';
export type Watching = 'live' | 'after_round' | 'closed';
export type Chat = 'text' | 'reactions' | 'off';
export type TableStatus = 'waiting' | 'sealing' | 'playing' | 'finished' | 'abandoned';

export interface TableOptions {
  /** Seconds for a move; 0 is no clock. */
  clock: number;
  private: boolean;
  watching: Watching;
  chat: Chat;
}

export interface AboutSeat {
  seat: SeatNo;
  name: string | null;
  kind: SeatKind;
  level: string | null;
  player: string | null;
  host: boolean;
}

export interface About {
  code: string;
  table: string;
  game: GameName;
  game_no: number;
  rules: Record<string, unknown>;
  preset: string;
  options: TableOptions;
  seats: AboutSeat[];
  host: string;
  me: { player: string; name: string; seat: SeatNo | null; host: boolean } | null;
  locked: boolean;
  kicked?: boolean;
  /** Absolute address of the table. */
  share: string;
  commitment: string | null;
  client_seeds: string[] | null;
  record: string | null;
  share_key: string | null;
  direction: Direction;
  teams: SeatNo[][];
  pace: { trick_hold: number; result_hold: number };
}

export interface PlayedCard {
  seat: SeatNo;
  card: Card;
}

export interface Trick {
  leader: SeatNo;
  cards: PlayedCard[];
  winner: SeatNo;
}

/** The facts of every running game, whatever it is. */
export interface CommonGame {
  game: GameName;
  round: number;
  phase: string;
  turn: SeatNo | null;
  decision: number;
  dealer: SeatNo | null;
  calls: (Action | null)[];
  trump: Trump | null;
  leader: SeatNo | null;
  trick: PlayedCard[];
  winning: SeatNo | null;
  last_trick: Trick | null;
  taken: number[];
  counts: number[];
  totals: number[];
}

export interface Pay {
  made: number;
  missed: number;
}

/** Estimation's public view. */
export interface EstimationGame extends CommonGame {
  rounds: number;
  attempt: number;
  fast: boolean;
  phase: 'avoid' | 'dash_call' | 'auction' | 'estimate' | 'play' | 'over';
  first: SeatNo;
  bid: { seat: SeatNo; tricks: number; trump: Trump } | null;
  avoids: SeatNo[];
  dash_calls: SeatNo[];
  caller: SeatNo | null;
  withs: SeatNo[];
  estimates: (number | null)[];
  /** The four estimates minus 13, once all stand. */
  balance: number | null;
  total: number;
  zeros_left: number;
  risk: { seat: SeatNo; level: number } | null;
  factor: number;
  pays: Record<'dash_call' | 'dash', { over: Pay; under: Pay }> | null;
}

export interface PublicSeat {
  kind: SeatKind;
  driven: boolean;
  ready: boolean;
}

export interface Outcome {
  totals: number[];
  ranks: number[];
  winner?: number;
}

export interface TableState {
  status: TableStatus;
  paused: boolean;
  deadline: number | null;
  seats: PublicSeat[];
  seals: { hashed: boolean[]; sealed: boolean[] } | null;
  result: Row | null;
  outcome: Outcome | null;
}

/** The game's part is absent before the game starts: ask `inGame` first. */
export type Public = TableState & Partial<EstimationGame>;
export type Running = TableState & EstimationGame;

export function inGame(view: Public | null): view is Running {
  return view !== null && view.phase !== undefined;
}

export interface EstimateHint {
  total: number;
  balance: number | null;
  risk: number;
  label: 'dash' | 'with' | null;
}

export interface Own {
  seat: SeatNo;
  hand: Card[];
  legal: Action[];
  /** The decision's number when it is my turn. */
  at: number | null;
  claimable: 'all' | 'none' | null;
  /** Why a control is not legal now: key = card, number, number+trump or action type. */
  refusals: Record<string, Refusal>;
  hints: Record<string, EstimateHint>;
  voids: Suit[];
}

export interface BreakdownLine {
  line: string;
  points: number;
}

/** One played deal as the score sheet shows it: a record's deal without hands and actions. */
export interface Row {
  k: number;
  seed: string;
  round: number;
  attempt: number;
  dealer: SeatNo;
  outcome: 'scored' | 'failed';
  trump: Trump | null;
  caller: SeatNo | null;
  estimates: number[];
  dash_calls: SeatNo[];
  risk: SeatNo | null;
  took: number[];
  factor: number;
  breakdown: BreakdownLine[][];
  scores: number[];
  totals: number[];
}

export interface Who {
  seats: Presence[];
  watchers: number;
}

export interface Said {
  id: string;
  seat: SeatNo | null;
  name: string;
  text: string;
  at: number;
}

export interface Reacted {
  seat: SeatNo;
  kind: string;
}

export type Frame =
  | { t: 'about'; about: About }
  | { t: 'own'; seq: number; own: Own }
  | { t: 'table'; seq: number; now: number; public: Public; events: GameEvent[] }
  | { t: 'rows'; rows: Row[] }
  | { t: 'ok'; id: string; seq: number }
  | { t: 'no'; id: string | null; code: string; params: Params }
  | ({ t: 'who' } & Who)
  | ({ t: 'said' } & Said)
  | ({ t: 'reacted' } & Reacted)
  | { t: 'pong' }
  | { t: 'bye'; code: string; in: number };

export type Message =
  | { t: 'hello' }
  | { t: 'do'; id: string; command: Command }
  | { t: 'say'; id: string; text: string }
  | { t: 'react'; kind: string }
  | { t: 'ping' };

/** What became of a command. */
export type Answer = { ok: true; seq: number } | ({ ok: false } & Refusal);

export interface RuleField {
  name: string;
  kind: 'choice' | 'int' | 'bool' | 'levels' | 'int_or_null';
  choices?: string[] | null;
  low?: number | null;
  high?: number | null;
}

export interface GameInfo {
  game: GameName;
  seats: number;
  direction: Direction;
  teams: SeatNo[][];
  presets: Record<string, Record<string, unknown>>;
  fields: RuleField[];
}

export interface Games {
  games: GameInfo[];
  clocks: number[];
  bots: string[];
}

export interface Guest {
  player: string;
  name: string;
}

export interface Listing {
  code: string;
  game: GameName;
  preset: string;
  length?: string | null;
  status: TableStatus;
  host: string;
  seats: { name: string | null; kind: SeatKind }[];
  free: number;
  clock: number;
  watching: Watching;
  private: boolean;
  watchers: number;
}

export interface MyListing extends Listing {
  seat: SeatNo;
  my_turn: boolean;
}

export interface NewTable {
  game: GameName;
  preset?: string;
  rules?: Record<string, unknown>;
  private?: boolean;
  clock?: number;
  watching?: Watching;
  chat?: Chat;
  bots?: { level: string; count: number } | null;
  start?: boolean;
}

/** A dealt hand whose seed is revealed, whole. */
export interface Deal {
  round: number;
  attempt: number;
  dealer: SeatNo;
  hands: Card[][];
  stock?: Card[];
  actions: [SeatNo, Action][];
  outcome?: 'scored' | 'failed' | 'redealt' | 'passed_out';
  trump?: Trump | null;
  caller?: SeatNo | null;
  estimates?: number[];
  dash_calls?: SeatNo[];
  risk?: SeatNo | null;
  took?: number[];
  factor?: number;
  breakdown?: BreakdownLine[][];
  scores?: number[];
  totals?: number[];
}

export interface CardRecord {
  format: 'card-record';
  version: number;
  game: GameName;
  rules: Record<string, unknown>;
  seats: { name: string; kind: string }[];
  host: SeatNo;
  fairness: { commitment: string; round_seeds: string[]; client_seeds: string[] };
  deals: Deal[];
  result?: { totals: number[]; ranks: number[] } | null;
  ended?: string | null;
}

export interface RecordSummary {
  id: string;
  game: GameName;
  preset?: string;
  finished_at?: string;
  seats?: { name: string; kind: string }[];
  totals?: number[];
  ranks?: number[];
  share_key?: string | null;
}
