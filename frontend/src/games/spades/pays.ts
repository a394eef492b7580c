/** What a bid of Spades is worth, as the rules state it; for panels, examples and the lines of a score. */
import type { BreakdownLine } from '../../wire';

const TRICK = 10;
const NIL = 100;
const DOUBLE_NIL = 200;
const BAG_LIMIT = 10;
const BAG_PENALTY = 100;

/** Points when the bid is exactly made, and when it is missed. */
export function pays(bid: number, doubleNil = false): { made: number; missed: number } {
  const worth = bid > 0 ? TRICK * bid : doubleNil ? DOUBLE_NIL : NIL;
  return { made: worth, missed: -worth };
}

/** The lines of one seat's score, with the bags it carried into the hand. */
export function linesOf(bid: number, took: number, bags: number, doubleNil = false): BreakdownLine[] {
  const { made, missed } = pays(bid, doubleNil);
  if (bid === 0) return [{ line: doubleNil ? 'double_nil' : 'nil', points: took === 0 ? made : missed }];
  if (took < bid) return [{ line: 'missed', points: missed }];
  const extra = took - bid;
  const penalties = Math.floor((bags + extra) / BAG_LIMIT);
  return [
    { line: 'bid', points: made },
    { line: 'bags', points: extra },
    { line: 'penalty', points: -BAG_PENALTY * penalties },
  ].filter(({ points }) => points !== 0);
}

/** The bags carried into a hand, from those carried out of it. */
export function bagsBefore(bid: number, took: number, after: number): number {
  const extra = bid === 0 ? 0 : Math.max(0, took - bid);
  return (((after - extra) % BAG_LIMIT) + BAG_LIMIT) % BAG_LIMIT;
}
