import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import Card from './Card.svelte';
import { face, printed } from './cards';

afterEach(cleanup);

describe('a card', () => {
  it('is rank then suit, and the joker is neither', () => {
    expect(face('TD')).toEqual({ rank: 'T', suit: 'D' });
    expect(face('JK')).toEqual({ rank: 'JK', suit: null });
    expect(printed('T')).toBe('10');
  });

  it('prints its index and, for courts alone, an emblem', () => {
    const ten = render(Card, { card: 'TD' }).container;
    expect(ten.querySelector('b')?.textContent).toBe('10');
    expect(ten.querySelector('.emblem')).toBeNull();
    const king = render(Card, { card: 'KS' }).container;
    expect(king.querySelector('.emblem use')?.getAttribute('href')).toBe('#court-K');
    expect(king.querySelectorAll('use[href="#pip-S"]')).toHaveLength(2);
  });

  it('shows its back when nobody may know it', () => {
    const back = render(Card).container;
    expect(back.querySelector('.back')).not.toBeNull();
    expect(back.textContent?.trim()).toBe('');
  });
});

describe('the pack', () => {
  const drawing = (name: string) => readFileSync(`src/cards/${name}`, 'utf8');

  it('is drawn in less than 2 kB', () => {
    // Comments and line breaks are not shipped.
    const all = (drawing('Pack.svelte') + drawing('Card.svelte'))
      .replace(/<!--.*?-->|\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ');
    expect(gzipSync(all).length).toBeLessThan(2048);
  });

  it('has a symbol for every sign a card uses', () => {
    const pack = drawing('Pack.svelte');
    for (const id of ['pip-S', 'pip-H', 'pip-D', 'pip-C', 'pip-NT', 'court-K', 'court-Q', 'court-J', 'star'])
      expect(pack).toContain(`id="${id}"`);
  });
});
