import { describe, expect, it } from 'vitest';
import { fakeGame, fakeOwn, fakePublic } from '../../state/fake';
import type { EstimationGame, Own, Running } from '../../wire';
import { estimation } from './face';

const view = (over: Partial<EstimationGame> = {}): Running =>
  ({ ...fakePublic(), ...fakeGame(over) }) as Running;
const nameOf = (seat: number) => `P${seat}`;
const status = (over: Partial<EstimationGame>, own: Partial<Own> | null) =>
  estimation.status(view(over), own === null ? null : fakeOwn(own), nameOf);

describe('the pill', () => {
  it('says needs, exact or over by the tricks taken', () => {
    const at = (taken: number) => estimation.pill(view({ taken: [taken, 0, 0, 0] }), 0)?.state;
    expect([at(3), at(4), at(5)]).toEqual(['needs', 'exact', 'over']);
  });

  it('waits for the play', () => {
    expect(estimation.pill(view({ phase: 'estimate' }), 0)).toBeNull();
  });
});

describe('the marks', () => {
  const icons = (game: Running, seat: number) => estimation.marks(game, seat).map(({ icon }) => icon);

  it('name the caller, the with, the risk and the zeros', () => {
    const game = view({ withs: [0], estimates: [5, 0, 5, 0], risk: { seat: 0, level: 2 } });
    expect(icons(game, 2)).toEqual(['caller']);
    expect(icons(game, 0)).toEqual(['with', 'risk']);
    expect(icons(game, 1)).toEqual(['avoid', 'dash']);
  });

  it('leave to the bubble what stands in the bubble', () => {
    const game = view({
      phase: 'avoid',
      calls: [null, { type: 'avoid' }, null, null],
      dash_calls: [],
      caller: null,
      risk: null,
    });
    expect(icons(game, 1)).toEqual([]);
    expect(estimation.call(game, 1)?.text?.k).toBe('est.mark.avoid');
  });
});

describe('the status line', () => {
  it('asks for the led suit while I hold it, for any card otherwise', () => {
    const led = { trick: [{ seat: 2, card: '8H' }] };
    expect(status(led, { at: 88, hand: ['7H', 'AS'] }).text.k).toBe('est.status.follow.me');
    expect(status(led, { at: 88, hand: ['AS'] }).text.k).toBe('est.status.any.me');
    expect(status({}, { at: 88, hand: ['AS'] }).text.k).toBe('est.status.lead.me');
  });

  it('counts how many I still need', () => {
    expect(status({ taken: [1, 0, 0, 0] }, {}).more).toEqual({ k: 'est.need', p: { n: 3 } });
    expect(status({ taken: [4, 0, 0, 0] }, {}).more?.tone).toBe('good');
    expect(status({ taken: [6, 0, 0, 0] }, {}).more).toMatchObject({ p: { n: 2 }, tone: 'bad' });
  });

  it('names whose turn it is to everybody else', () => {
    expect(status({ turn: 2 }, null).text).toEqual({ k: 'est.status.play', p: { name: 'P2' } });
    expect(status({ turn: 1, phase: 'auction' }, {}).text.k).toBe('est.status.auction');
  });

  it('names the bid to beat', () => {
    expect(status({ phase: 'auction' }, { at: 88 }).text.k).toBe('est.status.auction.above');
    expect(status({ phase: 'auction', bid: null }, { at: 88 }).text.k).toBe('est.status.auction.me');
  });
});

describe('the header', () => {
  const ids = (over: Partial<EstimationGame>) => estimation.facts(view(over)).map(({ id }) => id);

  it('shows the factor only when scores count more than once', () => {
    expect(ids({ factor: 1 })).toEqual(['round', 'balance']);
    expect(ids({ factor: 2 })).toEqual(['round', 'factor', 'balance']);
  });

  it('shows the running sum while estimates are made', () => {
    expect(ids({ phase: 'estimate', balance: null })).toEqual(['round', 'sum']);
  });
});

describe('the sentence for an event', () => {
  it('is one a trick, none a card', () => {
    expect(estimation.sentence({ type: 'played', seat: 1, card: '6H' }, nameOf)).toBeNull();
    const cards = ['TH'];
    expect(estimation.sentence({ type: 'trick', winner: 3, cards }, nameOf)).toEqual({
      k: 'est.say.trick',
      p: { name: 'P3', cards: { ltr: '10♥' } },
    });
  });
});
