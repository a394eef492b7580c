/** A table that is being thought up. */
import type { Chat, Clock, GameInfo, NewTable, Watching } from '../wire';

const KEY = 'majlis.last-table';

export interface Draft {
  game: string;
  preset: string;
  /** Every rule value on show, the preset's unless changed. */
  rules: Record<string, unknown>;
  clock: Clock;
  private: boolean;
  watching: Watching;
  chat: Chat;
  bots: number;
  level: string;
}

export function freshDraft(game: GameInfo, level: string): Draft {
  const preset = Object.keys(game.presets)[0] ?? '';
  return {
    game: game.game,
    preset,
    rules: { ...game.presets[preset] },
    clock: 60,
    private: true,
    watching: 'live',
    chat: 'text',
    bots: 0,
    level,
  };
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The rule fields that differ from the preset. */
export function changedRules(draft: Draft, game: GameInfo): Record<string, unknown> {
  const base = game.presets[draft.preset] ?? {};
  return Object.fromEntries(Object.entries(draft.rules).filter(([name, value]) => !equal(value, base[name])));
}

export function requestOf(draft: Draft, game: GameInfo): NewTable {
  const rules = changedRules(draft, game);
  return {
    game: draft.game,
    preset: draft.preset,
    ...(Object.keys(rules).length > 0 ? { rules } : {}),
    private: draft.private,
    clock: draft.clock,
    watching: draft.watching,
    chat: draft.chat,
    ...(draft.bots > 0 ? { bots: { level: draft.level, count: draft.bots } } : {}),
  };
}

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Only a convenience is lost.
  }
}

/** The table made last on this device, if its game and preset still exist. */
export function lastDraft(games: readonly GameInfo[]): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null;
    const game = games.find((one) => one.game === draft?.game);
    if (draft === null || game?.presets[draft.preset] === undefined) return null;
    return { ...draft, rules: { ...game.presets[draft.preset], ...draft.rules } };
  } catch {
    return null;
  }
}
