/** The games this app can show, by the name the wire uses. */
import type { GameFace } from './face';
import { estimation } from './estimation/face';

const GAMES: Readonly<Record<string, GameFace>> = { estimation };

/** How a game looks at the table; nothing for one this app does not know. */
export function gameFace(name: string): GameFace | null {
  return GAMES[name] ?? null;
}
