import { render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gameTable, sceneNames } from '../games/scenes';
import { fakeAbout, fakePublic, fakeRow, fakeRows, fakeTable, type Scene } from '../state/fake';
import { change } from '../state/settings.svelte';
import type { TableStore } from '../state/table.svelte';
import type { Command, GameInfo, Lang } from '../wire';
import { changedRules, freshDraft, keepDraft, lastDraft, requestOf } from './draft';
import End from './End.svelte';
import NetBanner from '../ui/NetBanner.svelte';
import ResultRows from './ResultRows.svelte';
import RoundResult from './RoundResult.svelte';
import ScoreSheet from './ScoreSheet.svelte';
import TableScreen from './TableScreen.svelte';
import WaitingRoom from './WaitingRoom.svelte';

const points = (el: Element | null) =>
  Number(el?.querySelector('[data-num]')?.getAttribute('data-num')?.replace('−', '-'));

beforeEach(() => {
  change({ lang: 'en', digits: 'latn' });
  localStorage.clear();
});

describe('the round result', () => {
  it('shows lines that sum to each score', () => {
    const row = fakeRow();
    const { about } = { about: fakeAbout() };
    render(ResultRows, { row, seats: about.seats, teams: about.teams, game: 'estimation', me: 0 });
    for (let seat = 0; seat < 4; seat += 1) {
      const lines = [...screen.getByTestId(`breakdown-${seat}`).querySelectorAll('div')];
      const score = points(lines.at(-1)!);
      const sum = lines.slice(0, -1).reduce((total, line) => total + points(line), 0);
      expect(sum).toBe(score);
      expect(score).toBe(row.scores[seat]);
    }
  });

  it('shows sum and factor where a round counts twice', () => {
    const row = fakeRow({ factor: 2, scores: [46, -58, 18, 36] });
    const about = fakeAbout();
    render(ResultRows, { row, seats: about.seats, teams: about.teams, game: 'estimation', me: null });
    const text = screen.getByTestId('breakdown-0').textContent;
    expect(text).toContain('+23');
    expect(text).toContain('×2');
    expect(text).toContain('+46');
  });

  it('names who is not ready and sends my readiness', async () => {
    const sent: Command[] = [];
    const store = fakeTable('result', (command) => void sent.push(command));
    render(RoundResult, { store, row: store.public!.result!, onscores() {}, onaside() {} });
    expect(screen.getByTestId('sheet-result').textContent).toContain('خالد أبو الفتوح');
    screen.getByTestId('continue').click();
    await tick();
    expect(sent).toEqual([{ type: 'ready', ready: true }]);
  });

  it.each([
    ['saayda', 'Sa’ayda'],
    ['kaboot', 'Kaboot'],
  ] as [Scene, string][])('has a moment for %s', (scene, word) => {
    const store = fakeTable(scene);
    render(RoundResult, { store, row: store.public!.result!, onscores() {}, onaside() {} });
    expect(screen.getByTestId('moment').textContent).toContain(word);
  });
});

describe('the score sheet', () => {
  const open = () => {
    const about = fakeAbout();
    render(ScoreSheet, {
      rows: fakeRows(),
      seats: about.seats,
      teams: about.teams,
      game: 'estimation',
      rules: about.rules,
      totals: [],
      onclose() {},
    });
    return within(screen.getByTestId('score-sheet'));
  };

  it('is a table of every round, its totals the sums', () => {
    const sheet = open();
    const rows = sheet.getAllByRole('row');
    const totals = [...rows[1]!.querySelectorAll('td')].map(points);
    const sums = [0, 0, 0, 0];
    for (const row of rows.slice(2, 9))
      [...row.querySelectorAll('td')].forEach((cell, seat) => (sums[seat]! += points(cell)));
    expect(sums).toEqual(totals);
  });

  it('marks the trumps fixed for rounds to come', () => {
    const rows = open().getAllByRole('row').slice(-5);
    expect(rows.map((row) => row.querySelector('th')!.textContent!.replace(/\s/g, ''))).toEqual([
      '14NT',
      '15♠',
      '16♥',
      '17♦',
      '18♣',
    ]);
  });

  it('can show running totals', async () => {
    const sheet = open();
    sheet.getByRole('radio', { name: 'Running total' }).click();
    await tick();
    const row = sheet.getAllByRole('row')[8]!;
    expect([...row.querySelectorAll('td')].map(points)).toEqual(fakeRows().at(-1)!.totals);
  });
});

