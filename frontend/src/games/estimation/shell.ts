import { known, term, type Key } from '../../i18n/index.svelte';
import type { BreakdownLine, Row, SeatNo, Trump } from '../../wire';
import type { Example, GameShell, Mark, Rules } from '../game';

const AUCTIONED: Readonly<Record<string, number>> = { full: 13, mini: 5, micro: 5 };
const FAST: Readonly<Record<string, number>> = { full: 5, mini: 5, micro: 0 };

function fixedTrumps(rules: Rules): (Trump | null)[] {
  const length = String(rules['length'] ?? 'full');
  const fast: Trump[] = ['NT', 'S', 'H', 'D', rules['final_trump'] === 'S' ? 'S' : 'C'];
  return [...Array<null>(AUCTIONED[length] ?? 13).fill(null), ...fast.slice(0, FAST[length] ?? 5)];
}

function isZero(row: Row, seat: SeatNo): boolean {
  return row.estimates[seat] === 0;
}

function marks(row: Row, seat: SeatNo): Mark[] {
  const all: Mark[] = [];
  const called = row.caller === null ? null : row.estimates[row.caller];
  const lines = row.breakdown?.[seat] ?? [];
  if (row.caller === seat) all.push({ key: 'term.caller', tone: 'gold' });
  else if (lines.some(({ line }) => line === 'with') || (called === row.estimates[seat] && isAuctioned(row)))
    all.push({ key: 'term.with', tone: 'gold' });
  if (row.dash_calls.includes(seat)) all.push({ key: 'term.dash_call', tone: 'plain' });
  else if (isZero(row, seat)) all.push({ key: 'term.dash', tone: 'plain' });
  if (row.risk === seat) all.push({ key: 'term.risk', tone: 'plain' });
  if (lines.some(({ line }) => line === 'sole_winner')) all.push({ key: 'line.sole_winner', tone: 'good' });
  if (lines.some(({ line }) => line === 'sole_loser')) all.push({ key: 'line.sole_loser', tone: 'bad' });
  return all;
}

function hasLine(row: Row, wanted: string): boolean {
  return (row.breakdown ?? []).some((lines) => lines.some(({ line }) => line === wanted));
}

/** Only an auctioned round knows a with; a caller who bid alone in it is no less the caller. */
function isAuctioned(row: Row): boolean {
  return hasLine(row, 'with');
}

const num = (rules: Rules, field: string): number => Number(rules[field] ?? 0);

/** The engine's lines for one seat, drawn from the rule values: what the table pays, in an example. */
function linesFor(
  rules: Rules,
  round: number,
  { estimate, miss, caller, over }: { estimate: number; miss: number; caller?: boolean; over?: boolean },
): BreakdownLine[] {
  const made = miss === 0;
  const lines: BreakdownLine[] = [];
  const dash = estimate === 0;
  const dashMissed = rules['dash_missed'];
  if (rules['score_round'] === true) lines.push({ line: 'round', points: made ? round : -round });
  if (made) {
    lines.push({ line: 'base', points: num(rules, 'made_base') });
    lines.push({ line: 'estimate', points: estimate });
    if (dash) lines.push({ line: 'dash', points: num(rules, over ? 'dash_made_over' : 'dash_made_under') });
  } else if (dash && typeof dashMissed === 'number') lines.push({ line: 'dash', points: -dashMissed });
  else lines.push({ line: 'miss', points: -miss });
  if (caller) lines.push({ line: 'caller', points: (made ? 1 : -1) * num(rules, 'caller_bonus') });
  return lines.filter(({ points }) => points !== 0);
}

function examples(rules: Rules): Example[] {
  return [
    {
      what: 'example.caller_made',
      params: { round: 7, n: 5, trump: term('suit.H') },
      lines: linesFor(rules, 7, { estimate: 5, miss: 0, caller: true }),
    },
    {
      what: 'example.missed',
      params: { round: 7, n: 3, took: 5 },
      lines: linesFor(rules, 7, { estimate: 3, miss: 2 }),
    },
    {
      what: 'example.dash_under',
      params: { round: 7 },
      lines: linesFor(rules, 7, { estimate: 0, miss: 0, over: false }),
    },
  ];
}

function title(rank: number, ranks: readonly number[]): Key {
  if (rank === 1) return 'title.king';
  const shared = ranks.filter((other) => other === rank).length;
  if (rank + shared - 1 === ranks.length) return 'title.kooz';
  return rank === 2 ? 'title.sub_king' : 'title.upper_kooz';
}

export const estimation: GameShell = {
  teams: [[0], [1], [2], [3]],
  rounds: (rules) => fixedTrumps(rules).length,
  fixedTrumps,
  marks,
  caller: (row) => row.caller,
  did: (row, seat) => {
    const took = row.took[seat] ?? 0;
    const said = row.estimates[seat] ?? null;
    return { took, said, made: said === took };
  },
  didText: 'result.did',
  legend: 'result.legend',
  line: (line) => {
    const key = `line.${line}`;
    return known(key) ? key : 'line.other';
  },
  moment: (row) => {
    if (row.outcome === 'failed') return { key: 'term.saayda', text: 'moment.saayda' };
    if (hasLine(row, 'kaboot')) return { key: 'term.kaboot', text: 'moment.kaboot' };
    return null;
  },
  title,
  preset: (name) => {
    const key = `preset.estimation.${name}`;
    return known(key) ? { name: key, lines: [`${key}.1` as Key, `${key}.2` as Key] } : null;
  },
  mainFields: ['length'],
  moreFields: [
    {
      heading: 'fields.procedure',
      fields: [
        'dash_call',
        'avoid_redeals',
        'min_bid',
        'max_zeros',
        'final_trump',
        'replay_failed_last_round',
      ],
    },
    {
      heading: 'fields.scoring',
      fields: [
        'score_round',
        'made_base',
        'caller_bonus',
        'sole_bonus',
        'risk_step',
        'risk_levels',
        'saayda',
        'kaboot_bonus',
        'kaboot_others',
      ],
    },
    {
      heading: 'fields.zeros',
      fields: [
        'dash_call_over',
        'dash_call_under',
        'dash_call_miss_counts',
        'dash_made_over',
        'dash_made_under',
        'dash_missed',
      ],
    },
  ],
  examples,
  HowTo: () => import('./HowTo.svelte'),
};
