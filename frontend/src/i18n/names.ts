/** What a seat is called: its person's name, the computer's number, or that nobody sits there. */
import { t } from './index.svelte';

export function seatName(one: { name: string | null; kind: string } | undefined, seat: number): string {
  if (one?.name) return one.name;
  return one?.kind === 'bot' ? t('seat.computer_n', { n: { words: String(seat + 1) } }) : t('seat.empty');
}
