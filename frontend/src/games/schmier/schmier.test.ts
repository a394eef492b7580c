import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../state/settings.svelte';
import Table from '../../table/Table.svelte';
import type { Card, Command, Own, Row, Running } from '../../wire';
import { gameTable } from '../scenes';
import { schmier } from './face';
import { schmier as shell } from './shell';
import { pointsOf, schmierView, suitIn } from './view';

beforeEach(() => change({ lang: 'en' }));
afterEach(cleanup);

const nameOf = (seat: number) => `P${seat}`;
const press = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const bare = (text: string | null | undefined) => (text ?? '').replace(/[\u2066-\u2069]/g, '').trim();

/** The whole table of a scene; `moves` are the actions sent. */
function show(scene: string) {
  const moves: unknown[] = [];
  const store = gameTable('schmier', scene, (command: Command) => {
    if (command.type === 'act') moves.push(command['action']);
  });
  render(Table, { store });
  return { moves, view: store.public as Running, own: store.own as Own };
}

it('counts the left bauer and the joker where the engine says', () => {
  const named = { AH: 'high', JH: 'right', JD: 'left', JK: 'joker', '2H': 'low' };
  const view = schmierView({ trump: 'H', named } as never);
  const suits = ['JH', 'JD', 'JK', 'JS', '5D'].map((card) => suitIn(view, card));
  expect(suits).toEqual(['H', 'H', 'H', 'S', 'D']);
});

describe('the auction', () => {
  it('bids what is above the standing bid, and says why nothing else', async () => {
    const { moves } = show('auction');
    await press('num-4');
    expect(bare(screen.getByTestId('reason').textContent)).toBe('The bid must beat 4.');
    await press('num-5');
    expect(bare(screen.getByTestId('sheet-auction').textContent)).toContain('−5');
    await press('confirm');
    expect(moves).toEqual([{ type: 'bid', points: 5 }]);
  });

  it('passes', async () => {
    const { moves } = show('auction');
    await press('pass');
    expect(moves).toEqual([{ type: 'pass' }]);
  });

  it('leaves what was said at the seats', () => {
    const { view } = show('auction');
    const standing = (view.bid as unknown as { seat: number }).seat;
    expect(schmier.call(view, standing)).toMatchObject({ text: { p: { n: 4 } }, strong: true });
  });
});

it('names the trump and counts what each suit would make of the hand', async () => {
  const { moves } = show('trump');
  expect(bare(screen.getByTestId('suit-C').getAttribute('aria-label'))).toBe('clubs, 4 trumps');
  await press('suit-C');
  await press('confirm');
  expect(moves).toEqual([{ type: 'trump', suit: 'C' }]);
});

describe('throwing away', () => {
  it('takes the cards chosen in the hand', async () => {
    const { moves, own } = show('discard');
    const [first, second] = own.legal[0]!['from'] as [Card, Card];
    await press(`card-${first}`);
    await press(`card-${second}`);
    await press(`card-${first}`);
    expect(screen.getByTestId(`card-${second}`).getAttribute('aria-pressed')).toBe('true');
    await press('confirm');
    expect(moves).toEqual([{ type: 'discard', cards: [second] }]);
  });

  it('keeps trumps and no more than three', async () => {
    const { own } = show('discard');
    await press('card-JK');
    expect(bare(screen.getByTestId('reason').textContent)).toContain('is a trump');
    const from = own.legal[0]!['from'] as Card[];
    for (const card of from.slice(0, 4)) await press(`card-${card}`);
    expect(bare(screen.getByTestId('reason').textContent)).toBe('No more than 3 cards.');
  });

  it('brings the dealer back to six, with help', async () => {
    const { moves, own } = show('dealer');
    expect(own.hand).toHaveLength(23);
    await press('confirm');
    expect(moves).toEqual([]);
    await press('fill');
    await press('confirm');
    const [move] = moves as [{ cards: Card[] }];
    expect(move.cards).toHaveLength(17);
    expect(own.legal[0]!['from']).toEqual(expect.arrayContaining(move.cards));
  });

  it('starts from what has to go', async () => {
    const { moves, own } = show('excess');
    const must = own.legal[0]!['must'] as Card[];
    await press(`card-${must[0]}`);
    expect(screen.getByTestId(`card-${must[0]}`).getAttribute('aria-pressed')).toBe('true');
    await press('fill');
    await press('confirm');
    expect((moves[0] as { cards: Card[] }).cards).toEqual(expect.arrayContaining(must));
  });
});

describe('play', () => {
  it('asks for trump when trump is led, and marks what counts as one', () => {
    const { view, own } = show('play');
    expect(schmier.status(view, own, nameOf).text.k).toBe('play.follow.me');
    expect(schmier.cardMark?.(view, 'JC')).toMatchObject({ suit: 'S', name: { k: 'schmier.left' } });
    expect(screen.getByTestId('total-1')).toBeTruthy();
  });

  it('sits partners opposite, the next player on the left', () => {
    show('play');
    const place = (seat: number) => screen.getByTestId(`seat-${seat}`).getAttribute('data-pos');
    expect([0, 1, 2, 3, 4, 5].map(place)).toEqual([
      'bottom',
      'left',
      'top-left',
      'top',
      'top-right',
      'right',
    ]);
  });
});

describe('a hand on the score sheet', () => {
  const row = (points: Record<string, number | null>, bid: number, scores: number[]): Row =>
    ({ k: 1, round: 1, bidder: 4, bid, trump: 'H', points, scores, totals: scores }) as unknown as Row;
  const points = { high: 1, low: 1, right: 0, left: 2, joker: 1, game: null };

  it('counts points by team', () => {
    expect(pointsOf(points, 1)).toEqual(['high', 'low', 'joker']);
    expect(shell.did(row(points, 3, [1, 3, 1]), 4)).toEqual({ took: 3, said: 3, made: true });
    expect(shell.did(row(points, 3, [1, 3, 1]), 0)).toEqual({ took: 1, said: null, made: null });
  });

  it('has a word for every line the engine gives, and for those in the examples', () => {
    const names = gameTable('schmier', 'finished').rows.flatMap((row) => row.breakdown!.flat());
    const shown = [...names, ...shell.examples({}).flatMap(({ lines }) => lines)];
    expect(shown.length).toBeGreaterThan(10);
    for (const { line } of shown) expect(shell.line(line)).toBe(`line.schmier.${line}`);
  });
});

it('says every event of its own', () => {
  const say = (event: object) => schmier.sentence(event as never, nameOf)?.k;
  expect(say({ type: 'called', seat: 1, points: 4 })).toBe('schmier.say.called');
  expect(say({ type: 'trumped', seat: 1, trump: 'H' })).toBe('schmier.say.trumped');
  expect(say({ type: 'discarded', seat: 1, count: 2 })).toBe('schmier.say.discarded');
  expect(say({ type: 'played', seat: 1, card: '2H' })).toBeUndefined();
});
