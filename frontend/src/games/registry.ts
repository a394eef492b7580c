/**
 * The games this app can show, by the name the wire uses. A new game is one folder and one line here; it is fetched
 * when a table of it opens. (Its words join the types in words.ts and pages.ts.)
 */
import { SvelteMap } from 'svelte/reactivity';
import type { GameFace } from './face';
import type { GameShell } from './game';
import './words';

/** What the index of a game's folder exports. */
export interface Game {
  face: GameFace;
  shell: GameShell;
}

const GAMES: Readonly<Record<string, () => Promise<Game>>> = {
  estimation: () => import('./estimation'),
  schmier: () => import('./schmier'),
  spades: () => import('./spades'),
};

const loaded = new SvelteMap<string, Game>();

/** The games' names; the first is the one that is offered first. */
export const gameNames: readonly string[] = Object.keys(GAMES);

/** Can this app show the game at all? */
export const knownGame = (name: string): boolean => Object.hasOwn(GAMES, name);

/** Fetch a game, once; one that this app does not know stays unknown. Rejects when it cannot be fetched. */
export async function loadGame(name: string): Promise<void> {
  if (!loaded.has(name) && knownGame(name)) addGame(name, await GAMES[name]!());
}

/** Put in a game that is here already. */
export function addGame(name: string, game: Game): void {
  loaded.set(name, game);
}

/** How a game looks at the table; nothing for one that is unknown or not yet here. */
export function gameFace(name: string): GameFace | null {
  return loaded.get(name)?.face ?? null;
}

/** What the screens around the table show of a game. */
export function gameShell(name: string): GameShell | null {
  return loaded.get(name)?.shell ?? null;
}
