import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTable, type Scene } from '../state/fake';
import { change } from '../state/settings.svelte';
import type { TableStore } from '../state/table.svelte';
import type { Answer, Command, GameEvent, Own, Public } from '../wire';
import Table from './Table.svelte';

beforeEach(() => {
  change({ lang: 'en', oneTap: true });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(scene: Scene, answer?: (command: Command) => Answer | void) {
  const sent: Command[] = [];
  const store = fakeTable(scene, (command) => {
    sent.push(command);
    return answer?.(command);
  });
  render(Table, { store });
  return { store, sent };
}

async function settle() {
  for (let i = 0; i < 4; i++) await tick();
}

/** The server shows the table as it is after some events. */
function update(store: TableStore, events: GameEvent[], over: Partial<Public>, own?: Partial<Own>) {
  const seq = store.seq + 1;
  if (own) store.receive({ t: 'own', seq, own: { ...store.own!, ...own } });
  store.receive({ t: 'table', seq, now: Date.now(), public: { ...store.public!, ...over }, events });
  return settle();
}

const places = () =>
  Object.fromEntries(
    [0, 1, 2, 3].map((seat) => [seat, screen.getByTestId(`seat-${seat}`).getAttribute('data-pos')]),
  );

describe('the seats', () => {
  it('stand the same in both languages: the next player on my right', async () => {
    show('play');
    expect(places()).toEqual({ 0: 'bottom', 1: 'right', 2: 'top', 3: 'left' });
    change({ lang: 'ar' });
    await settle();
    expect(places()).toEqual({ 0: 'bottom', 1: 'right', 2: 'top', 3: 'left' });
  });

  it('turn round to the seat a watcher looks from', async () => {
    show('watching');
    expect(screen.queryByTestId('hand')).toBeNull();
    await fireEvent.click(screen.getByTestId('seat-2'));
    expect(places()).toEqual({ 2: 'bottom', 3: 'right', 0: 'top', 1: 'left' });
  });
});

describe('a card of mine', () => {
  it('lies in my slot before the server has answered', async () => {
    const { sent } = show('play');
    await fireEvent.click(screen.getByTestId('card-7H'));
    expect(screen.getByTestId('trick-card-bottom').getAttribute('data-card')).toBe('7H');
    expect(screen.queryByTestId('card-7H')).toBeNull();
    expect(sent).toEqual([{ type: 'act', at: 88, action: { type: 'play', card: '7H' } }]);
  });

  it('is sent once however often it is pressed', async () => {
    const { sent } = show('play', () => undefined);
    const card = screen.getByTestId('card-7H');
    card.click();
    card.click();
    screen.getByTestId('card-KH').click();
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('comes back with the reason when it is refused', async () => {
    show('play', () => ({ ok: false, code: 'must_follow', params: { suit: 'H' } }));
    await fireEvent.click(screen.getByTestId('card-7H'));
    await settle();
    expect(screen.getByTestId('card-7H')).toBeTruthy();
    expect(screen.queryByTestId('trick-card-bottom')).toBeNull();
    expect(screen.getByTestId('reason').textContent).toContain('hearts');
  });

  it('that is not allowed sends nothing and names the suit', async () => {
    const { sent } = show('play');
    await fireEvent.click(screen.getByTestId('card-AS'));
    expect(sent).toEqual([]);
    expect(screen.getByTestId('reason').textContent).toContain('hearts');
  });
});

describe('a finished trick', () => {
  const cards = [
    { seat: 2, card: '8H' },
    { seat: 3, card: '4H' },
    { seat: 0, card: 'KH' },
    { seat: 1, card: '6H' },
  ];
  const over = (store: TableStore) =>
    update(
      store,
      [
        { type: 'played', seat: 1, card: '6H' },
        { type: 'trick', winner: 0, cards: cards.map(({ card }) => card) },
      ],
      { trick: [], winning: null, last_trick: { leader: 2, cards, winner: 0 }, turn: 0, leader: 0 },
      {
        at: 92,
        hand: ['AS', '7H'],
        legal: [
          { type: 'play', card: 'AS' },
          { type: 'play', card: '7H' },
        ],
        refusals: {},
      },
    );

  it('lies for the hold and then leaves to its winner', async () => {
    const { store } = show('play');
    await over(store);
    expect(screen.getByTestId('trick').children).toHaveLength(4);
    vi.advanceTimersByTime(1199);
    await settle();
    expect(screen.getByTestId('trick').children).toHaveLength(4);
    vi.advanceTimersByTime(1);
    await settle();
    expect(screen.getByTestId('trick').children).toHaveLength(0);
    expect(document.querySelector('.gone')?.getAttribute('data-to')).toBe('bottom');
    vi.advanceTimersByTime(250);
    await settle();
    expect(document.querySelector('.gone')).toBeNull();
  });

  it('gives way at once to the card I lead', async () => {
    const { store } = show('play', () => ({ ok: true, seq: 999 }));
    await over(store);
    await fireEvent.click(screen.getByTestId('card-7H'));
    await settle();
    expect(screen.getByTestId('trick').children).toHaveLength(1);
    expect(screen.getByTestId('trick-card-bottom').getAttribute('data-card')).toBe('7H');
  });

  it('is one tap away afterwards', async () => {
    show('play');
    await fireEvent.click(screen.getByTestId('last-trick'));
    expect(screen.getByTestId('last-trick-cards').querySelectorAll('[data-card]')).toHaveLength(4);
  });
});

describe('what is asked', () => {
  it('stands above the hand, and the hand stays', () => {
    show('auction');
    expect(screen.getByTestId('sheet-auction')).toBeTruthy();
    expect(screen.getByTestId('hand').querySelectorAll('[data-card]')).toHaveLength(13);
  });

  it('is sent once however often it is pressed', async () => {
    const { sent } = show('auction');
    screen.getByTestId('pass').click();
    screen.getByTestId('pass').click();
    await settle();
    screen.getByTestId('pass').click();
    expect(sent).toEqual([{ type: 'act', at: 88, action: { type: 'pass' } }]);
  });

  it('says why the server refused, in the sheet itself', async () => {
    show('auction', () => ({ ok: false, code: 'stale', params: { decision: 89 } }));
    await fireEvent.click(screen.getByTestId('pass'));
    await settle();
    expect(
      screen.getByTestId('sheet-auction').querySelector('[data-testid="reason"]')?.textContent,
    ).toBeTruthy();
  });

  it('never leaves the focus on the page', async () => {
    const { store } = show('auction');
    screen.getByTestId('pass').focus();
    await update(store, [{ type: 'passed', seat: 0 }], { turn: 2 }, { at: null, legal: [], refusals: {} });
    await settle();
    expect(document.activeElement?.closest('[data-testid="hand"]')).not.toBeNull();
  });
});

describe('the bar', () => {
  it('offers a claim only when the engine proves one', async () => {
    const { store, sent } = show('play');
    expect(screen.queryByTestId('claim')).toBeNull();
    await update(store, [], {}, { claimable: 'all' });
    await fireEvent.click(screen.getByTestId('claim'));
    expect(sent).toEqual([{ type: 'claim', tricks: 'all' }]);
  });

  it('gives my seat back when the computer sits in', async () => {
    const { store, sent } = show('play');
    await update(store, [], {
      seats: store.public!.seats.map((seat, i) => (i === 0 ? { ...seat, driven: true } : seat)),
    });
    await fireEvent.click(screen.getByTestId('take-back'));
    expect(sent).toEqual([{ type: 'take_back' }]);
  });

  it('lets nobody but the host end a pause', async () => {
    const { store, sent } = show('play');
    await update(store, [], { paused: true });
    expect(screen.getByTestId('card-7H').getAttribute('data-legal')).toBe('false');
    await fireEvent.click(screen.getByTestId('resume'));
    expect(sent).toEqual([{ type: 'resume' }]);
    store.about = { ...store.about!, me: { ...store.about!.me!, host: false } };
    await settle();
    expect(screen.queryByTestId('resume')).toBeNull();
  });
});
