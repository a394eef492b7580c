/** Who is who at a running table, beyond the seats in play. */
import type { SeatNo } from '../wire';
import type { TableStore } from './table.svelte';

/** The seat I left and can still take back. */
export function leftSeat(store: TableStore): SeatNo | null {
  const me = store.about?.me ?? null;
  const view = store.public;
  if (me === null || me.seat !== null || view === null) return null;
  if (view.status !== 'playing' && view.status !== 'sealing') return null;
  const seat = store.about!.seats.find(({ player }) => player === me.player)?.seat;
  return seat !== undefined && view.seats[seat]?.left ? seat : null;
}

/** May I open the cards of finished rounds? Watchers may when the table says so, and everybody after the game. */
export function mayOpenHands(store: TableStore): boolean {
  const about = store.about;
  const status = store.public?.status;
  if (about === null) return false;
  if (status === 'finished' || status === 'abandoned') return true;
  return about.me?.seat != null || about.options.watching === 'after_round';
}
