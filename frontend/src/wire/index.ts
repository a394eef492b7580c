/**
 * What travels between browser and server. The shapes are generated from the server's models (generated.ts); here
 * they get the names the app uses and, where JSON is wider than the game (any text for a trump), the game's own types.
 * Times are milliseconds of the server's clock.
 */
import type { components } from './generated';

type Schemas = components['schemas'];
type Narrow<T, N> = Omit<T, keyof N> & N;

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
export type Command = { type: Schemas['Command']['type'] } & Record<string, unknown>;
export type GameEvent = Schemas['GameEvent'];

export interface Refusal {
  code: string;
  params: Params;
}

export type About = Schemas['About'];
export type AboutSeat = Schemas['AboutSeat'];
export type TableOptions = Schemas['TableOptions'];
export type SeatKind = AboutSeat['kind'];
export type Direction = About['direction'];
export type Watching = TableOptions['watching'];
export type Chat = TableOptions['chat'];
export type Who = Omit<Schemas['Who'], 't'>;
export type Presence = Who['seats'][number];
export type Said = Omit<Schemas['Said'], 't'>;
export type Reacted = Omit<Schemas['Reacted'], 't'>;
export type ReactionKind = Schemas['React']['kind'];

export type PlayedCard = Schemas['EstimationSeatCard'];
export type Trick = Schemas['EstimationLastTrickView'];
export type Pay = Schemas['EstimationPoints'];
export type PublicSeat = Schemas['PublicSeat'];
export type Outcome = Schemas['Outcome'];
export type BreakdownLine = Schemas['BreakdownLine'];

/** One played deal as the score sheet shows it: a record's deal without hands and actions. */
export type Row = Pick<Schemas['Row'], 'k' | 'seed' | 'round' | 'attempt' | 'scores' | 'totals'> & {
  dealer: SeatNo;
  outcome: 'scored' | 'failed';
  trump: Trump | null;
  caller: SeatNo | null;
  estimates: number[];
  dash_calls: SeatNo[];
  risk: SeatNo | null;
  took: number[];
  factor: number;
  breakdown: BreakdownLine[][] | null;
};

export type TableState = Narrow<Schemas['TablePublic'], { result: Row | null }>;
export type TableStatus = TableState['status'];

/** Estimation's public view. */
export type EstimationGame = Omit<
  Narrow<
    Schemas['EstimationPublic'],
    {
      calls: (Action | null)[];
      trump: Trump | null;
      bid: { seat: SeatNo; tricks: number; trump: Trump } | null;
    }
  >,
  keyof TableState
>;

/** The facts that every running game has, whatever it is. */
export type CommonGame = Pick<
  EstimationGame,
  | 'round'
  | 'turn'
  | 'decision'
  | 'calls'
  | 'trump'
  | 'leader'
  | 'trick'
  | 'winning'
  | 'last_trick'
  | 'taken'
  | 'counts'
  | 'totals'
> & { game: GameName; phase: string; dealer: SeatNo | null };

/** The game's part is absent before the game starts: ask `inGame` first. */
export type Public = TableState & Partial<EstimationGame>;
export type Running = TableState & EstimationGame;

export function inGame(view: Public | null): view is Running {
  return view !== null && view.phase !== undefined;
}

export type EstimateHint = Schemas['EstimationHint'];
export type Own = Narrow<Schemas['EstimationOwn'], { legal: Action[]; voids: Suit[] }>;

type Frames = Schemas['Frame'];
export type Frame =
  | Exclude<Frames, Schemas['OwnFrame'] | Schemas['TableFrame'] | Schemas['Rows']>
  | Narrow<Schemas['OwnFrame'], { own: Own }>
  | Narrow<Schemas['TableFrame'], { public: Public }>
  | Narrow<Schemas['Rows'], { rows: Row[] }>;
export type Message =
  Exclude<Schemas['ClientMessage'], Schemas['Do']> | { t: 'do'; id: string; command: Command };

/** What became of a command. */
export type Answer = { ok: true; seq: number } | ({ ok: false } & Refusal);

export type RuleField = Schemas['RuleField'];
export type GameInfo = Schemas['GameInfo'];
export type Games = Schemas['Games'];
export type Guest = Schemas['Player'];
export type Listing = Schemas['Listing'];
export type MyListing = Schemas['MyListing'];
export type NewTable = Pick<Schemas['NewTable'], 'game'> & Partial<Schemas['NewTable']>;
export type Clock = TableOptions['clock'];
export type Created = Schemas['Created'];
export type RecordSummary = Schemas['RecordSummary'];
export type ReplayDeal = Schemas['ReplayDeal'];

/** A dealt hand whose seed is revealed, whole: the record's own format. */
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

/** A finished game as one document. */
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
