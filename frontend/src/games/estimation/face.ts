import { cardText, known, ltr, ratio, signed, suitName, words, type Key } from '../../i18n/index.svelte';
import type { GameEvent, Own, Card, Running, SeatNo, Trump } from '../../wire';
import type { Call, Fact, GameFace, Mark, Pill, Saying, Status } from '../face';
import Auction from './Auction.svelte';
import Avoid from './Avoid.svelte';
import DashCall from './DashCall.svelte';
import Estimate from './Estimate.svelte';
import { bidSaid, times } from './words';

function facts(view: Running): Fact[] {
  const list: Fact[] = [
    {
      id: 'round',
      text: { k: 'est.round.short', p: { round: ltr(ratio(view.round, view.rounds)) } },
      title: { k: 'est.round', p: { round: ltr(ratio(view.round, view.rounds)) } },
    },
  ];
  if (view.factor > 1) {
    const factor = ltr(times(view.factor));
    list.push({
      id: 'factor',
      tone: 'gold',
      text: { k: 'est.times', p: { factor } },
      title: { k: 'est.factor', p: { factor } },
    });
  }
  if (view.balance !== null && view.balance !== 0) {
    const over = view.balance > 0;
    list.push({
      id: 'balance',
      tone: over ? 'over' : 'under',
      text: { k: over ? 'est.over' : 'est.under', p: { by: ltr(signed(view.balance)) } },
    });
  } else if (view.phase === 'estimate') {
    list.push({
      id: 'sum',
      text: { k: 'est.sum', p: { n: view.total } },
      title: { k: 'est.sum.label', p: { n: view.total } },
    });
  }
  return list;
}

function marks(view: Running, seat: SeatNo): Mark[] {
  const list: Mark[] = [];
  if (view.caller === seat) list.push({ icon: 'caller', text: { k: 'est.mark.caller' } });
  if (view.withs.includes(seat)) list.push({ icon: 'with', text: { k: 'est.mark.with' } });
  if (view.risk?.seat === seat && view.risk.level > 0) {
    const level = view.risk.level;
    list.push({
      icon: 'risk',
      text: level > 1 ? { k: 'est.mark.risk_n', p: { level: ltr(times(level)) } } : { k: 'est.mark.risk' },
    });
  }
  const saidNow = view.phase !== 'play' && view.calls[seat]?.type === 'avoid';
  if (view.avoids.includes(seat) && !saidNow) list.push({ icon: 'avoid', text: { k: 'est.mark.avoid' } });
  // While they stand as bubbles, dashes are said once.
  if (view.phase !== 'play') return list;
  if (view.dash_calls.includes(seat)) list.push({ icon: 'dash', text: { k: 'est.mark.dash_call' } });
  else if (view.estimates[seat] === 0) list.push({ icon: 'dash', text: { k: 'est.mark.dash' } });
  return list;
}

function pill(view: Running, seat: SeatNo): Pill | null {
  const wanted = view.estimates[seat] ?? null;
  const taken = view.taken[seat] ?? 0;
  if (wanted === null || view.phase !== 'play') return null;
  return { taken, wanted, state: taken > wanted ? 'over' : taken === wanted ? 'exact' : 'needs' };
}

function call(view: Running, seat: SeatNo): Call | null {
  const said = view.calls[seat];
  if (!said || view.phase === 'play' || view.phase === 'over') return null;
  switch (said.type) {
    case 'bid':
      return {
        tricks: said['tricks'] as number,
        trump: said['trump'] as Trump,
        strong: view.bid?.seat === seat,
      };
    case 'estimate':
      return { text: { k: 'est.call.estimate', p: { n: said['tricks'] as number } }, strong: true };
    case 'pass':
      return { text: { k: 'est.call.pass' } };
    case 'join':
      return { text: { k: 'est.call.join' } };
    case 'avoid':
      return { text: { k: 'est.mark.avoid' } };
    case 'dash_call':
      return { text: { k: 'est.mark.dash_call' }, strong: true };
    case 'redeal':
      return { text: { k: 'est.call.redeal' } };
    default:
      return null;
  }
}

