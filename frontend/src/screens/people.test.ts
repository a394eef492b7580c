import { render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAbout, fakeRows, fakeTable } from '../state/fake';
import { change } from '../state/settings.svelte';
import type { TableStore } from '../state/table.svelte';
import { toasts } from '../ui/toast.svelte';
import type { Command, Deal, Said } from '../wire';
import FairCheck from './FairCheck.svelte';
import { dealsOf, handOf, sorted, tricksOf } from './hands';
import Menu from './Menu.svelte';
import People from './People.svelte';
import Reactions from './Reactions.svelte';
import ScoreSheet from './ScoreSheet.svelte';
import TableScreen from './TableScreen.svelte';

beforeEach(() => change({ lang: 'en', digits: 'latn' }));
afterEach(() => {
  vi.unstubAllGlobals();
  while (toasts.current !== null) toasts.next();
});

async function press(testid: string): Promise<void> {
  screen.getByTestId(testid).click();
  for (let i = 0; i < 4; i += 1) await tick();
}

function table(sent: Command[] = []): TableStore {
  return fakeTable('play', (command) => void sent.push(command));
}

/** I gave my seat up; the server keeps it in my name. */
function afterLeaving(sent: Command[] = []): TableStore {
  const store = table(sent);
  store.about = fakeAbout({ me: { player: 'p1', name: 'Layla', seat: null, host: false } });
  store.own = null;
  store.public = {
    ...store.public!,
    seats: store.public!.seats.map((seat, n) => (n === 1 ? { ...seat, driven: true, left: true } : seat)),
  };
  return store;
}

