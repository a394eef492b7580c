/** A finished round's cards: who held what, and how the tricks went. */
import { face } from '../cards/cards';
import type { Card, Deal, SeatNo } from '../wire';

export interface PlayedTrick {
  cards: { seat: SeatNo; card: Card }[];
  /** Who led the next one; nobody is known for the last. */
  winner: SeatNo | null;
}

const SUITS = 'SHCD';
const RANKS = 'AKQJT98765432';

const played = (deal: Deal) => deal.outcome === 'scored' || deal.outcome === 'failed';

/** The deals of the `k`th played round: those thrown in before it, then the one that was played. */
export function dealsOf(deals: readonly Deal[], k: number): Deal[] {
  let number = 1;
  let group: Deal[] = [];
  for (const deal of deals) {
    group.push(deal);
    if (!played(deal)) continue;
    if (number === k) return group;
    number += 1;
    group = [];
  }
  return [];
}

/** Suits in alternating colours, high cards first, the joker before all. */
export function sorted(cards: readonly Card[]): Card[] {
  const order = (card: Card) => {
    const { suit, rank } = face(card);
    return suit === null ? -1 : SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank);
  };
  return [...cards].sort((a, b) => order(a) - order(b));
}

const plays = (deal: Deal) =>
  deal.actions.flatMap(([seat, action]) =>
    action.type === 'play' ? [{ seat, card: action['card'] as Card }] : [],
  );

/** What a seat was dealt; where cards are only drawn, what it played. */
export function handOf(deal: Deal, seat: SeatNo): Card[] {
  const dealt = deal.hands[seat] ?? [];
  return sorted(
    dealt.length > 0
      ? dealt
      : plays(deal)
          .filter((one) => one.seat === seat)
          .map(({ card }) => card),
  );
}

export function tricksOf(deal: Deal, seats: number): PlayedTrick[] {
  const all = plays(deal);
  const tricks: PlayedTrick[] = [];
  for (let at = 0; at < all.length; at += seats)
    tricks.push({ cards: all.slice(at, at + seats), winner: all[at + seats]?.seat ?? null });
  return tricks;
}
