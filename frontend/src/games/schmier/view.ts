/** Schmier's own views. The table hands every game the same object; here it gets the type it has. */
import { face } from '../../cards/cards';
import type { Card, Row, Running, SeatNo, Suit, TableState } from '../../wire';
import type { SchmierPublic } from '../../wire/generated';

export const POINTS = ['high', 'low', 'right', 'left', 'joker', 'game'] as const;
export type Point = (typeof POINTS)[number];

export type SchmierView = Omit<SchmierPublic, keyof TableState | 'trump'> &
  TableState & { trump: Suit | null };

export const schmierView = (view: Running): SchmierView => view as unknown as SchmierView;

/** A played hand on the score sheet. Scores, totals and points are per team. */
export interface SchmierRow extends Pick<Row, 'k' | 'round' | 'scores' | 'totals'> {
  bidder: SeatNo;
  bid: number;
  trump: Suit;
  points: Record<Point, number | null>;
}

export const schmierRow = (row: Row): SchmierRow => row as unknown as SchmierRow;

const TEAMS = 3;

/** Partners sit opposite. */
export const teamOfSeat = (seat: SeatNo): number => seat % TEAMS;

/** The points a team has so far. */
export function pointsOf(points: Record<Point, number | null>, team: number): Point[] {
  return POINTS.filter((point) => points[point] === team);
}

const SAME_COLOUR: Readonly<Record<Suit, Suit>> = { S: 'C', C: 'S', H: 'D', D: 'H' };

/** The suit a card belongs to under a trump: both bauers and the joker are trumps. */
export function suitUnder(trump: Suit, card: Card): Suit {
  const { rank, suit } = face(card);
  return suit === null || (rank === 'J' && suit === SAME_COLOUR[trump]) ? trump : suit;
}

/** Which of the five named trumps a card is. */
export function namedTrump(trump: Suit, card: Card): Exclude<Point, 'game'> | null {
  const { rank, suit } = face(card);
  if (suit === null) return 'joker';
  if (rank === 'J' && suit === SAME_COLOUR[trump]) return 'left';
  if (suit !== trump) return null;
  return rank === 'A' ? 'high' : rank === 'J' ? 'right' : rank === '2' ? 'low' : null;
}
