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

/** What a side took and had announced; `made`: whether that is what it wanted (null: nothing was announced). */
export interface Did {
  took: number;
  said: number | null;
  made: boolean | null;
}

export interface ResultProps {
  row: Row;
  seats: { name: string | null; kind: string }[];
  teams: readonly number[][];
}

export interface GameShell {
  /** Who plays together, by seat; the same at every table. */
  teams: readonly number[][];
  rounds(rules: Rules): number;
  /** Each round's trump where the rules fix it. */
  fixedTrumps(rules: Rules): (Trump | null)[];
  /** Roles a seat played in a round: caller, with, risk, … */
  marks(row: Row, seat: SeatNo): Mark[];
  /** Who had won the auction of a round, if there was one. */
  caller(row: Row): SeatNo | null;
  /** What was taken and announced: by a seat, or by the team it belongs to where teams score. */
  did(row: Row, seat: SeatNo): Did;
  /** `did` in words, with `took` and `said`. */
  didText: Key;
  /** How to read a result's rows. */
  legend: Key;
  /** Shown above a result's rows. */
  Summary?: Component<ResultProps>;
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
