/** What the screens around the table ask of a game. Each game answers in its own folder; nobody asks "which game?". */
import type { Component } from 'svelte';
import type { Key, MessageParams } from '../i18n/index.svelte';
import type { BreakdownLine, Row, SeatNo, Trump } from '../wire';

export type Rules = Record<string, unknown>;

export interface Mark {
  key: Key;
  tone: 'gold' | 'good' | 'bad' | 'plain';
}

/** A worked score: what happened and the lines it brings. */
export interface Example {
  what: Key;
  params: MessageParams;
  lines: BreakdownLine[];
}

export interface GameShell {
  rounds(rules: Rules): number;
  /** Each round's trump where the rules fix it. */
  fixedTrumps(rules: Rules): (Trump | null)[];
  /** Roles a seat played in a round: caller, with, risk, … */
  marks(row: Row, seat: SeatNo): Mark[];
  /** Tricks taken and announced. */
  did(row: Row, seat: SeatNo): { took: number; said: number | null };
  /** The dictionary's word for a line of the breakdown. */
  line(line: string): Key;
  /** A round that deserves a moment. */
  moment(row: Row): { key: Key; text: Key } | null;
  /** What a final rank is called; `ranks` are everybody's. */
  title(rank: number, ranks: readonly number[]): Key | null;
  preset(name: string): { name: Key; lines: [Key, Key] } | null;
  /** Rule fields that are always offered, then those behind "more rules", by heading. */
  mainFields: readonly string[];
  moreFields: readonly { heading: Key; fields: readonly string[] }[];
  examples(rules: Rules): Example[];
  HowTo: () => Promise<{ default: Component<{ rules: Rules }> }>;
}
