import type { Card as CardText, Suit, Trump } from '../wire';

export type { CardText, Suit, Trump };

export interface Face {
  readonly rank: string;
  readonly suit: Suit | null;
}

/** Trumps from weak to strong, the order players bid in. */
export const TRUMPS: readonly Trump[] = ['C', 'D', 'H', 'S', 'NT'];

const SUITS = new Set<string>(['S', 'H', 'D', 'C']);

export function isSuit(text: string | null | undefined): text is Suit {
  return text != null && SUITS.has(text);
}

/** Rank and suit of a card; the joker has no suit and the rank "JK". */
export function face(card: CardText): Face {
  const suit = card.slice(-1);
  return isSuit(suit) ? { rank: card.slice(0, -1), suit } : { rank: 'JK', suit: null };
}

/** The rank as it is printed on the card: "10" for T. */
export function printed(rank: string): string {
  return rank === 'T' ? '10' : rank;
}

export const SIGN: Readonly<Record<Suit, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' };
