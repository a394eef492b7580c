/** Puts this person's share of chance into the deal, without asking them: first its hash, then the seed. */
import type { About, Command, Public } from '../wire';
import { hashOf, newClientSeed } from './fair';

const KEY = 'majlis.seal';

/** The seed for one game, the same after a reload. */
function seedFor(table: string, game: number): string {
  const key = `${KEY}.${table}.${game}`;
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) return kept;
    const { seed } = newClientSeed();
    sessionStorage.setItem(key, seed);
    return seed;
  } catch {
    return newClientSeed().seed;
  }
}

/** What this browser put into a game's deal, if it still knows. */
export function mySeed(table: string, game: number): string | null {
  try {
    return sessionStorage.getItem(`${KEY}.${table}.${game}`);
  } catch {
    return null;
  }
}

export class Sealer {
  private game = '';
  private seed = '';
  private sent: 'nothing' | 'hash' | 'seed' = 'nothing';

  constructor(private readonly send: (command: Command) => unknown) {}

  /** Look at the table as it is now and send what is due. */
  look(about: About | null, view: Public): void {
    const seat = about?.me?.seat;
    if (view.status !== 'sealing' || view.seals === null || about == null || seat == null) return;
    const game = `${about.table}.${about.game_no}`;
    if (game !== this.game) {
      this.game = game;
      this.seed = seedFor(about.table, about.game_no);
      this.sent = 'nothing';
    }
    const { hashed, sealed, open } = view.seals;
    if (!hashed[seat] && this.sent === 'nothing') {
      this.sent = 'hash';
      this.send({ type: 'seal', hash: hashOf(this.seed) });
    }
    // Never before the hashes are closed: nobody may choose a seed knowing this one.
    if (hashed[seat] && !sealed[seat] && open && this.sent !== 'seed') {
      this.sent = 'seed';
      this.send({ type: 'seal', seed: this.seed });
    }
  }
}
