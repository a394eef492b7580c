import { known } from '../../i18n/index.svelte';
import type { Row, SeatNo } from '../../wire';
import type { Example, GameShell, Mark, Rules } from '../game';
import Bags from './Bags.svelte';
import { isMade, spadesRow } from './view';

const num = (rules: Rules, field: string): number => Number(rules[field] ?? 0);

function marks(row: Row, seat: SeatNo): Mark[] {
  const { bids, double_nil } = spadesRow(row);
  if (double_nil[seat]) return [{ key: 'spades.double_nil', tone: 'gold' }];
  return bids[seat] === 0 ? [{ key: 'spades.nil', tone: 'plain' }] : [];
}

/** Figures of the rule book; those of a game at the table come from the engine. */
function examples(): Example[] {
  return [
    {
      what: 'example.spades.made',
      params: { bid: 7, took: 8 },
      lines: [
        { line: 'bid', points: 70 },
        { line: 'bags', points: 1 },
      ],
    },
    {
      what: 'example.spades.bags',
      params: { bid: 4, took: 9, bags: 6 },
      lines: [
        { line: 'bid', points: 40 },
        { line: 'bags', points: 5 },
        { line: 'bag_penalty', points: -100 },
      ],
    },
    {
      what: 'example.spades.missed',
      params: { bid: 6, took: 5 },
      lines: [{ line: 'failed', points: -60 }],
    },
    { what: 'example.spades.nil', params: {}, lines: [{ line: 'nil', points: 100 }] },
  ];
}

export const spades: GameShell = {
  teams: [[0], [1]],
  rounds: (rules) => num(rules, 'max_hands'),
  fixedTrumps: () => [],
  marks,
  caller: () => null,
  did: (row, seat) => {
    const { bids, took: all } = spadesRow(row);
    const said = bids[seat] ?? 0;
    const took = all[seat] ?? 0;
    return { took, said, made: isMade(said, took) };
  },
  didText: 'spades.result.did',
  legend: 'spades.result.legend',
  line: (line) => {
    const key = `line.spades.${line}`;
    return known(key) ? key : 'line.other';
  },
  moment: (row) => {
    const { double_nil, took } = spadesRow(row);
    const held = double_nil.some((declared, seat) => declared && took[seat] === 0);
    return held ? { key: 'spades.moment.double_nil', text: 'spades.moment.double_nil.text' } : null;
  },
  title: (rank, ranks) =>
    rank === 1 && ranks.filter((other) => other === 1).length === 1 ? 'title.winner' : null,
  preset: (name) => {
    const key = `preset.spades.${name}`;
    return known(key)
      ? { name: key, lines: ['preset.spades.two_player.1', 'preset.spades.two_player.2'] }
      : null;
  },
  mainFields: ['target'],
  moreFields: [{ heading: 'fields.procedure', fields: ['max_hands'] }],
  examples,
  Summary: Bags,
  HowTo: () => import('./HowTo.svelte'),
};
