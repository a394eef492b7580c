import type { Own, Refusal } from '../../wire';
import { TRUMPS, type Trump } from '../../cards/cards';

const HIGHEST = 13;

/** Is this whole bid among the engine's legal actions? */
export function isLegalBid(own: Own, tricks: number, trump: Trump): boolean {
  return own.legal.some(
    (action) => action.type === 'bid' && action['tricks'] === tricks && action['trump'] === trump,
  );
}

/** The numbers worth showing: all that this table's rules let anybody bid, too low by now or not. */
export function bidRange(own: Own): number[] {
  const spoken = [
    ...own.legal.filter(({ type }) => type === 'bid').map((action) => action['tricks'] as number),
    ...Object.entries(own.refusals)
      .filter(([, { code }]) => code !== 'bid_out_of_range')
      .map(([key]) => /^(\d+)(?:NT|[SHDC])?$/.exec(key)?.[1])
      .filter((text) => text !== undefined)
      .map(Number),
  ];
  const lowest = Math.min(HIGHEST, ...spoken);
  return Array.from({ length: HIGHEST - lowest + 1 }, (_, i) => lowest + i);
}

/** Why a number (in any trump), or a number in this trump, cannot be bid; nothing when it can. */
export function bidRefusal(own: Own, tricks: number | null, trump: Trump | null): Refusal | null {
  if (tricks === null) return null;
  const open =
    trump === null ? TRUMPS.some((suit) => isLegalBid(own, tricks, suit)) : isLegalBid(own, tricks, trump);
  if (open) return null;
  return (
    (trump === null ? null : own.refusals[`${tricks}${trump}`]) ??
    own.refusals[String(tricks)] ?? { code: 'illegal_action', params: {} }
  );
}
