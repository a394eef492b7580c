import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../state/settings.svelte';
import Table from '../../table/Table.svelte';
import type { Card, Command, Own, Row, Running } from '../../wire';
import { gameTable } from '../scenes';
import { spades } from './face';
import { spades as shell } from './shell';

beforeEach(() => change({ lang: 'en' }));
afterEach(cleanup);

const nameOf = (seat: number) => `P${seat}`;
const press = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const bare = (text: string | null | undefined) => (text ?? '').replace(/[\u2066-\u2069]/g, '').trim();

function show(scene: string) {
  const moves: unknown[] = [];
  const store = gameTable('spades', scene, (command: Command) => {
    if (command.type === 'act') moves.push(command['action']);
  });
  render(Table, { store });
  return { moves, view: store.public as Running, own: store.own as Own };
}

describe('the score', () => {
  it('has a word for every line the engine gives, and for those in the examples', () => {
    const names = gameTable('spades', 'finished').rows.flatMap((row) => row.breakdown!.flat());
    const shown = [...names, ...shell.examples({}).flatMap(({ lines }) => lines)];
    expect(shown.length).toBeGreaterThan(10);
    for (const { line } of shown) expect(shell.line(line)).toBe(`line.spades.${line}`);
  });

  it('calls a failed nil missed and any bid reached made', () => {
    const row = { bids: [0, 4], took: [2, 11], double_nil: [true, false], bags: [0, 7] } as unknown as Row;
    expect([shell.did(row, 0).made, shell.did(row, 1).made]).toEqual([false, true]);
    expect(shell.moment(row)).toBeNull();
  });
});

it.each(['double_nil', 'draw'])('answers the first question with %s', async (answer) => {
  const { moves } = show('double_nil');
  expect(bare(screen.getByTestId('sheet-double-nil').textContent)).toContain('+200');
  await press(answer);
  expect(moves).toEqual([{ type: answer }]);
});

describe('the draft', () => {
  it.each(['keep', 'decline'])('shows the card and takes the answer %s', async (answer) => {
    const { moves, own } = show('draft');
    expect(screen.getByTestId('drawn').getAttribute('data-card')).toBe(
      (own as never as { drawn: Card }).drawn,
    );
    await press(answer);
    expect(moves).toEqual([{ type: answer }]);
  });

  it('names what was declined, and how far it is', () => {
    show('draft');
    expect(screen.getByTestId('seen').querySelectorAll('[data-num]').length).toBeGreaterThan(2);
    expect(bare(document.querySelector('.turn')?.textContent)).toContain('8/13');
  });

  it('stays while the other looks, and does nothing then', async () => {
    const { moves } = show('waiting');
    expect(screen.getByTestId('sheet-draft')).toBeTruthy();
    await press('keep');
    expect(moves).toEqual([]);
  });
});

describe('the exchange', () => {
  it('gives up the chosen cards, three at most', async () => {
    const { moves, own } = show('exchange');
    for (const card of own.hand.slice(0, 4)) await press(`card-${card}`);
    expect(bare(screen.getByTestId('reason').textContent)).toBe('No more than 3 cards.');
    await press('confirm');
    expect(moves).toEqual([{ type: 'exchange', cards: own.hand.slice(0, 3) }]);
  });

  it('may be left', async () => {
    const { moves } = show('exchange');
    await press('confirm');
    expect(moves).toEqual([{ type: 'exchange', cards: [] }]);
  });
});

it('bids a number, with nil named and what it pays', async () => {
  const { moves } = show('bid');
  expect(bare(screen.getByTestId('num-0').textContent)).toContain('Nil');
  await press('num-5');
  expect(bare(document.querySelector('.more')?.textContent)).toContain('+50');
  await press('confirm');
  expect(moves).toEqual([{ type: 'bid', tricks: 5 }]);
});

describe('play', () => {
  it('says that spades are not broken', async () => {
    const { moves, own } = show('play');
    const spade = own.hand.find((card) => card.endsWith('S'))!;
    await press(`card-${spade}`);
    expect(bare(screen.getByTestId('reason').textContent)).toBe('Spades are not broken yet.');
    expect(moves).toEqual([]);
  });

  it('counts bags and needs at the seats', () => {
    const { view } = show('play');
    const game = (over: object) => ({ ...view, ...over }) as Running;
    expect(spades.pill(game({ bids: [5, 6], taken: [7, 2] }), 0)?.state).toBe('made');
    expect(spades.pill(game({ bids: [0, 6], taken: [1, 2] }), 0)?.state).toBe('over');
    expect(spades.marks(game({ bags: [3, 0] }), 0)).toEqual([
      { icon: 'note', text: { k: 'spades.bags', p: { n: 3 } } },
    ]);
    expect(spades.status(game({ bids: [5, 6], taken: [2, 2] }), null, nameOf).more).toBeUndefined();
  });
});
