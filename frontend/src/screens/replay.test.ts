import { expect, it } from 'vitest';
import type { CardRecord, ReplayDeal } from '../wire';
import { placeOf, recordPath } from './record';
import { moved, positions, type Position } from './replay';

const at = (path: string) => placeOf(new URL(path, 'http://majlis.test').searchParams);

it('leads where an address says, or to the beginning', () => {
  const place = { deal: 3, step: 17, seat: 2 };
  expect(at(recordPath('abc', 'k1', place))).toEqual(place);
  expect(recordPath('abc', 'k1')).toBe('/r/abc?key=k1');
  expect(recordPath('abc', null)).toBe('/r/abc');
  expect(at('/r/abc/replay?deal=x&step=-4&seat=')).toEqual({ deal: 1, step: 0, seat: 0 });
});

const record = { seats: [{ kind: 'human' }, { kind: 'bot' }] } as CardRecord;
const played = (seat: number, card: string) => ({ type: 'played', seat, card });
const DEAL = {
  steps: [
    {
      seat: null,
      action: null,
      events: [],
      public: { phase: 'play', turn: 0, leader: 0, trick: [], taken: [0, 0], counts: [2, 1] },
      hands: { 0: ['AS', '2C'], 1: ['3S'] },
    },
    {
      seat: 0,
      action: {},
      events: [played(0, 'AS')],
      public: { turn: 1, trick: [{ seat: 0, card: 'AS' }] },
      hands: { 0: ['2C'] },
    },
    {
      seat: 1,
      action: {},
      events: [
        played(1, '3S'),
        { type: 'trick', winner: 0, cards: ['AS', '3S'] },
        { type: 'scored', row: {} },
      ],
      public: {},
      hands: {},
    },
  ],
} as unknown as ReplayDeal;

it('puts what each step changed together', () => {
  const all = positions(record, DEAL);
  expect(all[1]!.hands).toEqual([['2C'], ['3S']]);
  expect(all[1]!.view).toMatchObject({ phase: 'play', turn: 1, taken: [0, 0] });
  expect(all[1]!.view.seats.map(({ kind }) => kind)).toEqual(['person', 'bot']);
});

it('shows the last trick when the deal is over', () => {
  const [, , last, result] = positions(record, DEAL) as [Position, Position, Position, Position];
  expect(last.held).toMatchObject({ leader: 0, winner: 0 });
  expect(last.held!.cards.map(({ card }) => card)).toEqual(['AS', '3S']);
  expect(last.view).toMatchObject({ turn: null, taken: [1, 0] });
  expect(last.hands).toEqual([[], []]);
  expect([last.row, result.row, result.held]).toEqual([null, {}, null]);
});

it('never leaves the deal', () => {
  const all = positions(record, DEAL);
  const from = (step: number) =>
    (['first', 'trick_back', 'back', 'on', 'trick_on', 'last'] as const).map((how) => moved(all, step, how));
  expect(from(0)).toEqual([0, 0, 0, 1, 2, 3]);
  expect(from(1)).toEqual([0, 0, 0, 2, 2, 3]);
  expect(from(2)).toEqual([0, 0, 1, 3, 3, 3]);
  expect(from(3)).toEqual([0, 2, 2, 3, 3, 3]);
});
