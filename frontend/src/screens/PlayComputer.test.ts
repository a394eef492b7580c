import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '../net/api';
import { router } from '../state/route.svelte';
import { change } from '../state/settings.svelte';
import { toasts } from '../ui/toast.svelte';
import PlayComputer from './PlayComputer.svelte';

beforeEach(() => change({ lang: 'en' }));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ['play-computer', 'estimation', 3],
  ['play-computer-schmier', 'schmier', 5],
  ['play-computer-spades', 'spades', 1],
])('starts a table of computers at once: %s', async (testid, game, count) => {
  const create = vi.spyOn(api, 'create').mockResolvedValue({ code: 'ACDEFG', table: '', url: '' });
  const go = vi.spyOn(router, 'go').mockImplementation(() => {});
  render(PlayComputer);
  await fireEvent.click(screen.getByTestId(testid));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/t/ACDEFG'));
  expect(create.mock.calls).toEqual([
    [{ game, private: true, clock: 0, bots: { level: 'simple', count }, start: true }],
  ]);
});

it('says why there is no table, and may be asked again', async () => {
  const create = vi.spyOn(api, 'create').mockRejectedValue(new ApiError(429, 'too_fast'));
  const show = vi.spyOn(toasts, 'show');
  render(PlayComputer);
  await fireEvent.click(screen.getByTestId('play-computer-spades'));
  await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(1));
  await fireEvent.click(screen.getByTestId('play-computer-spades'));
  await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(2));
});
