import { describe, expect, it } from 'vitest';
import { fakeOwn } from '../state/fake';
import { cardSet, filled, pressable, toggled, type CardSet } from './picking';

const SET: CardSet = { type: 'discard', from: ['KC', '9D', '3S', 'TS'], min: 2, max: 2, must: ['KC'] };

describe('the choice of cards', () => {
  it('is read from the engine’s listing', () => {
    const { type, ...bounds } = SET;
    expect(cardSet(fakeOwn({ legal: [{ type, ...bounds }] }))).toEqual(SET);
    expect(cardSet(fakeOwn({ legal: [{ type: 'play', card: '3S' }] }))).toBeNull();
    expect(cardSet(null)).toBeNull();
  });

  it('lets cards be added until it is full, and taken back unless they must go', () => {
    expect([...pressable(SET, ['KC'])]).toEqual(['9D', '3S', 'TS']);
    expect([...pressable(SET, ['KC', '9D'])]).toEqual(['9D']);
  });

  it('turns a card round with each press', () => {
    expect(toggled(['KC'], '9D')).toEqual(['KC', '9D']);
    expect(toggled(['KC', '9D'], '9D')).toEqual(['KC']);
  });

  it('fills up with the lowest', () => {
    expect(filled(SET, ['KC'])).toEqual(['KC', '3S']);
    expect(filled({ ...SET, min: 0 }, [])).toEqual([]);
  });
});