describe('the waiting room', () => {
  const open = (store = fakeTable('waiting')) => {
    render(WaitingRoom, { store, onmenu() {}, onchat() {} });
    return store;
  };

  it('says what start waits for', () => {
    open();
    const start = screen.getByTestId('start');
    expect(start.getAttribute('aria-disabled')).toBe('true');
    expect(start.parentElement!.textContent).toContain('Waiting for 1 more player.');
  });

  it('starts when everybody is there and ready', async () => {
    const sent: Command[] = [];
    const store = fakeTable('waiting', (command) => void sent.push(command));
    store.about = fakeAbout();
    store.public = fakePublic({
      status: 'waiting',
      seats: store.public!.seats.map((seat) => ({ ...seat, kind: 'person', ready: true })),
    });
    open(store);
    screen.getByTestId('start').click();
    await tick();
    expect(sent).toEqual([{ type: 'start' }]);
  });

  it('seats a visitor by one tap on an empty seat', async () => {
    const sent: Command[] = [];
    const store = fakeTable('waiting', (command) => void sent.push(command));
    store.about = { ...store.about!, me: { player: 'p9', name: 'Sami', seat: null, host: false } };
    open(store);
    screen.getByTestId('seat-1').click();
    await tick();
    expect(sent).toEqual([{ type: 'sit', seat: 1 }]);
  });

  /** A table that answers each command with the next of `answers`, then with yes. */
  const answering = (...answers: string[]) => {
    const sent: Command[] = [];
    const store = fakeTable('waiting');
    store.send = async (command) => {
      sent.push(command);
      const code = answers[sent.length - 1] ?? 'ok';
      return code === 'ok' ? { ok: true, seq: sent.length } : { ok: false, code, params: {} };
    };
    open(store);
    return sent;
  };
  const moveTo = async (seat: number) => {
    screen.getByTestId(`seat-${seat}`).click();
    (await screen.findByTestId('sit-here')).click();
  };

  it('keeps my seat when the one I wanted is refused', async () => {
    const sent = answering('ok', 'seat_taken');
    await moveTo(1);
    await vi.waitFor(() =>
      expect(sent).toEqual([
        { type: 'stand', seat: 0 },
        { type: 'sit', seat: 1 },
        { type: 'sit', seat: 0 },
      ]),
    );
  });

  it('asks again when the table finds it too fast', async () => {
    vi.useFakeTimers();
    const sent = answering('too_fast');
    screen.getByTestId('fill-bots').click();
    await vi.runAllTimersAsync();
    const bot = { type: 'bot', seat: 1, level: 'simple' };
    expect(sent).toEqual([bot, bot]);
    vi.useRealTimers();
  });

  it('lets the host change the options, and sends only what changed', async () => {
    const sent = answering();
    screen.getByTestId('change-options').click();
    const sheet = within(await screen.findByTestId('table-options'));
    sheet.getByRole('radio', { name: '120 s' }).click();
    await tick();
    sheet.getByTestId('save-options').click();
    await vi.waitFor(() => expect(sent).toEqual([{ type: 'options', clock: 120 }]));
  });

  it('puts the next player on my right in both languages', async () => {
    open();
    const places = () => [0, 1, 2, 3].map((seat) => screen.getByTestId(`seat-${seat}`).dataset['pos']);
    expect(places()).toEqual(['bottom', 'right', 'top', 'left']);
    change({ lang: 'ar' });
    await tick();
    expect(places()).toEqual(['bottom', 'right', 'top', 'left']);
  });
});

