/** Tricks as events tell them: what a view no longer shows once the next deal lies. */
import type { Card, GameEvent, Public, SeatNo, Trick } from '../wire';

/** The last completed trick among `events`, which happened on the table `before`. */
export function lastTrick(events: readonly GameEvent[], before: Public | null): Trick | null {
  const tricks = events.filter(({ type }) => type === 'trick');
  const trick = tricks.at(-1);
  const leader = tricks.length > 1 ? (tricks.at(-2)!['winner'] as SeatNo) : before?.leader;
  if (trick === undefined || before === null || leader == null) return null;
  const cards = trick['cards'] as Card[];
  return {
    leader,
    cards: cards.map((card, i) => ({ seat: (leader + i) % before.seats.length, card })),
    winner: trick['winner'] as SeatNo,
  };
}

/** The view before `events` once the last trick of its deal is taken: all cards are out, nobody is to move. */
export function afterLastTrick(view: Public, events: readonly GameEvent[], trick: Trick): Public {
  const tricks = events.filter(({ type }) => type === 'trick');
  return {
    ...view,
    turn: null,
    trick: [],
    last_trick: trick,
    taken: view.taken?.map((n, seat) => n + tricks.filter(({ winner }) => winner === seat).length),
    counts: view.counts?.map(() => 0),
  } as Public;
}
