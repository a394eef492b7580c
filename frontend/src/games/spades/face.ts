import { ltr, ratio } from '../../i18n/index.svelte';
import type { GameEvent, Own, Running, SeatNo } from '../../wire';
import type { Call, Fact, GameFace, Mark, Pill, Saying, Status } from '../face';
import { askedToPlay, trickSaid } from '../play';
import Bid from './Bid.svelte';
import DoubleNil from './DoubleNil.svelte';
import Draft from './Draft.svelte';
import Exchange from './Exchange.svelte';
import Piles from './Piles.svelte';
import { spadesView, type SpadesView } from './view';

const TURNS = 26;

function facts(running: Running): Fact[] {
  const view = spadesView(running);
  const list: Fact[] = [{ id: 'round', text: { k: 'spades.hand', p: { n: view.round } } }];
  if (view.phase === 'double_nil' || view.phase === 'draft') {
    list.push({ id: 'drafted', text: { k: 'spades.drafted', p: { n: ltr(ratio(view.drafted, TURNS)) } } });
  }
  if (view.broken) list.push({ id: 'broken', tone: 'over', text: { k: 'spades.broken' } });
  return list;
}

function marks(running: Running, seat: SeatNo): Mark[] {
  const view = spadesView(running);
  const list: Mark[] = [];
  if (view.double_nil[seat]) list.push({ icon: 'dash', text: { k: 'spades.double_nil' } });
  else if (view.bids[seat] === 0 && view.phase === 'play')
    list.push({ icon: 'dash', text: { k: 'spades.nil' } });
  const bags = view.bags[seat] ?? 0;
  if (bags > 0) list.push({ icon: 'note', text: { k: 'spades.bags', p: { n: bags } } });
  return list;
}

function pill(running: Running, seat: SeatNo): Pill | null {
  const view = spadesView(running);
  const wanted = view.bids[seat] ?? null;
  if (view.phase !== 'play' || wanted === null) return null;
  const taken = view.taken[seat] ?? 0;
  if (wanted === 0) return { taken, wanted, state: taken > 0 ? 'over' : 'exact' };
  return { taken, wanted, state: taken < wanted ? 'needs' : 'made' };
}

function call(running: Running, seat: SeatNo): Call | null {
  const view = spadesView(running);
  if (view.phase === 'play' || view.phase === 'over') return null;
  const bid = view.bids[seat];
  const said = view.calls[seat];
  switch (said?.['type']) {
    case 'bid':
      return bid === 0
        ? { text: { k: 'spades.nil' }, strong: true }
        : { text: { k: 'spades.call.bid', p: { n: bid ?? 0 } }, strong: true };
    case 'keep':
    case 'decline':
      return view.phase === 'draft' || view.phase === 'double_nil'
        ? { text: { k: `spades.call.${said['type'] as 'keep' | 'decline'}` } }
        : null;
    case 'exchange':
      return { text: { k: 'spades.call.exchange', p: { n: view.exchanged[seat] ?? 0 } } };
    default:
      return null;
  }
}

/** How far I am from my bid. */
function need(view: SpadesView, seat: SeatNo): Status['more'] {
  const bid = view.bids[seat];
  if (bid == null || view.phase !== 'play') return undefined;
  const taken = view.taken[seat] ?? 0;
  if (bid === 0)
    return taken > 0
      ? { k: 'spades.status.nil_lost', tone: 'bad' }
      : { k: 'spades.status.nil', tone: 'good' };
  if (taken < bid) return { k: 'spades.need', p: { n: bid - taken } };
  return taken === bid
    ? { k: 'spades.made', tone: 'good' }
    : { k: 'spades.made.bags', p: { n: taken - bid }, tone: 'good' };
}

function status(running: Running, own: Own | null, nameOf: (seat: SeatNo) => string): Status {
  const view = spadesView(running);
  if (view.turn === null || view.phase === 'over') return { text: { k: 'play.over' } };
  const more = own === null ? undefined : need(view, own.seat);
  const mine = own?.at != null;
  const name = nameOf(view.turn);
  let text: Saying;
  if (view.phase === 'play') text = mine ? askedToPlay(view, own) : { k: 'play.turn', p: { name } };
  else
    text = mine ? { k: `spades.status.${view.phase}.me` } : { k: `spades.status.${view.phase}`, p: { name } };
  return more ? { text, more } : { text };
}

function sentence(event: GameEvent, nameOf: (seat: SeatNo) => string): Saying | null {
  const name = typeof event['seat'] === 'number' ? nameOf(event['seat']) : '';
  switch (event.type) {
    case 'dealt':
      return {
        k: 'spades.say.dealt',
        p: { n: event['round'] as number, name: nameOf(event['first'] as number) },
      };
    case 'double_nil_declared':
    case 'kept':
    case 'declined':
      return { k: `spades.say.${event.type}`, p: { name } };
    case 'exchanged':
      return { k: 'spades.say.exchanged', p: { name, n: event['count'] as number } };
    case 'bid':
      return event['tricks'] === 0
        ? { k: 'spades.say.bid_nil', p: { name } }
        : { k: 'spades.say.bid', p: { name, n: event['tricks'] as number } };
    case 'broken':
      return { k: 'spades.say.broken' };
    case 'trick':
      return { k: 'spades.say.trick', p: trickSaid(event, nameOf) };
    case 'over':
      return { k: 'spades.say.over' };
    default:
      return null;
  }
}

export const spades: GameFace = {
  panels: {
    double_nil: { testid: 'sheet-double-nil', title: { k: 'spades.double_nil.title' }, body: DoubleNil },
    draft: { testid: 'sheet-draft', title: { k: 'spades.draft.title' }, body: Draft, stays: true },
    exchange: { testid: 'sheet-exchange', title: { k: 'spades.exchange.title' }, body: Exchange },
    bid: { testid: 'sheet-bid', title: { k: 'spades.bid.title' }, body: Bid },
  },
  facts,
  marks,
  pill,
  call,
  status,
  sentence,
  middle: Piles,
};
