import type { ReactionKind } from '../wire';

/** The gestures of the protocol, in the order they are offered. */
export const REACTIONS: readonly ReactionKind[] = [
  'clap',
  'laugh',
  'heart',
  'thumb',
  'tea',
  'wow',
  'sad',
  'angry',
];
