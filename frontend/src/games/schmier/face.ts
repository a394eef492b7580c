import { suitName, words } from '../../i18n/index.svelte';
import type { Card, GameEvent, Own, Running, SeatNo } from '../../wire';
import { askedToPlay, trickSaid } from '../play';
import type { Call, CardMark, Fact, GameFace, Mark, Pill, Saying, Status } from '../face';
import Auction from './Auction.svelte';
import Board from './Board.svelte';
import Discard from './Discard.svelte';
import Stock from './Stock.svelte';
import Trump from './Trump.svelte';
import { pointsOf, schmierView, suitIn, teamOfSeat, type SchmierView } from './view';

function facts(running: Running): Fact[] {
  const view = schmierView(running);
  const list: Fact[] = [{ id: 'round', text: { k: 'schmier.hand', p: { n: view.round } } }];
  if (view.bid !== null && view.phase !== 'auction') {
    list.push({ id: 'bid', tone: 'gold', text: { k: 'schmier.bid', p: { n: view.bid.points } } });
  }
  return list;
}

function marks(running: Running, seat: SeatNo): Mark[] {
  const view = schmierView(running);
  if (view.bidder !== seat || view.bid === null) return [];
  return [{ icon: 'caller', text: { k: 'schmier.mark.bidder', p: { n: view.bid.points } } }];
}

function pill(running: Running, seat: SeatNo): Pill | null {
  const view = schmierView(running);
  if (view.phase !== 'play') return null;
  return { taken: view.taken[seat] ?? 0, wanted: null, state: 'open' };
}

function call(running: Running, seat: SeatNo): Call | null {
  const view = schmierView(running);
  if (view.phase === 'play' || view.phase === 'over') return null;
  const thrown = view.discarded[seat];
  if (thrown != null) return { text: { k: 'schmier.call.discarded', p: { n: thrown } } };
  const said = view.calls[seat];
  switch (said?.['type']) {
    case 'bid':
      return {
        text: { k: 'schmier.call.bid', p: { n: said['points'] as number } },
        strong: view.bid?.seat === seat,
      };
    case 'trump':
      return {
        text: { k: 'schmier.call.trump', p: { suit: words(suitName(said['suit'] as string)) } },
        strong: true,
      };
    case 'pass':
      return { text: { k: 'schmier.call.pass' } };
    default:
      return null;
  }
}

function asked(view: SchmierView, own: Own | null): Saying | null {
  if (own?.at == null) return null;
  switch (view.phase) {
    case 'auction':
      return view.bid
        ? { k: 'schmier.status.auction.above', p: { n: view.bid.points } }
        : { k: 'schmier.status.auction.me' };
    case 'trump':
      return { k: 'schmier.status.trump.me' };
    case 'discard': {
      if (view.dealer === own.seat) return { k: 'schmier.status.discard.dealer' };
      const most = own.legal.find(({ type }) => type === 'discard')?.['max'];
      return { k: 'schmier.status.discard.me', p: { n: Number(most ?? 0) } };
    }
    case 'play':
      return askedToPlay(view, own, (card) => suitIn(view, card));
    default:
      return null;
  }
}

/** What the bid of my team still lacks. */
function need(view: SchmierView, seat: SeatNo): Status['more'] {
  if (view.phase !== 'play' || view.bid === null || teamOfSeat(view.bid.seat) !== teamOfSeat(seat))
    return undefined;
  const left = view.bid.points - pointsOf(view.points, teamOfSeat(seat)).length;
  return left > 0 ? { k: 'schmier.more.need', p: { n: left } } : { k: 'schmier.more.made', tone: 'good' };
}

function status(running: Running, own: Own | null, nameOf: (seat: SeatNo) => string): Status {
  const view = schmierView(running);
  const more = own === null ? undefined : need(view, own.seat);
  const mine = asked(view, own);
  if (mine !== null) return more ? { text: mine, more } : { text: mine };
  if (view.turn === null) return { text: { k: 'play.over' } };
  const name = nameOf(view.turn);
  if (view.phase !== 'play' && view.phase !== 'over')
    return { text: { k: `schmier.status.${view.phase}`, p: { name } } };
  const text: Saying = { k: 'play.turn', p: { name } };
  return more ? { text, more } : { text };
}

function sentence(event: GameEvent, nameOf: (seat: SeatNo) => string): Saying | null {
  const name = typeof event['seat'] === 'number' ? nameOf(event['seat']) : '';
  switch (event.type) {
    case 'dealt':
      return { k: 'schmier.say.dealt', p: { n: event['round'] as number } };
    case 'bid':
    case 'called':
      return { k: `schmier.say.${event.type}`, p: { name, n: event['points'] as number } };
    case 'passed':
      return { k: 'schmier.say.passed', p: { name } };
    case 'passed_out':
      return { k: 'schmier.say.passed_out' };
    case 'trumped':
      return { k: 'schmier.say.trumped', p: { name, suit: words(suitName(event['trump'] as string)) } };
    case 'discarded':
      return { k: 'schmier.say.discarded', p: { name, n: event['count'] as number } };
    case 'trick':
      return { k: 'schmier.say.trick', p: trickSaid(event, nameOf) };
    case 'over':
      return { k: 'schmier.say.over' };
    default:
      return null;
  }
}

function cardMark(running: Running, card: Card): CardMark | null {
  const view = schmierView(running);
  if (view.trump === null) return null;
  const named = view.named[card];
  const suit = suitIn(view, card);
  return named === undefined ? { suit } : { suit, name: { k: `schmier.${named}` } };
}

export const schmier: GameFace = {
  panels: {
    auction: { testid: 'sheet-auction', title: { k: 'schmier.auction.title' }, body: Auction },
    trump: { testid: 'sheet-trump', title: { k: 'schmier.trump.title' }, body: Trump },
    discard: { testid: 'sheet-discard', title: { k: 'schmier.discard.title' }, body: Discard },
  },
  facts,
  marks,
  pill,
  call,
  status,
  sentence,
  board: Board,
  middle: Stock,
  cardMark,
};