describe('the people at a running table', () => {
  it('lets the host remove somebody, once asked again', async () => {
    const sent: Command[] = [];
    render(People, { store: table(sent), onclose() {} });
    await press('kick-1');
    expect(sent).toEqual([]);
    await press('sure');
    expect(sent).toEqual([{ type: 'kick', player: 'p1' }]);
  });

  it('lets the host pass the role on', async () => {
    const sent: Command[] = [];
    render(People, { store: table(sent), onclose() {} });
    await press('make-host-2');
    expect(sent).toEqual([{ type: 'host', player: 'p2' }]);
  });

  it('gives the seat of somebody who left to the computer', async () => {
    const sent: Command[] = [];
    const store = afterLeaving(sent);
    store.about = fakeAbout();
    render(People, { store, onclose() {} });
    expect(screen.queryByTestId('make-host-1')).toBeNull();
    await press('give-1');
    await press('sure');
    expect(sent).toEqual([{ type: 'bot', seat: 1, level: 'simple' }]);
  });

  it('offers nothing to anybody else', () => {
    const store = table();
    store.about = fakeAbout({ me: { player: 'p1', name: 'Layla', seat: 1, host: false } });
    render(People, { store, onclose() {} });
    expect(screen.queryAllByTestId(/^(kick|make-host|give)-/)).toEqual([]);
  });

  it('opens from a seat at the table and from the menu', async () => {
    const onopen = vi.fn();
    render(Menu, { store: table(), onclose() {}, onopen });
    await press('open-people');
    expect(onopen).toHaveBeenCalledWith('people');
    render(TableScreen, { store: table() });
    await press('seat-2');
    expect(within(screen.getByTestId('sheet-people')).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('somebody who left', () => {
  it('is offered the seat again at the table and in the menu', async () => {
    const sent: Command[] = [];
    const store = afterLeaving(sent);
    render(TableScreen, { store });
    await press('take-back');
    render(Menu, { store, onclose() {}, onopen() {} });
    await press('menu-take-back');
    expect(sent).toEqual([{ type: 'take_back' }, { type: 'take_back' }]);
  });
});

describe('a watcher', () => {
  it('is told so, from whose side, and how many watch', () => {
    const store = fakeTable('watching');
    store.who = { ...store.who, watchers: 3 };
    render(TableScreen, { store });
    expect(screen.getByTestId('watchers').textContent).toContain('Watching');
    expect(screen.getByTestId('watchers').querySelector('[data-num]')?.getAttribute('data-num')).toBe('3');
    expect(screen.getByTestId('watching').textContent).toContain('أحمد');
    expect(screen.getByTestId('status').textContent).toContain('أحمد');
  });

  it('is told when the deal can be checked, instead of a failure', () => {
    render(FairCheck, { store: fakeTable('watching') });
    expect(screen.getByTestId('fair-later').textContent).toContain('when the game is over');
    expect(screen.queryByTestId('fair-check')).toBeNull();
  });
});

describe('the fair check', () => {
  it('names the refusal the server gave', async () => {
    vi.stubGlobal('fetch', async () => ({
      ok: false,
      status: 429,
      json: async () => ({ code: 'too_fast', params: {} }),
    }));
    const store = table();
    store.about = fakeAbout({ client_seeds: ['', '', '', ''] });
    render(FairCheck, { store });
    await press('fair-check');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Slower, please.'));
  });
});

describe('chat notes', () => {
  const note = () => toasts.current?.text;
  const line = (n: number, at: number, text = `line ${n}`): Said => ({
    id: `s${n}`,
    seat: 2,
    name: 'خالد',
    text,
    at,
  });
  const say = async (store: TableStore, ...lines: Said[]) => {
    for (const one of lines) store.receive({ t: 'said', ...one });
    await tick();
  };

  it('leave out what was said before this page began', async () => {
    const store = table();
    render(Reactions, { store, chatOpen: false });
    await tick();
    await say(store, line(1, Date.now() - 60_000));
    expect(note()).toBeUndefined();
    await say(store, line(2, Date.now() + 1000));
    expect(note()).toContain('line 2');
  });

  it('still come after more lines than are kept', async () => {
    const store = table();
    const now = Date.now();
    render(Reactions, { store, chatOpen: false });
    await tick();
    for (let n = 1; n <= 201; n += 1) await say(store, line(n, now + n));
    while (toasts.current !== null) toasts.next();
    await say(store, line(300, now + 300));
    expect(note()).toContain('line 300');
  });
});

const deal = (over: Partial<Deal>): Deal => ({
  round: 1,
  attempt: 0,
  dealer: 0,
  hands: [
    ['2C', 'AS'],
    ['KH', '3D'],
  ],
  actions: [
    [0, { type: 'bid', tricks: 1 }],
    [0, { type: 'play', card: 'AS' }],
    [1, { type: 'play', card: '3D' }],
    [0, { type: 'play', card: '2C' }],
    [1, { type: 'play', card: 'KH' }],
  ],
  outcome: 'scored',
  ...over,
});

describe('opened hands', () => {
  it('belong to a played round, with the deals thrown in before it', () => {
    const all = [deal({}), deal({ outcome: 'redealt' }), deal({ attempt: 1, outcome: 'failed' })];
    expect(dealsOf(all, 1)).toEqual([all[0]]);
    expect(dealsOf(all, 2)).toEqual([all[1], all[2]]);
    expect(dealsOf(all, 3)).toEqual([]);
  });

  it('lie in order; where nothing was dealt, what was played', () => {
    expect(sorted(['2C', 'TD', 'AS', 'JK', 'KS'])).toEqual(['JK', 'AS', 'KS', '2C', 'TD']);
    expect(handOf(deal({ hands: [[], []] }), 1)).toEqual(['KH', '3D']);
  });

  it('tell each trick’s winner by who leads the next', () => {
    expect(tricksOf(deal({}), 2).map(({ winner }) => winner)).toEqual([0, null]);
  });

  it('open from the score sheet, asked of the server once', async () => {
    const hands = [['AS'], ['KH'], ['QD'], ['JC']];
    const rows = fakeRows();
    const fetched = vi.fn(async () => ({
      ok: true,
      json: async () => ({ deals: rows.map(({ round }) => deal({ round, hands, actions: [] })) }),
    }));
    vi.stubGlobal('fetch', fetched);
    const store = table();
    store.rows = rows;
    const { about } = store;
    render(ScoreSheet, {
      rows,
      seats: about!.seats,
      teams: about!.teams,
      game: 'estimation',
      rules: about!.rules,
      totals: [],
      store,
      onclose() {},
    });
    await press('open-hands-1');
    await vi.waitFor(() => expect(screen.getByTestId('hand-of-1').textContent).toContain('king of hearts'));
    await press('hands-back');
    await press('open-hands-2');
    expect(screen.getByTestId('hands')).toBeTruthy();
    expect(fetched).toHaveBeenCalledOnce();
  });
});
