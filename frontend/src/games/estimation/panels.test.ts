import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTable, type Scene } from '../../state/fake';
import { change } from '../../state/settings.svelte';
import type { Running } from '../../wire';
import { bidRange, bidRefusal } from './bids';
import { estimation } from './face';

beforeEach(() => change({ lang: 'en' }));
afterEach(cleanup);

function show(scene: Scene) {
  const store = fakeTable(scene);
  const act = vi.fn();
  const view = store.public as Running;
  const own = store.own!;
  const { body } = estimation.panels[view.phase]!;
  render(body, {
    view,
    own,
    act,
    busy: false,
    picked: [],
    pick: () => {},
    nameOf: (seat: number) => `P${seat}`,
  });
  return { act, own };
}

const press = (testid: string) => fireEvent.click(screen.getByTestId(testid));
const bare = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const reason = () => bare(screen.queryByTestId('reason')?.textContent);

describe('the auction', () => {
  it('shows the numbers from the least a table allows and the trumps from weak to strong', () => {
    const { own } = show('auction');
    expect(bidRange(own)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    const trumps = [...document.querySelectorAll('[data-testid^="suit-"]')].map((el) =>
      el.getAttribute('data-testid'),
    );
    expect(trumps).toEqual(['suit-C', 'suit-D', 'suit-H', 'suit-S', 'suit-NT']);
  });

  it('bids what the button says', async () => {
    const { act } = show('auction');
    await press('num-6');
    await press('suit-S');
    expect(bare(screen.getByTestId('confirm').textContent)).toContain('6');
    expect(bare(screen.getByTestId('confirm').getAttribute('aria-label'))).toBe('Bid 6♠');
    await press('confirm');
    expect(act).toHaveBeenCalledWith({ type: 'bid', tricks: 6, trump: 'S' });
  });

  it('marks a number that no trump makes legal, and says why', async () => {
    const { act } = show('auction');
    expect(screen.getByTestId('num-4').getAttribute('aria-disabled')).toBe('true');
    await press('num-4');
    expect(reason()).toContain('5♥');
    expect(screen.getByTestId('num-4').getAttribute('aria-pressed')).toBe('false');
    await press('confirm');
    expect(act).not.toHaveBeenCalled();
  });

  it('marks the trumps too weak for the number', async () => {
    const { own } = show('auction');
    await press('num-5');
    const weak = ['C', 'D', 'H'].map((suit) =>
      screen.getByTestId(`suit-${suit}`).getAttribute('aria-disabled'),
    );
    expect(weak).toEqual(['true', 'true', 'true']);
    expect(screen.getByTestId('suit-S').getAttribute('aria-disabled')).toBe('false');
    expect(bidRefusal(own, 5, 'H')?.code).toBe('bid_too_low');
    expect(bidRefusal(own, 5, 'NT')).toBeNull();
  });

  it('passes', async () => {
    const { act } = show('auction');
    await press('pass');
    expect(act).toHaveBeenCalledWith({ type: 'pass' });
  });
});

describe('the estimate', () => {
  it('strikes the forbidden number through and says why before it is touched', () => {
    show('estimate');
    expect(screen.getByTestId('num-4').className).toContain('struck');
    expect(reason()).toContain('the total would be 13');
  });

  it('shows what my choice makes the sum, and its risk', async () => {
    show('estimate');
    await press('num-2');
    const text = bare(document.querySelector('.sum')?.textContent);
    expect(text).toContain('11');
    expect(text).toContain('Under −2');
    expect(text).toContain('risk ×1');
  });

  it('names zero and the caller’s number', () => {
    show('estimate');
    expect(bare(screen.getByTestId('num-0').textContent)).toContain('Dash');
    expect(bare(screen.getByTestId('num-5').textContent)).toContain('With');
  });

  it('sends the chosen number and nothing forbidden', async () => {
    const { act } = show('estimate');
    await press('num-4');
    await press('num-9');
    expect(reason()).toContain('5');
    await press('confirm');
    expect(act).not.toHaveBeenCalled();
    await press('num-3');
    await press('confirm');
    expect(act.mock.calls).toEqual([[{ type: 'estimate', tricks: 3 }]]);
  });
});

describe('the two questions before', () => {
  it('offers redeal and avoid, naming the suit only to me', async () => {
    const { act } = show('avoid');
    expect(document.body.textContent).toContain('clubs');
    await press('avoid');
    await press('redeal');
    expect(act.mock.calls).toEqual([[{ type: 'avoid' }], [{ type: 'redeal' }]]);
  });

  it('shows what a dash call pays by the engine’s own numbers', async () => {
    const { act } = show('dash_call');
    const paid = [...document.querySelectorAll('td [data-num]')].map((el) => el.textContent);
    expect(paid).toEqual(['+27', '−28', '+17', '−18']);
    await press('dash_call');
    expect(act).toHaveBeenCalledWith({ type: 'dash_call' });
  });
});
