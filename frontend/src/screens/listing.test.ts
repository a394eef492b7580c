import { render } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { change } from '../state/settings.svelte';
import type { RecordSummary } from '../wire';
import { presetName, summaryOf, winnersOf } from './listing';
import RecordCard from './RecordCard.svelte';

const plain = (text: string | null) => (text ?? '').replace(/[\u2066-\u2069]/g, '');

beforeEach(() => change({ lang: 'en', digits: 'latn' }));

const seat = (n: number, name: string, team: number, rank: number): RecordSummary['seats'][number] => ({
  seat: n,
  name,
  kind: 'person',
  player: `p${n}`,
  team,
  rank,
  total: rank === 1 ? 21 : 4,
});

const game: RecordSummary = {
  id: 'r1',
  game: 'schmier',
  preset: 'standard',
  length: null,
  private: true,
  ended: 'finished',
  started_at: 0,
  finished_at: 1,
  mine: null,
  share_key: null,
  seats: [seat(0, 'Sara', 0, 1), seat(1, 'Omar', 1, 2), seat(2, 'Hany', 0, 1), seat(3, 'Mona', 1, 2)],
};

// The games themselves are not loaded here: the lobby names their tables before any of them is.
it.each([
  ['estimation', 'classic', 'Classic', 'كلاسيك'],
  ['schmier', 'standard', 'Three teams', 'ثلاثة فرق'],
  ['spades', 'two_player', 'For two', 'للاعبَين'],
])('knows what %s with %s is called', (name, preset, en, ar) => {
  expect(presetName(name, preset)).toBe(en);
  change({ lang: 'ar' });
  expect(presetName(name, preset)).toBe(ar);
});

it('puts the game before its rules', () => {
  const spades = { game: 'spades', preset: 'two_player', length: null, custom: false };
  expect(plain(summaryOf(spades))).toBe('Spades · For two');
  expect(plain(summaryOf({ ...spades, custom: true }))).toBe('Spades · For two · House rules');
  expect(plain(summaryOf({ game: 'estimation', preset: 'classic', length: 'mini', custom: false }))).toBe(
    'Estimation · Classic · Mini · 10 rounds',
  );
});

it('names both partners who won', () => {
  expect(winnersOf(game).map(({ name }) => name)).toEqual(['Sara', 'Hany']);
  const { getByTestId } = render(RecordCard, { game });
  expect(plain(getByTestId('record-card').textContent)).toContain('Sara, Hany');
});
