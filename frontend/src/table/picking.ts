/** Choosing several cards of the hand: the engine lists the choice once, with its bounds. */
import type { CardText } from '../cards/cards';
import type { Own } from '../wire';

export interface CardSet {
  /** The action's type. */
  type: string;
  /** The cards that may be chosen. */
  from: readonly CardText[];
  min: number;
  max: number;
  /** Cards that have to be among the chosen. */
  must: readonly CardText[];
}

/** The choice of cards that is asked now, if one is. */
export function cardSet(own: Own | null): CardSet | null {
  const listed = own?.legal.find((action) => Array.isArray(action['from']));
  if (listed === undefined) return null;
  return {
    type: listed.type,
    from: listed['from'] as CardText[],
    min: Number(listed['min']),
    max: Number(listed['max']),
    must: (listed['must'] as CardText[] | undefined) ?? [],
  };
}

/** The cards that a press adds or takes back now. */
export function pressable(set: CardSet, picked: readonly CardText[]): Set<CardText> {
  const full = picked.length >= set.max;
  return new Set(set.from.filter((card) => (picked.includes(card) ? !set.must.includes(card) : !full)));
}

/** The chosen cards after a press on one. */
export function toggled(picked: readonly CardText[], card: CardText): CardText[] {
  return picked.includes(card) ? picked.filter((other) => other !== card) : [...picked, card];
}

const RANKS = '23456789TJQKA';

/** The choice filled up with the lowest cards that may go, up to `set.min`. */
export function filled(set: CardSet, picked: readonly CardText[]): CardText[] {
  const rest = set.from
    .filter((card) => !picked.includes(card))
    .sort((a, b) => RANKS.indexOf(a[0] ?? '') - RANKS.indexOf(b[0] ?? ''));
  return [...picked, ...rest.slice(0, Math.max(0, set.min - picked.length))];
}
