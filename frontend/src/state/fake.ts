/** A table made of fixtures, for development and tests: the real store behind a link that answers from here. */
import '../games/all';
import type { About, Answer, Command, EstimationGame, Own, Public, Row, Trick } from '../wire';
import { TableStore, type Link } from './table.svelte';

export type Scene =
  | 'waiting'
  | 'sealing'
  | 'avoid'
  | 'dash_call'
  | 'auction'
  | 'estimate'
  | 'play'
  | 'last_card'
  | 'result'
  | 'saayda'
  | 'kaboot'
  | 'finished'
  | 'watching';

export const NAMES = ['أحمد', 'Layla', 'خالد أبو الفتوح', 'Computer 3'];

const HAND = ['AS', 'JS', '9S', 'KH', '7H', '3H', '2H', 'QC', 'TC', '4C', 'AD', '9D', '5D'];

export function fakeAbout(over: Partial<About> = {}): About {
  return {
    code: 'QHXKTM',
    table: 't-0-fake',
    game: 'estimation',
    game_no: 1,
    rules: {
      preset: 'classic',
      length: 'full',
      final_trump: 'C',
      avoid_redeals: 3,
      dash_call: true,
      min_bid: 4,
      max_zeros: 2,
      saayda: 'add',
      replay_failed_last_round: true,
      score_round: true,
      made_base: 0,
      dash_call_over: 20,
      dash_call_under: 10,
      dash_call_miss_counts: true,
      dash_made_over: 10,
      dash_made_under: 20,
      dash_missed: 20,
      caller_bonus: 10,
      sole_bonus: 10,
      risk_step: 10,
      risk_levels: [1, 1, 2, 2, 3, 3, 4],
      kaboot_bonus: 50,
      kaboot_others: 25,
    },
    preset: 'classic',
    options: { clock: 60, private: true, watching: 'live', chat: 'text' },
    seats: NAMES.map((name, seat) => ({
      seat,
      name,
      kind: seat === 3 ? 'bot' : 'person',
      level: seat === 3 ? 'simple' : null,
      player: seat === 3 ? null : `p${seat}`,
      host: seat === 0,
    })),
    host: 'p0',
    me: { player: 'p0', name: NAMES[0]!, seat: 0, host: true },
    locked: false,
    kicked: false,
    share: 'http://192.168.1.20:8000/t/QHXKTM',
    commitment: 'a'.repeat(64),
    client_seeds: null,
    record: null,
    share_key: null,
    direction: 'counter_clockwise',
    teams: [[0], [1], [2], [3]],
    pace: { trick_hold: 1200, result_hold: 20_000 },
    ...over,
  };
}

export function fakeGame(over: Partial<EstimationGame> = {}): EstimationGame {
  return {
    game: 'estimation',
    round: 7,
    rounds: 18,
    attempt: 0,
    fast: false,
    phase: 'play',
    dealer: 1,
    first: 2,
    turn: 0,
    decision: 88,
    bid: { seat: 2, tricks: 5, trump: 'H' },
    calls: [
      { type: 'estimate', tricks: 4 },
      { type: 'estimate', tricks: 2 },
      { type: 'bid', tricks: 5, trump: 'H' },
      { type: 'dash_call' },
    ],
    avoids: [1],
    dash_calls: [3],
    caller: 2,
    withs: [],
    trump: 'H',
    estimates: [4, 2, 5, 0],
    balance: -2,
    total: 11,
    zeros_left: 1,
    risk: { seat: 1, level: 1 },
    leader: 2,
    trick: [],
    winning: null,
    last_trick: null,
    taken: [0, 0, 0, 0],
    counts: [13, 13, 13, 13],
    factor: 1,
    totals: [85, -18, 42, 7],
    pays: null,
    ...over,
  };
}

export function fakePublic(over: Partial<Public> = {}): Public {
  return {
    status: 'playing',
    paused: false,
    deadline: Date.now() + 45_000,
    seats: NAMES.map((_, seat) => ({
      kind: seat === 3 ? 'bot' : 'person',
      driven: false,
      left: false,
      ready: false,
    })),
    seals: null,
    result: null,
    outcome: null,
    abandoning: [],
    ...over,
  };
}

export function fakeOwn(over: Partial<Own> = {}): Own {
  return {
    seat: 0,
    hand: HAND,
    legal: [],
    at: null,
    claimable: null,
    refusals: {},
    hints: {},
    voids: [],
    ...over,
  };
}

