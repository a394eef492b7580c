import type { EnMessage } from './message';

/** Words of the screens around the table. */
export const en = {
  'net.lost': 'Connection lost. Trying again…',
} as const satisfies Record<string, EnMessage>;
