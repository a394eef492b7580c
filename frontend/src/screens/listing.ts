/** How a table or a finished game is put into one line. */
import { known, t, type Key } from '../i18n/index.svelte';
import type { Listing, RecordSummary } from '../wire';

export function gameKey(game: string): Key {
  const key = `game.${game}`;
  return known(key) ? key : 'app.name';
}

export function presetName(game: string, preset: string): string {
  const key = `preset.${game}.${preset}`;
  return known(key) ? t(key) : t('preset.custom');
}

export function lengthName(length: string | null | undefined): string | null {
  const key = `length.${length}`;
  return length && known(key) ? t(key) : null;
}

/** Game, preset and length: "Estimation · Classic · 18 rounds"; changed rules are said as well. */
export function summaryOf(table: Pick<Listing, 'game' | 'preset' | 'length' | 'custom'>): string {
  const { game, preset, length, custom } = table;
  return [t(gameKey(game)), presetName(game, preset), lengthName(length), custom && t('preset.custom')]
    .filter(Boolean)
    .join(' · ');
}

/** Who won a finished game: everybody of the best rank, partners and equals alike. */
export function winnersOf(game: Pick<RecordSummary, 'seats'>): RecordSummary['seats'] {
  return game.seats.filter(({ rank }) => rank === 1);
}