export const LAST_TRICK: Trick = {
  leader: 2,
  cards: [
    { seat: 2, card: '8C' },
    { seat: 3, card: '2C' },
    { seat: 0, card: 'KC' },
    { seat: 1, card: '6H' },
  ],
  winner: 1,
};

export function fakeRow(over: Partial<Row> = {}): Row {
  return {
    k: 7,
    seed: '0'.repeat(64),
    round: 7,
    attempt: 0,
    dealer: 1,
    outcome: 'scored',
    trump: 'H',
    caller: 0,
    estimates: [6, 6, 2, 1],
    dash_calls: [],
    risk: 3,
    took: [6, 4, 2, 1],
    factor: 1,
    breakdown: [
      [
        { line: 'round', points: 7 },
        { line: 'estimate', points: 6 },
        { line: 'caller', points: 10 },
      ],
      [
        { line: 'round', points: -7 },
        { line: 'miss', points: -2 },
        { line: 'with', points: -10 },
        { line: 'sole_loser', points: -10 },
      ],
      [
        { line: 'round', points: 7 },
        { line: 'estimate', points: 2 },
      ],
      [
        { line: 'round', points: 7 },
        { line: 'estimate', points: 1 },
        { line: 'risk', points: 10 },
      ],
    ],
    scores: [23, -29, 9, 18],
    totals: [85, -18, 42, 7],
    ...over,
  };
}

/** Seven rounds; the fifth failed, the sixth counted twice. */
export function fakeRows(): Row[] {
  const scores = [
    [18, 6, 5, -25],
    [22, -12, 14, 13],
    [-4, 15, -13, 24],
    [14, 6, 15, -19],
    [0, 0, 0, 0],
    [12, -4, 12, -4],
    [23, -29, 9, 18],
  ];
  const totals = [0, 0, 0, 0];
  return scores.map((of, i) => {
    of.forEach((points, seat) => (totals[seat]! += points));
    return fakeRow({
      k: i + 1,
      round: i + 1,
      trump: (['S', 'NT', 'H', 'C', 'D', 'S', 'H'] as const)[i]!,
      outcome: i === 4 ? 'failed' : 'scored',
      factor: i === 5 ? 2 : 1,
      dealer: (i + 3) % 4,
      caller: i % 4,
      scores: of,
      totals: [...totals],
      ...(i === 4 ? { breakdown: [[], [], [], []], estimates: [4, 4, 3, 1], took: [3, 5, 2, 3] } : {}),
      ...(i === 2 ? { estimates: [4, 3, 4, 0], dash_calls: [3], took: [5, 3, 5, 0] } : {}),
    });
  });
}

const bids = (): Own['legal'] =>
  [5, 6, 7, 8, 9, 10, 11, 12, 13].flatMap((tricks) =>
    (['NT', 'S', 'H', 'D', 'C'] as const)
      .filter((trump) => tricks > 5 || trump === 'NT' || trump === 'S')
      .map((trump) => ({ type: 'bid', tricks, trump })),
  );

const estimates = [0, 1, 2, 3, 5];

export interface FakeViews {
  about: About;
  public: Public;
  own: Own | null;
  rows: Row[];
}

