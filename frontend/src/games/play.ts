/** What games of tricks say alike. */
import { cardText, ltr, suitName, words, type MessageParams } from '../i18n/index.svelte';
import type { Card, CommonGame, GameEvent, Own, SeatNo } from '../wire';
import type { Saying } from './face';

/** What is asked of a player whose turn it is to play; `suitOf` is the suit a card belongs to. */
export function askedToPlay(
  view: Pick<CommonGame, 'trick'>,
  own: Own,
  suitOf: (card: Card) => string = (card) => card.slice(-1),
): Saying {
  const led = view.trick[0];
  if (led === undefined) return { k: 'play.lead.me' };
  const suit = suitOf(led.card);
  return own.hand.some((card) => suitOf(card) === suit)
    ? { k: 'play.follow.me', p: { suit: words(suitName(suit)) } }
    : { k: 'play.any.me' };
}

/** Winner and cards of a finished trick. */
export function trickSaid(event: GameEvent, nameOf: (seat: SeatNo) => string): MessageParams {
  const cards = (event['cards'] as Card[]).map(cardText).join(' ');
  return { name: nameOf(event['winner'] as number), cards: ltr(cards) };
}
