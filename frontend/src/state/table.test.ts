import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Command, Own, Public } from '../wire';
import { fakeAbout, fakeGame, fakeOwn, fakePublic, fakeRow, fakeTable } from './fake';
import { TableStore } from './table.svelte';

const HOLD = 1200;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const game = (over: Partial<Public> = {}): Public => ({ ...fakePublic(), ...fakeGame(), ...over });

function table(store: TableStore, seq: number, view: Public, events: object[] = [], own?: Own): void {
  if (own) store.receive({ t: 'own', seq, own });
  store.receive({ t: 'table', seq, now: Date.now(), public: view, events: events as { type: string }[] });
}

/** A store at a table whose third card was just played; mine is next. */
function beforeMyCard(answer: (command: Command) => Promise<Answer>): TableStore {
  const store = new TableStore('QHXKTM');
  store.attach({ command: answer, say() {}, react() {}, playHere() {}, close() {} });
  store.expectSnapshot();
  store.receive({ t: 'about', about: fakeAbout() });
  const trick = [
    { seat: 1, card: '2S' },
    { seat: 2, card: '3S' },
    { seat: 3, card: '4S' },
  ];
  table(store, 10, game({ leader: 1, turn: 0, trick }), [], fakeOwn({ at: 5, hand: ['AS', 'KH'] }));
  return store;
}

const finished = { winner: 0, cards: ['2S', '3S', '4S', 'AS'] };
const trickEvents = [
  { type: 'played', seat: 0, card: 'AS' },
  { type: 'trick', ...finished },
];
const lastTrick = {
  leader: 1,
  winner: 0,
  cards: [
    { seat: 1, card: '2S' },
    { seat: 2, card: '3S' },
    { seat: 3, card: '4S' },
    { seat: 0, card: 'AS' },
  ],
};

describe('updates', () => {
  it('show hand and table of one number together', () => {
    const store = fakeTable('play');
    store.receive({ t: 'own', seq: 500, own: fakeOwn({ hand: ['AS'] }) });
    expect(store.own?.hand).not.toEqual(['AS']);
    table(store, 500, game());
    expect(store.own?.hand).toEqual(['AS']);
  });

  it('keep a finished trick for its hold and what follows in order behind it', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    const shown: string[] = [];
    store.onEvents((events) => shown.push(...events.map(({ type }) => type)));
    table(store, 11, game({ leader: 0, turn: 0, trick: [], last_trick: lastTrick }), trickEvents);
    expect(store.held).toEqual(lastTrick);
    table(store, 12, game({ leader: 0, trick: [{ seat: 0, card: 'KH' }] }), [{ type: 'played', seat: 0 }]);
    table(store, 13, game({ leader: 0, trick: [] }), [{ type: 'played', seat: 1 }]);
    vi.advanceTimersByTime(HOLD - 1);
    expect([store.seq, store.held]).toEqual([11, lastTrick]);
    vi.advanceTimersByTime(1);
    expect([store.seq, store.held]).toEqual([13, null]);
    expect(shown).toEqual(['played', 'trick', 'played', 'played']);
  });

  it('hold as long as the person wants, never shorter than the table', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    store.holdAtLeast = () => 2500;
    table(store, 11, game({ last_trick: lastTrick }), trickEvents);
    vi.advanceTimersByTime(2499);
    expect(store.held).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(store.held).toBeNull();
  });

  it('let the last trick of a deal lie before its result and the next hand', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    const row = fakeRow();
    table(
      store,
      11,
      game({ result: row, trick: [], last_trick: null, round: 8 }),
      [...trickEvents, { type: 'scored', row }, { type: 'dealt' }],
      fakeOwn({ hand: ['2C', '3C'] }),
    );
    store.receive({ t: 'rows', rows: [row] });
    expect(store.held).toEqual(lastTrick);
    expect(store.public?.result).toBeNull();
    expect(store.public?.round).toBe(7);
    expect([store.own?.hand, store.rows]).toEqual([[], []]);
    vi.advanceTimersByTime(HOLD);
    expect(store.public?.result?.k).toBe(row.k);
    expect(store.own?.hand).toEqual(['2C', '3C']);
    expect(store.rows).toEqual([row]);
  });

  it('show the very last trick of a claim that ends the deal', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    table(store, 11, game({ result: fakeRow() }), [
      ...trickEvents,
      { type: 'played', seat: 0, card: 'KH' },
      { type: 'trick', winner: 0, cards: ['KH', '2C', '3C', '4C'] },
      { type: 'scored' },
    ]);
    expect(store.held?.leader).toBe(0);
    expect(store.held?.cards[0]).toEqual({ seat: 0, card: 'KH' });
    expect(store.public?.taken).toEqual([2, 0, 0, 0]);
  });

  it('are all replaced by a new snapshot, even with a lower number', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    table(store, 11, game({ last_trick: lastTrick }), trickEvents);
    table(store, 12, game({ round: 9 }));
    store.expectSnapshot();
    store.receive({ t: 'about', about: fakeAbout({ locked: true }) });
    table(store, 3, game({ round: 2 }), [], fakeOwn({ hand: ['2C'] }));
    expect([store.seq, store.public?.round, store.held, store.about?.locked]).toEqual([3, 2, null, true]);
    vi.advanceTimersByTime(HOLD * 2);
    expect(store.public?.round).toBe(2);
  });
});