function views(scene: Scene): FakeViews {
  const about = fakeAbout();
  const rows = fakeRows().slice(0, 6);
  const before = { totals: rows.at(-1)!.totals };
  switch (scene) {
    case 'waiting': {
      const seats = about.seats.map((seat) =>
        seat.seat === 1 ? { ...seat, name: null, kind: 'empty' as const, player: null } : seat,
      );
      return {
        about: { ...about, seats, commitment: null },
        public: fakePublic({
          status: 'waiting',
          deadline: null,
          seats: [
            { kind: 'person', driven: false, left: false, ready: true },
            { kind: 'empty', driven: false, left: false, ready: false },
            { kind: 'person', driven: false, left: false, ready: false },
            { kind: 'bot', driven: false, left: false, ready: true },
          ],
        }),
        own: null,
        rows: [],
      };
    }
    case 'sealing':
      return {
        about,
        public: fakePublic({
          status: 'sealing',
          seals: { open: false, hashed: [true, true, false, true], sealed: [false, false, false, true] },
        }),
        own: null,
        rows: [],
      };
    case 'avoid':
      return {
        about,
        public: {
          ...fakePublic(),
          ...fakeGame({
            phase: 'avoid',
            bid: null,
            trump: null,
            caller: null,
            risk: null,
            balance: null,
            calls: [null, { type: 'avoid' }, null, null],
            estimates: [null, null, null, null],
            dash_calls: [],
            ...before,
          }),
        },
        own: fakeOwn({ at: 88, legal: [{ type: 'redeal' }, { type: 'avoid' }], voids: ['C'] }),
        rows,
      };
    case 'dash_call':
      return {
        about,
        public: {
          ...fakePublic(),
          ...fakeGame({
            phase: 'dash_call',
            bid: null,
            trump: null,
            caller: null,
            risk: null,
            balance: null,
            calls: [null, null, { type: 'join' }, { type: 'dash_call' }],
            estimates: [null, null, null, 0],
            pays: {
              dash_call: { over: { made: 27, missed: -28 }, under: { made: 17, missed: -18 } },
              dash: { over: { made: 17, missed: -27 }, under: { made: 27, missed: -27 } },
            },
            ...before,
          }),
        },
        own: fakeOwn({ at: 88, legal: [{ type: 'dash_call' }, { type: 'join' }] }),
        rows,
      };
    case 'auction':
      return {
        about,
        public: {
          ...fakePublic(),
          ...fakeGame({
            phase: 'auction',
            caller: null,
            trump: null,
            risk: null,
            balance: null,
            estimates: [null, null, null, 0],
            calls: [null, { type: 'pass' }, { type: 'bid', tricks: 5, trump: 'H' }, { type: 'dash_call' }],
            ...before,
          }),
        },
        own: fakeOwn({
          at: 88,
          legal: [...bids(), { type: 'pass' }],
          refusals: {
            '4': { code: 'bid_too_low', params: { standing: { tricks: 5, trump: 'H' } } },
            '5H': { code: 'bid_too_low', params: { standing: { tricks: 5, trump: 'H' } } },
            '5D': { code: 'bid_too_low', params: { standing: { tricks: 5, trump: 'H' } } },
            '5C': { code: 'bid_too_low', params: { standing: { tricks: 5, trump: 'H' } } },
          },
        }),
        rows,
      };
    case 'estimate':
      return {
        about,
        public: {
          ...fakePublic(),
          ...fakeGame({
            phase: 'estimate',
            risk: null,
            balance: null,
            total: 9,
            estimates: [null, 4, 5, 0],
            calls: [
              null,
              { type: 'estimate', tricks: 4 },
              { type: 'bid', tricks: 5, trump: 'H' },
              { type: 'dash_call' },
            ],
            pays: {
              dash_call: { over: { made: 27, missed: -28 }, under: { made: 17, missed: -18 } },
              dash: { over: { made: 17, missed: -27 }, under: { made: 27, missed: -27 } },
            },
            ...before,
          }),
        },
        own: fakeOwn({
          at: 88,
          legal: estimates.map((tricks) => ({ type: 'estimate', tricks })),
          refusals: {
            '4': { code: 'estimate_forbidden', params: { tricks: 4, total: 13 } },
            ...Object.fromEntries(
              [6, 7, 8, 9, 10, 11, 12, 13].map((n) => [n, { code: 'above_caller', params: { limit: 5 } }]),
            ),
          },
          hints: Object.fromEntries(
            estimates.map((n) => [
              n,
              {
                total: 9 + n,
                balance: n - 4,
                risk: n === 0 ? 2 : n === 1 ? 2 : 1,
                label: n === 0 ? ('dash' as const) : n === 5 ? ('with' as const) : null,
              },
            ]),
          ),
        }),
        rows,
      };
    case 'last_card':
    case 'play':
    case 'watching': {
      const last = scene === 'last_card';
      const watching = scene === 'watching';
      return {
        about: watching ? fakeAbout({ me: { player: 'p9', name: 'متفرّج', seat: null, host: false } }) : about,
        public: {
          ...fakePublic(),
          ...fakeGame({
            leader: 2,
            turn: 0,
            trick: [
              { seat: 2, card: '8H' },
              { seat: 3, card: '4H' },
            ],
            winning: 2,
            last_trick: LAST_TRICK,
            taken: last ? [4, 2, 6, 0] : [1, 1, 2, 0],
            counts: last ? [1, 1, 0, 0] : [9, 9, 8, 8],
            ...before,
          }),
        },
        own: watching
          ? null
          : fakeOwn({
              at: 88,
              hand: last ? ['7H'] : HAND.slice(0, 9),
              legal: (last ? ['7H'] : ['KH', '7H', '3H', '2H']).map((card) => ({ type: 'play', card })),
              refusals: Object.fromEntries(
                (last ? [] : ['AS', 'JS', '9S', 'QC', 'TC']).map((card) => [
                  card,
                  { code: 'must_follow', params: { suit: 'H' } },
                ]),
              ),
            }),
        rows,
      };
    }
    case 'result':
    case 'saayda':
    case 'kaboot': {
      const all = fakeRows();
      const row =
        scene === 'result'
          ? all[6]!
          : scene === 'saayda'
            ? { ...all[4]!, k: 7, round: 7 }
            : fakeRow({
                estimates: [13, 0, 0, 2],
                took: [13, 0, 0, 0],
                caller: 0,
                breakdown: [
                  [
                    { line: 'round', points: 12 },
                    { line: 'estimate', points: 13 },
                    { line: 'caller', points: 10 },
                    { line: 'kaboot', points: 50 },
                  ],
                  [
                    { line: 'dash', points: 22 },
                    { line: 'kaboot_paid', points: -25 },
                  ],
                  [
                    { line: 'dash', points: 22 },
                    { line: 'kaboot_paid', points: -25 },
                  ],
                  [
                    { line: 'round', points: -12 },
                    { line: 'miss', points: -2 },
                    { line: 'risk', points: -10 },
                    { line: 'sole_loser', points: -10 },
                    { line: 'kaboot_paid', points: -25 },
                  ],
                ],
                scores: [85, -3, -3, -59],
                totals: [147, 8, 39, -59],
              });
      return {
        about,
        public: {
          ...fakePublic({
            result: row,
            deadline: Date.now() + 15_000,
            seats: [
              { kind: 'person', driven: false, left: false, ready: false },
              { kind: 'person', driven: false, left: false, ready: true },
              { kind: 'person', driven: false, left: false, ready: false },
              { kind: 'bot', driven: false, left: false, ready: true },
            ],
          }),
          ...fakeGame({
            round: 8,
            phase: 'dash_call',
            trump: null,
            caller: null,
            bid: null,
            risk: null,
            balance: null,
            calls: [null, null, null, null],
            estimates: [null, null, null, null],
            dash_calls: [],
            totals: row.totals,
          }),
        },
        own: fakeOwn({ at: 89, legal: [{ type: 'dash_call' }, { type: 'join' }] }),
        rows: [...rows, row],
      };
    }
    case 'finished': {
      const all = fakeRows();
      const totals = [214, 97, 180, 97];
      return {
        about: fakeAbout({ record: 'r-123', share_key: 'k'.repeat(32) }),
        public: {
          ...fakePublic({
            status: 'finished',
            deadline: null,
            outcome: { totals, ranks: [1, 3, 2, 3], winner: null },
          }),
          ...fakeGame({ phase: 'over', round: 18, turn: null, totals }),
        },
        own: fakeOwn({ hand: [] }),
        rows: all,
      };
    }
  }
}

