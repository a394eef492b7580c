import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { change } from '../state/settings.svelte';
import Hand from './Hand.svelte';

const HAND = ['AS', '9S', 'KH', '7H', '2H', 'QC', 'AD', '5D'];

beforeEach(() => change({ lang: 'en' }));
afterEach(cleanup);

function show(over: Record<string, unknown> = {}) {
  const onplay = vi.fn();
  const onrefuse = vi.fn();
  const view = render(Hand, {
    hand: HAND,
    legal: new Set(['KH', '7H', '2H']),
    reason: () => 'You must follow hearts.',
    narrow: true,
    onplay,
    onrefuse,
    ...over,
  });
  return { onplay, onrefuse, ...view };
}

const card = (text: string) => screen.getByTestId(`card-${text}`);

/** A click as browsers send it: a pointer event with its time. */
function press(text: string, pointerType: string, at: number) {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperties(click, { pointerType: { value: pointerType }, timeStamp: { value: at } });
  card(text).dispatchEvent(click);
  return tick();
}

describe('playing with a finger', () => {
  it('lifts with the first tap and plays with the second', async () => {
    const { onplay } = show();
    await press('7H', 'touch', 1000);
    expect(card('7H').dataset['lifted']).toBe('true');
    expect(onplay).not.toHaveBeenCalled();
    await press('7H', 'touch', 1300);
    expect(onplay.mock.calls).toEqual([['7H']]);
  });

  it('does not take a double tap for a decision', async () => {
    const { onplay } = show();
    await press('7H', 'touch', 1000);
    await press('7H', 'touch', 1249);
    expect(onplay).not.toHaveBeenCalled();
    await press('7H', 'touch', 1250);
    expect(onplay).toHaveBeenCalledOnce();
  });

  it('lifts another card instead', async () => {
    const { onplay } = show();
    await press('7H', 'touch', 1000);
    await press('KH', 'touch', 2000);
    expect(card('7H').dataset['lifted']).toBe('false');
    expect(card('KH').dataset['lifted']).toBe('true');
    expect(onplay).not.toHaveBeenCalled();
  });

  it('plays with one tap when that is chosen', async () => {
    const { onplay } = show({ oneTap: true });
    await press('2H', 'touch', 1000);
    expect(onplay).toHaveBeenCalledWith('2H');
  });

  it('plays with a flick up, and the click that ends it is no second tap', async () => {
    const { onplay } = show();
    const finger = { pointerType: 'touch', clientX: 50, bubbles: true };
    await fireEvent(
      card('KH'),
      Object.assign(new MouseEvent('pointerdown', { ...finger, clientY: 700 }), {}),
    );
    await fireEvent(card('KH'), new MouseEvent('pointermove', { ...finger, clientY: 640 }));
    await fireEvent(card('KH'), new MouseEvent('pointerup', { ...finger, clientY: 640 }));
    await press('KH', 'touch', 1000);
    expect(onplay.mock.calls).toEqual([['KH']]);
  });
});

describe('playing with mouse or keyboard', () => {
  it('plays with one press', async () => {
    const { onplay } = show();
    await press('7H', 'mouse', 1000);
    expect(onplay).toHaveBeenCalledWith('7H');
  });

  it('is one tab stop with arrow keys', async () => {
    show();
    const stops = () => HAND.filter((text) => card(text).tabIndex === 0);
    expect(stops()).toEqual(['AS']);
    card('AS').focus();
    await fireEvent.keyDown(card('AS'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(card('9S'));
    expect(stops()).toEqual(['9S']);
    await fireEvent.keyDown(card('9S'), { key: 'End' });
    expect(document.activeElement).toBe(card('5D'));
  });

  it('keeps the focus in the hand when the played card leaves it', async () => {
    const { rerender } = show();
    card('7H').focus();
    await press('7H', '', 1000);
    await rerender({ hand: HAND.filter((text) => text !== '7H'), legal: null });
    await tick();
    expect(document.activeElement?.closest('[data-testid="hand"]')).not.toBeNull();
  });
});

describe('a card that is not allowed', () => {
  it('stays focusable and says why in its name', () => {
    show();
    expect(card('AS').getAttribute('aria-disabled')).toBe('true');
    expect(card('AS').dataset['legal']).toBe('false');
    expect(card('AS').getAttribute('aria-label')).toContain('not allowed');
    expect(card('AS').getAttribute('aria-label')).toContain('You must follow hearts.');
    expect(card('7H').getAttribute('aria-disabled')).toBe('false');
    expect(card('7H').getAttribute('aria-label')).toBe('seven of hearts');
  });

  it('says why over itself when tapped, and nothing is played', async () => {
    const { onplay, onrefuse } = show();
    await press('AS', 'touch', 1000);
    expect(screen.getByTestId('reason').textContent?.trim()).toBe('You must follow hearts.');
    expect(onplay).not.toHaveBeenCalled();
    expect(onrefuse).toHaveBeenCalledWith('AS', 'You must follow hearts.');
  });

  it('is not dimmed when no card is asked', () => {
    show({ legal: null });
    for (const text of HAND) expect(card(text).getAttribute('aria-disabled')).toBe('false');
  });
});
