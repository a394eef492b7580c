/** The games this app can show, by the name the wire uses. A new game is one folder and one line in each list. */
import type { GameFace } from './face';
import type { GameShell } from './game';
import { estimation } from './estimation/face';
import { estimation as estimationShell } from './estimation/shell';
import { schmier } from './schmier/face';
import { schmier as schmierShell } from './schmier/shell';
import { spades } from './spades/face';
import { spades as spadesShell } from './spades/shell';
import './words';

const FACES: Readonly<Record<string, GameFace>> = { estimation, schmier, spades };
const SHELLS: Readonly<Record<string, GameShell>> = {
  estimation: estimationShell,
  schmier: schmierShell,
  spades: spadesShell,
};

/** How a game looks at the table; nothing for one this app does not know. */
export function gameFace(name: string): GameFace | null {
  return FACES[name] ?? null;
}

/** What the screens around the table show of a game. */
export function gameShell(name: string): GameShell | null {
  return SHELLS[name] ?? null;
}
