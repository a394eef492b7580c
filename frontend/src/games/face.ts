/** What a game shows at the common table. The table knows no game by name; everything of one game is here. */
import type { Component } from 'svelte';
import type { Key, MessageParams } from '../i18n/index.svelte';
import type { Action, Card, GameEvent, Own, Running, SeatNo, Suit, Trump } from '../wire';

/** A message of the dictionaries, not yet in words. */
export interface Saying {
  k: Key;
  p?: MessageParams;
}

export interface PanelProps {
  view: Running;
  own: Own;
  nameOf: (seat: SeatNo) => string;
  /** A move is on its way. */
  busy: boolean;
  /** The cards chosen in the hand, where the engine asks for a set of cards. */
  picked: readonly Card[];
  pick: (cards: readonly Card[]) => void;
  act: (action: Action) => void;
}

/** A sheet above the hand in which a decision is made; `testid` is its name for tests. */
export interface Panel {
  testid: string;
  title: Saying;
  body: Component<PanelProps>;
  /** Stays through the whole phase, others' decisions too. */
  stays?: boolean;
}

export type MarkIcon = 'dealer' | 'caller' | 'with' | 'risk' | 'dash' | 'avoid' | 'note' | 'bot' | 'away';

export interface Mark {
  icon: MarkIcon;
  text: Saying;
  /** Shown beside the icon; without it the mark is the icon alone, named by `text`. */
  short?: string;
}

/** Tricks taken of those wanted, as the pill at a seat shows them. */
export interface Pill {
  taken: number;
  wanted: number | null;
  state: 'open' | 'needs' | 'exact' | 'made' | 'over';
}

/** What a seat said last: words, or a bid of tricks and trump. */
export interface Call {
  text?: Saying;
  tricks?: number;
  trump?: Trump;
  strong?: boolean;
}

/** One fact in the header. */
export interface Fact {
  id: string;
  text: Saying;
  /** The whole sentence, where the fact is shortened. */
  title?: Saying;
  tone?: 'plain' | 'gold' | 'over' | 'under';
}

export interface Status {
  text: Saying;
  /** A second, smaller line. */
  more?: Saying & { tone?: 'good' | 'bad' };
}

/** What a card counts as, where its face does not say all. */
export interface CardMark {
  /** The suit it belongs to. */
  suit: Suit;
  /** What it is called besides. */
  name?: Saying;
}

export interface SceneProps {
  view: Running;
  nameOf: (seat: SeatNo) => string;
}

export interface GameFace {
  /** By phase; a phase without a panel is played with the cards. */
  panels: Readonly<Record<string, Panel>>;
  facts(view: Running): Fact[];
  marks(view: Running, seat: SeatNo): Mark[];
  pill(view: Running, seat: SeatNo): Pill | null;
  call(view: Running, seat: SeatNo): Call | null;
  status(view: Running, own: Own | null, nameOf: (seat: SeatNo) => string): Status;
  /** Facts that everybody watches, in the header below the others. */
  board?: Component<SceneProps>;
  /** What lies in the middle of the table while there is no trick. */
  middle?: Component<SceneProps>;
  cardMark?(view: Running, card: Card): CardMark | null;
  /** An event in one sentence for the screen reader, or nothing. */
  sentence(event: GameEvent, nameOf: (seat: SeatNo) => string): Saying | null;
}
