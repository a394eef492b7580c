/** A finished deal as positions to walk through; the server's rules made them, nothing is decided here. */
import { afterLastTrick, lastTrick } from '../state/tricks';
import type { Card, CardRecord, GameEvent, ReplayDeal, Row, Running, TableState, Trick } from '../wire';

export interface Position {
  view: Running;
  hands: readonly (readonly Card[])[];
  /** What led here. */
  events: readonly GameEvent[];
  /** The trick that has just been completed: it lies there still. */
  held: Trick | null;
  /** The deal's place in the score sheet, shown once its last trick has been seen. */
  row: Row | null;
}

export const MOVES = ['first', 'trick_back', 'back', 'on', 'trick_on', 'last'] as const;
export type Move = (typeof MOVES)[number];

/** The keys of each move, as most players of recorded games know them. */
export const KEYS: Readonly<Record<string, Move>> = {
  Home: 'first',
  '[': 'trick_back',
  ArrowLeft: 'back',
  ArrowRight: 'on',
  ']': 'trick_on',
  End: 'last',
};

/** What a table says of itself once its game is over and walked through. */
function room(record: CardRecord): TableState {
  return {
    status: 'playing',
    paused: false,
    seats: record.seats.map(({ kind }) => ({
      kind: kind === 'bot' ? 'bot' : 'person',
      driven: false,
      ready: false,
      left: false,
    })),
    seals: null,
    abandoning: [],
    result: null,
    outcome: null,
    deadline: null,
  };
}

/** One for the beginning, one for each action, and one for the result of a deal that was played out. */
export function positions(record: CardRecord, deal: ReplayDeal): Position[] {
  let view = room(record) as Running;
  let hands: Position['hands'] = [];
  const all: Position[] = deal.steps.map((step) => {
    const events = step.events as GameEvent[];
    const held = lastTrick(events, view);
    const over = Object.keys(step.public).length === 0;
    if (!over) {
      view = { ...view, ...step.public } as Running;
      const before = hands;
      hands = record.seats.map((_, seat) => step.hands[seat] ?? before[seat] ?? []);
    } else if (held !== null) {
      view = afterLastTrick(view, events, held) as Running;
      hands = record.seats.map(() => []);
    } else view = { ...view, turn: null };
    return { view, hands, events, held, row: null };
  });
  const last = all.at(-1)!;
  const row = last.events.find(({ type }) => type === 'scored' || type === 'failed')?.['row'] as
    Row | undefined;
  return row === undefined ? all : [...all, { ...last, events: [], held: null, row }];
}

/** Where a move leads within a deal of these positions. */
export function moved(all: readonly Position[], at: number, move: Move): number {
  const last = all.length - 1;
  switch (move) {
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'back':
      return Math.max(0, at - 1);
    case 'on':
      return Math.min(last, at + 1);
    case 'trick_back':
      return Math.max(
        0,
        all.findLastIndex(({ held }, i) => i < at && held !== null),
      );
    case 'trick_on': {
      const next = all.findIndex(({ held }, i) => i > at && held !== null);
      return next < 0 ? last : next;
    }
  }
}