type Sent = (command: Command) => Answer | void;

/** A store that shows `scene`. Commands are answered `ok`; `sent` hears them. */
export function fakeTable(scene: Scene = 'play', sent: Sent = () => {}): TableStore {
  return fakeStore(views(scene), sent);
}

/** A store that shows these views. */
export function fakeStore({ about, public: view, own, rows }: FakeViews, sent: Sent = () => {}): TableStore {
  const store = new TableStore('QHXKTM');
  let seq = 431;
  const link: Link = {
    command: (command) => Promise.resolve(sent(command) ?? { ok: true, seq: ++seq }),
    say: (text) =>
      store.receive({ t: 'said', id: String(seq++), seat: 0, name: NAMES[0]!, text, at: Date.now() }),
    react: (kind) => store.receive({ t: 'reacted', seat: 0, kind }),
    playHere: () => {},
    close: () => {},
  };
  store.attach(link);
  store.expectSnapshot();
  store.receive({ t: 'about', about });
  if (own) store.receive({ t: 'own', seq, own });
  store.receive({ t: 'table', seq, now: Date.now(), public: view, events: [] });
  store.receive({ t: 'rows', rows });
  store.receive({
    t: 'who',
    seats: about.seats.map(({ kind }, seat) => (kind !== 'person' ? 'none' : seat === 2 ? 'away' : 'here')),
    watchers: 2,
  });
  store.connection = 'open';
  return store;
}