/** How far I am from my estimate. */
function need(view: Running, seat: SeatNo): Status['more'] {
  const wanted = view.estimates[seat];
  if (wanted == null || view.phase !== 'play') return undefined;
  const left = wanted - (view.taken[seat] ?? 0);
  if (left > 0) return { k: 'est.need', p: { n: left } };
  return left === 0
    ? { k: 'est.need.exact', tone: 'good' }
    : { k: 'est.need.over', p: { n: -left }, tone: 'bad' };
}

function asked(view: Running, own: Own | null): Saying | null {
  if (own?.at == null) return null;
  switch (view.phase) {
    case 'avoid':
      return { k: 'est.status.avoid.me' };
    case 'dash_call':
      return { k: 'est.status.dash_call.me' };
    case 'auction':
      return view.bid
        ? { k: 'est.status.auction.above', p: { bid: bidSaid(view.bid.tricks, view.bid.trump) } }
        : { k: 'est.status.auction.me' };
    case 'estimate':
      return { k: 'est.status.estimate.me' };
    case 'play': {
      const led = view.trick[0]?.card.slice(-1);
      if (led === undefined) return { k: 'est.status.lead.me' };
      const follows = own.hand.some((card) => card.endsWith(led));
      return follows
        ? { k: 'est.status.follow.me', p: { suit: words(suitName(led)) } }
        : { k: 'est.status.any.me' };
    }
    default:
      return null;
  }
}

function status(view: Running, own: Own | null, nameOf: (seat: SeatNo) => string): Status {
  const more = own === null ? undefined : need(view, own.seat);
  const mine = asked(view, own);
  if (mine !== null) return more === undefined ? { text: mine } : { text: mine, more };
  if (view.phase === 'over') return { text: { k: 'est.status.over' } };
  if (view.turn === null) return { text: { k: 'est.status.round_over' }, ...(more && { more }) };
  const key = `est.status.${view.phase}`;
  const text: Saying = {
    k: known(key) ? key : ('est.status.play' as Key),
    p: { name: nameOf(view.turn) },
  };
  return more === undefined ? { text } : { text, more };
}

function sentence(event: GameEvent, nameOf: (seat: SeatNo) => string): Saying | null {
  const seat = (event['seat'] ?? event['winner']) as SeatNo | undefined;
  const name = seat === undefined ? '' : nameOf(seat);
  switch (event.type) {
    case 'dealt':
      return { k: 'est.say.dealt', p: { round: event['round'] as number } };
    case 'bid':
    case 'called':
      return {
        k: `est.say.${event.type}`,
        p: { name, bid: bidSaid(event['tricks'] as number, event['trump'] as Trump) },
      };
    case 'estimated':
      return { k: 'est.say.estimated', p: { name, n: event['tricks'] as number } };
    case 'trick': {
      const cards = (event['cards'] as Card[]).map(cardText).join(' ');
      return { k: 'est.say.trick', p: { name, cards: ltr(cards) } };
    }
    case 'avoided':
    case 'redealt':
    case 'joined':
    case 'dash_called':
    case 'passed':
      return { k: `est.say.${event.type}`, p: { name } };
    case 'passed_out':
      return { k: 'est.say.passed_out' };
    case 'over':
      return { k: 'est.say.over' };
    default:
      return null;
  }
}

export const estimation: GameFace = {
  panels: {
    avoid: { testid: 'sheet-avoid', title: { k: 'est.panel.avoid' }, body: Avoid },
    dash_call: { testid: 'sheet-dash', title: { k: 'est.panel.dash_call' }, body: DashCall },
    auction: { testid: 'sheet-auction', title: { k: 'est.auction.title' }, body: Auction },
    estimate: { testid: 'sheet-estimate', title: { k: 'est.estimate.title' }, body: Estimate },
  },
  facts,
  marks,
  pill,
  call,
  status,
  sentence,
};
