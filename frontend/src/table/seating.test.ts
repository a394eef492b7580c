import { describe, expect, it } from 'vitest';
import { places, readingOrder } from './seating';

describe('places', () => {
  it('puts the next player on my right at a counter-clockwise table', () => {
    expect(places(4, 2, 'counter_clockwise')).toEqual(['top', 'left', 'bottom', 'right']);
  });

  it('puts the next player on my left at a clockwise table', () => {
    expect(places(4, 0, 'clockwise')).toEqual(['bottom', 'left', 'top', 'right']);
    expect(places(6, 5, 'clockwise')[0]).toBe('left');
  });

  it('seats two players face to face and six without a shared place', () => {
    expect(places(2, 1, 'clockwise')).toEqual(['top', 'bottom']);
    expect(new Set(places(6, 3, 'clockwise')).size).toBe(6);
  });

  it('reads the seats as they stand, mine last', () => {
    expect(readingOrder(places(4, 0, 'counter_clockwise'))).toEqual([3, 2, 1, 0]);
  });
});