describe('the end', () => {
  it('gives the titles, shared ranks too', () => {
    render(End, { store: fakeTable('finished'), onscores() {}, onmenu() {} });
    const titles = [0, 2, 1, 3].map(
      (seat) => screen.getByTestId(`rank-${seat}`).querySelector('small')!.textContent,
    );
    expect(titles).toEqual(['King', 'Sub-king', 'Kooz', 'Kooz']);
    expect(screen.getByTestId('record-link').getAttribute('href')).toBe(`/r/r-123?key=${'k'.repeat(32)}`);
  });
});

describe('the connection banner', () => {
  it('appears when the connection is lost and goes when it is back', async () => {
    vi.useFakeTimers();
    const store = fakeTable('play');
    render(NetBanner, { store });
    store.connection = 'lost';
    await tick();
    expect(screen.queryByTestId('net-banner')).toBeNull();
    await vi.advanceTimersByTimeAsync(400);
    expect(screen.getByTestId('net-banner').textContent).toContain('Connection lost');
    store.connection = 'open';
    await tick();
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.queryByTestId('net-banner')).toBeNull();
    vi.useRealTimers();
  });

  it('offers to play here when the table is open elsewhere', async () => {
    const store = fakeTable('play');
    const here = vi.spyOn(store, 'playHere');
    render(NetBanner, { store });
    store.connection = 'elsewhere';
    const button = await screen.findByRole('button', { name: 'Play here' });
    button.click();
    expect(here).toHaveBeenCalledOnce();
  });
});

describe('every scene', () => {
  const scenes: Scene[] = ['waiting', 'auction', 'estimate', 'play', 'result', 'finished', 'watching'];
  const tables: [string, () => TableStore][] = [
    ...scenes.map((scene): [string, () => TableStore] => [scene, () => fakeTable(scene)]),
    ...['schmier', 'spades'].flatMap((game) =>
      sceneNames(game).map((scene): [string, () => TableStore] => [
        `${game} ${scene}`,
        () => gameTable(game, scene),
      ]),
    ),
  ];
  const cases = tables.flatMap(([name, table]) =>
    (['ar', 'en'] as Lang[]).map((lang) => [name, lang, table] as const),
  );
  /** Axe takes long on a busy machine (ms). */
  const PATIENCE = 60_000;

  it.each(cases)(
    '%s in %s has no key left untranslated and no accessibility fault',
    { timeout: PATIENCE },
    async (_, lang, table) => {
      change({ lang });
      const { container } = render(TableScreen, { store: table() });
      await tick();
      expect(container.textContent).not.toMatch(/\b[a-z_]+\.[a-z_]+\b/);
      const { violations } = await axe.run(container, {
        rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});

describe('a draft of a table', () => {
  const game: GameInfo = {
    game: 'estimation',
    seats: 4,
    direction: 'counter_clockwise',
    teams: [[0], [1], [2], [3]],
    presets: {
      classic: { length: 'full', risk_levels: [1, 2] },
      daqash: { length: 'full', risk_levels: [0] },
    },
    fields: [],
  };

  it('asks only for the rules that were changed', () => {
    const draft = freshDraft(game, 'simple');
    expect(requestOf(draft, game)).not.toHaveProperty('rules');
    draft.rules['length'] = 'mini';
    draft.rules['risk_levels'] = [1, 2];
    draft.bots = 2;
    expect(changedRules(draft, game)).toEqual({ length: 'mini' });
    expect(requestOf(draft, game)).toMatchObject({
      preset: 'classic',
      rules: { length: 'mini' },
      bots: { level: 'simple', count: 2 },
    });
  });

  it('comes back the next time, unless its preset is gone', () => {
    const draft = { ...freshDraft(game, 'simple'), preset: 'daqash', clock: 30 as const };
    keepDraft(draft);
    expect(lastDraft([game])).toMatchObject({ preset: 'daqash', clock: 30 });
    expect(lastDraft([{ ...game, presets: {} }])).toBeNull();
  });
});