describe('rows', () => {
  it('come whole after hello and one by one later', () => {
    const store = fakeTable('play');
    const before = store.rows.length;
    store.receive({ t: 'rows', rows: [fakeRow({ k: before + 1 })] });
    store.receive({ t: 'rows', rows: [fakeRow({ k: before + 1 })] });
    expect(store.rows).toHaveLength(before + 1);
    store.expectSnapshot();
    table(store, 1, game());
    store.receive({ t: 'rows', rows: [] });
    expect(store.rows).toEqual([]);
  });
});

describe('my card', () => {
  it('is out of the hand at once and stays out when the table takes it', async () => {
    let settle: (answer: Answer) => void = () => {};
    const store = beforeMyCard(() => new Promise((resolve) => (settle = resolve)));
    void store.act({ type: 'play', card: 'AS' });
    expect([store.pendingCard, store.hand, store.myTurn]).toEqual(['AS', ['KH'], false]);
    settle({ ok: true, seq: 11 });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.pendingCard).toBe('AS');
    table(store, 11, game({ last_trick: lastTrick }), trickEvents, fakeOwn({ hand: ['KH'] }));
    expect([store.pendingCard, store.hand]).toEqual([null, ['KH']]);
  });

  it('is back with the reason when refused', async () => {
    const store = beforeMyCard(() =>
      Promise.resolve({ ok: false, code: 'must_follow', params: { suit: 'S' } }),
    );
    await store.act({ type: 'play', card: 'KH' });
    expect(store.pendingCard).toBeNull();
    expect(store.hand).toEqual(['AS', 'KH']);
    expect(store.refused).toEqual({
      action: { type: 'play', card: 'KH' },
      code: 'must_follow',
      params: { suit: 'S' },
    });
  });

  it('is not sent twice', async () => {
    const sent: Command[] = [];
    const store = beforeMyCard((command) => {
      sent.push(command);
      return new Promise(() => {});
    });
    void store.act({ type: 'play', card: 'AS' });
    await expect(store.act({ type: 'play', card: 'AS' })).resolves.toMatchObject({ ok: false });
    expect(sent).toEqual([{ type: 'act', at: 5, action: { type: 'play', card: 'AS' } }]);
  });

  it('is not played out of turn', async () => {
    const store = fakeTable('result');
    store.receive({ t: 'own', seq: 900, own: fakeOwn({ at: null }) });
    table(store, 900, game());
    await expect(store.act({ type: 'play', card: 'AS' })).resolves.toMatchObject({ code: 'not_your_turn' });
  });

  it('stays on its way over a new snapshot that does not know it yet', () => {
    const store = beforeMyCard(() => new Promise(() => {}));
    void store.act({ type: 'play', card: 'AS' });
    store.expectSnapshot();
    table(store, 10, game(), [], fakeOwn({ at: 5, hand: ['AS', 'KH'] }));
    expect(store.hand).toEqual(['KH']);
    store.expectSnapshot();
    table(store, 11, game(), [], fakeOwn({ hand: ['KH'] }));
    expect(store.pendingCard).toBeNull();
  });
});

it('reads the server clock off the quickest frame', () => {
  const store = fakeTable('play');
  const at = (offset: number, seq: number) =>
    store.receive({ t: 'table', seq, now: Date.now() + offset, public: game(), events: [] });
  store.expectSnapshot();
  at(90_000, 1);
  at(89_200, 2);
  expect(store.serverOffset).toBe(90_000);
  at(90_040, 3);
  expect(store.serverOffset).toBe(90_040);
});

it('forgets the rows of the game before a rematch', () => {
  const store = fakeTable('finished');
  expect(store.rows.length).toBeGreaterThan(0);
  table(store, 1, fakePublic({ status: 'waiting' }));
  expect(store.rows).toEqual([]);
});
