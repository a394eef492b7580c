/**
 * Where seats stand around the table. Places are physical: they never mirror with the language.
 * "first" is the place of the next player in turn, and so on round to the player before me.
 */
export type Direction = 'counter_clockwise' | 'clockwise';

export type Place = 'bottom' | 'right' | 'top-right' | 'top' | 'top-left' | 'left';

/** Places counter-clockwise from the bottom: the next player sits on my right. */
const COUNTER_CLOCKWISE: Readonly<Record<number, readonly Place[]>> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'right', 'left'],
  4: ['bottom', 'right', 'top', 'left'],
  5: ['bottom', 'right', 'top-right', 'top-left', 'left'],
  6: ['bottom', 'right', 'top-right', 'top', 'top-left', 'left'],
};

/** The place of every seat, indexed by seat, as seen from `me`. */
export function places(count: number, me: number, direction: Direction): Place[] {
  const ring = COUNTER_CLOCKWISE[count];
  if (ring === undefined) throw new RangeError(`no table of ${count}`);
  return Array.from({ length: count }, (_, seat) => {
    const turns = (seat - me + count) % count;
    const at = direction === 'counter_clockwise' ? turns : (count - turns) % count;
    return ring[at] ?? 'bottom';
  });
}

/** Seats in the order they stand on screen, left to right and top to bottom, me last. */
const READING: readonly Place[] = ['left', 'top-left', 'top', 'top-right', 'right', 'bottom'];

export function readingOrder(at: readonly Place[]): number[] {
  return at.map((_, seat) => seat).sort((a, b) => READING.indexOf(at[a]!) - READING.indexOf(at[b]!));
}
