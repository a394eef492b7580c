/** The own views of Spades. The table hands every game the same object; here it gets the type it has. */
import type { Own, Row, Running, TableState } from '../../wire';
import type { SpadesOwn, SpadesPublic } from '../../wire/generated';

export type SpadesView = Omit<SpadesPublic, keyof TableState> & TableState;

export const spadesView = (view: Running): SpadesView => view as unknown as SpadesView;
export const spadesOwn = (own: Own): SpadesOwn => own as unknown as SpadesOwn;

/** A played hand on the score sheet. */
export interface SpadesRow extends Pick<Row, 'k' | 'round' | 'scores' | 'totals'> {
  bids: number[];
  double_nil: boolean[];
  took: number[];
  /** Carried over to the next hand. */
  bags: number[];
}

export const spadesRow = (row: Row): SpadesRow => row as unknown as SpadesRow;

/** Is the bid of a seat kept, if the hand ended with `took` tricks? */
export function isMade(bid: number, took: number): boolean {
  return bid === 0 ? took === 0 : took >= bid;
}
