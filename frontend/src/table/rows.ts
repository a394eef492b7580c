import type { CardText } from '../cards/cards';

/** More cards than this do not fit one comfortable row of a portrait phone. */
export const ROW = 7;
/** A hand of more than two such rows moves closer together. */
const CLOSE_ROW = 8;

/**
 * Cuts a hand into rows. Cards stay in the row they were dealt to while the hand shrinks, so that the thumb finds
 * them where they were; at seven or fewer there is one row. `most`: how many fit a row where it is not a phone's.
 */
export function rows(
  hand: readonly CardText[],
  dealt: readonly CardText[],
  narrow: boolean,
  most = dealt.length > 2 * ROW ? CLOSE_ROW : ROW,
): CardText[][] {
  if (!narrow || hand.length <= ROW) return hand.length > 0 ? [[...hand]] : [];
  const count = Math.ceil(dealt.length / most);
  const size = Math.ceil(dealt.length / count);
  const cut: CardText[][] = [];
  for (let row = 0; row < count; row++) {
    const home = new Set(dealt.slice(row * size, (row + 1) * size));
    const cards = hand.filter((card) => home.has(card));
    if (cards.length > 0) cut.push(cards);
  }
  return cut;
}

/** The hand as it was dealt: the last hand that held every card of this one, or this one itself. */
export function dealtHand(dealt: readonly CardText[], hand: readonly CardText[]): readonly CardText[] {
  const known = new Set(dealt);
  return hand.length > 0 && hand.length <= dealt.length && hand.every((card) => known.has(card))
    ? dealt
    : hand;
}

/** The cards that have come since the hand was `before`; all of them when it is another deal. */
export function arrivals(before: readonly CardText[], hand: readonly CardText[]): Set<CardText> {
  const held = new Set(before);
  const kept = hand.filter((card) => held.has(card));
  return new Set(kept.length * 2 < before.length ? hand : hand.filter((card) => !held.has(card)));
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** The card an arrow key leads to; left is left whatever the language. */
export function step(
  cut: readonly (readonly CardText[])[],
  from: CardText | null,
  key: Arrow,
): CardText | null {
  const all = cut.flat();
  const at = from === null ? -1 : all.indexOf(from);
  if (at < 0) return all[0] ?? null;
  if (key === 'Home') return all[0] ?? null;
  if (key === 'End') return all[all.length - 1] ?? null;
  if (key === 'ArrowLeft') return all[Math.max(0, at - 1)] ?? null;
  if (key === 'ArrowRight') return all[Math.min(all.length - 1, at + 1)] ?? null;
  const row = cut.findIndex((cards) => cards.includes(from!));
  const here = cut[row] ?? [];
  const there = cut[row + (key === 'ArrowUp' ? -1 : 1)];
  if (there === undefined) return from;
  const share = here.length > 1 ? here.indexOf(from!) / (here.length - 1) : 0;
  return there[Math.round(share * (there.length - 1))] ?? from;
}
