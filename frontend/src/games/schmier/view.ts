/** Schmier's own views. The table hands every game the same object; here it gets the type it has. */
import { face } from '../../cards/cards';
import type { Card, Own, Row, Running, SeatNo, Suit, TableState } from '../../wire';
import type { SchmierOwn, SchmierPublic } from '../../wire/generated';

export const POINTS = ['high', 'low', 'right', 'left', 'joker', 'game'] as const;
export type Point = (typeof POINTS)[number];

export type SchmierView = Omit<SchmierPublic, keyof TableState | 'trump'> &
  TableState & { trump: Suit | null };

export const schmierView = (view: Running): SchmierView => view as unknown as SchmierView;
export const schmierOwn = (own: Own): SchmierOwn => own as unknown as SchmierOwn;

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

/** The suit a card belongs to: left bauer and joker have the sign of another, or none. */
export function suitIn(view: SchmierView, card: Card): Suit {
  const named = view.named[card];
  const { suit } = face(card);
  return suit === null || named === 'left' ? view.trump! : suit;
}
