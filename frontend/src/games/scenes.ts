/** Tables of games whose fixtures were taken from the engine (gallery/scenes.py), for development and tests. */
import { fakeAbout, fakePublic, fakeStore } from '../state/fake';
import type { TableStore } from '../state/table.svelte';
import type { Answer, Command, Outcome, Own, Public, Row } from '../wire';
import { gameShell } from './registry';
import schmier from './schmier/scenes.json';
import spades from './spades/scenes.json';

interface Scene {
  public: object;
  own: object;
  rows: object[];
  result: object | null;
  outcome: object | null;
}

const SCENES: Readonly<Record<string, Readonly<Record<string, Scene>>>> = { schmier, spades };
const NAMES = ['أحمد', 'Layla', 'خالد أبو الفتوح', 'Computer 4', 'نور', 'Besnik'];
const RULES: Readonly<Record<string, object>> = {
  schmier: { preset: 'standard', target: 21, max_hands: 1000 },
  spades: { preset: 'two_player', target: 500, max_hands: 1000 },
};

/** The names of a game's scenes. */
export const sceneNames = (game: string): string[] => Object.keys(SCENES[game] ?? {});

/** A table that shows a scene from seat 0. */
export function gameTable(
  game: string,
  name: string,
  sent: (command: Command) => Answer | void = () => {},
): TableStore {
  const scene = SCENES[game]?.[name];
  const teams = gameShell(game)?.teams ?? [];
  if (scene === undefined) throw new RangeError(`no scene ${name} of ${game}`);
  const count = teams.flat().length;
  const bot = (seat: number) => seat === 3;
  const status = scene.outcome === null ? ('playing' as const) : ('finished' as const);
  return fakeStore(
    {
      about: fakeAbout({
        game,
        preset: String((RULES[game] as { preset: string }).preset),
        rules: { ...RULES[game] },
        direction: 'clockwise',
        teams: teams.map((seats) => [...seats]),
        seats: Array.from({ length: count }, (_, seat) => ({
          seat,
          name: bot(seat) ? null : NAMES[seat]!,
          kind: bot(seat) ? 'bot' : 'person',
          level: bot(seat) ? 'simple' : null,
          player: bot(seat) ? null : `p${seat}`,
          host: seat === 0,
        })),
      }),
      public: {
        ...fakePublic({
          status,
          result: scene.result as Row | null,
          outcome: scene.outcome as Outcome | null,
          seats: Array.from({ length: count }, (_, seat) => ({
            kind: bot(seat) ? 'bot' : 'person',
            driven: false,
            left: false,
            ready: scene.result !== null && seat > 1,
          })),
        }),
        ...scene.public,
      } as Public,
      own: scene.own as Own,
      rows: scene.rows as Row[],
    },
    sent,
  );
}
