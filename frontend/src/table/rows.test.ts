import { describe, expect, it } from 'vitest';
import { dealtHand, rows, step } from './rows';

const dealt = 'AS KS QS JS TS 9S 8S 7H 6H 5H 4H 3H 2H'.split(' ');

describe('rows', () => {
  it('lays 13 cards as 7 and 6 on a narrow screen, in one row on a wide one', () => {
    expect(rows(dealt, dealt, true).map((row) => row.length)).toEqual([7, 6]);
    expect(rows(dealt, dealt, false).map((row) => row.length)).toEqual([13]);
  });

  it('keeps a card in its row while the hand shrinks', () => {
    const left = dealt.filter((card) => card !== 'KS' && card !== 'QS');
    expect(rows(left, dealt, true)).toEqual([
      dealt.slice(0, 7).filter((c) => left.includes(c)),
      dealt.slice(7),
    ]);
  });

  it('uses one row from seven cards down', () => {
    expect(rows(dealt.slice(3, 10), dealt, true)).toHaveLength(1);
    expect(rows([], dealt, true)).toEqual([]);
  });
});

describe('dealtHand', () => {
  it('remembers the deal while cards leave the hand and starts anew with new cards', () => {
    expect(dealtHand(dealt, dealt.slice(2))).toBe(dealt);
    const next = ['2C', ...dealt.slice(1)];
    expect(dealtHand(dealt, next)).toBe(next);
  });
});

describe('step', () => {
  const cut = rows(dealt, dealt, true);
  it('walks left and right over both rows and stops at the ends', () => {
    expect(step(cut, '8S', 'ArrowRight')).toBe('7H');
    expect(step(cut, 'AS', 'ArrowLeft')).toBe('AS');
    expect(step(cut, '2H', 'ArrowRight')).toBe('2H');
  });
  it('changes the row at about the same place', () => {
    expect(step(cut, '8S', 'ArrowDown')).toBe('2H');
    expect(step(cut, '7H', 'ArrowUp')).toBe('AS');
    expect(step(cut, '7H', 'ArrowDown')).toBe('7H');
  });
  it('starts at the first card', () => {
    expect(step(cut, null, 'ArrowRight')).toBe('AS');
    expect(step(cut, '3H', 'Home')).toBe('AS');
    expect(step(cut, 'AS', 'End')).toBe('2H');
  });
});
