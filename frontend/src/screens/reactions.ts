import type { ReactionKind } from '../wire';

/** The gestures of the protocol and their faces. */
export const REACTIONS = {
  clap: '👏',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  heart: '❤️',
  thumb: '👍',
  tea: '🫖',
} as const satisfies Record<ReactionKind, string>;
