import { known } from '../../i18n/index.svelte';
import type { Row, SeatNo } from '../../wire';
import type { Did, Example, GameShell, Mark, Rules } from '../game';
import Points from './Points.svelte';
import { pointsOf, schmierRow, teamOfSeat } from './view';

const num = (rules: Rules, field: string): number => Number(rules[field] ?? 0);

function did(row: Row, seat: SeatNo): Did {
  const { points, bidder, bid } = schmierRow(row);
  const team = teamOfSeat(seat);
  const took = pointsOf(points, team).length;
  return team === teamOfSeat(bidder)
    ? { took, said: bid, made: took >= bid }
    : { took, said: null, made: null };
}

function marks(row: Row, seat: SeatNo): Mark[] {
  const team = teamOfSeat(seat);
  return team === teamOfSeat(schmierRow(row).bidder) ? [{ key: 'schmier.bidder', tone: 'gold' }] : [];
}

/** Figures of the rule book; those of a game at the table come from the engine. */
function examples(): Example[] {
  const points = (...names: string[]) => names.map((line) => ({ line, points: 1 }));
  return [
    {
      what: 'example.schmier.made',
      params: { bid: 4 },
      lines: points('high', 'low', 'right', 'left', 'game'),
    },
    {
      what: 'example.schmier.missed',
      params: { bid: 4 },
      lines: [
        ...points('high', 'left', 'joker'),
        { line: 'lost', points: -3 },
        { line: 'lost_bid', points: -4 },
      ],
    },
    { what: 'example.schmier.other', params: {}, lines: points('low') },
  ];
}

export const schmier: GameShell = {
  teams: [
    [0, 3],
    [1, 4],
    [2, 5],
  ],
  rounds: (rules) => num(rules, 'max_hands'),
  fixedTrumps: () => [],
  marks,
  caller: (row) => schmierRow(row).bidder,
  did,
  didText: 'schmier.result.did',
  legend: 'schmier.result.legend',
  Summary: Points,
  line: (line) => {
    const key = `line.schmier.${line}`;
    return known(key) ? key : 'line.other';
  },
  moment: (row) => {
    const { points } = schmierRow(row);
    const swept = [0, 1, 2].some((team) => pointsOf(points, team).length === 6);
    return swept ? { key: 'schmier.moment.sweep', text: 'schmier.moment.sweep.text' } : null;
  },
  title: (rank, ranks) =>
    rank !== 1 ? null : ranks.filter((other) => other === 1).length > 1 ? null : 'title.winners',
  preset: (name) => {
    const key = `preset.schmier.${name}`;
    return known(key)
      ? { name: key, lines: ['preset.schmier.standard.1', 'preset.schmier.standard.2'] }
      : null;
  },
  mainFields: ['target'],
  moreFields: [{ heading: 'fields.procedure', fields: ['max_hands'] }],
  examples,
  HowTo: () => import('./HowTo.svelte'),
};
