import type { EnMessage } from './message';

/** Words of the table itself: seats, hand, bidding panels, status. */
export const en = {} as const satisfies Record<string, EnMessage>;
