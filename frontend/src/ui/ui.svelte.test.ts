import { render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { change } from '../state/settings.svelte';
import Button from './Button.svelte';
import { copyText } from './copy';
import { guardFocus } from './focus';
import LiveRegions from './LiveRegions.svelte';
import { assertive, polite } from './live.svelte';
import Num from './Num.svelte';
import Sheet from './Sheet.svelte';
import { toast, toasts } from './toast.svelte';

const html = (text: string) => createRawSnippet(() => ({ render: () => `<div>${text}</div>` }));
const press = (key: string, on: Element = document.activeElement!, shiftKey = false) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));

beforeEach(() => change({ lang: 'en' }));
afterEach(() => {
  document.body.innerHTML = '';
});

describe('a sheet', () => {
  const open = (onclose?: () => void) =>
    render(Sheet, {
      title: 'Round',
      children: html('<button id="one">1</button><button id="two">2</button>'),
      ...(onclose ? { onclose } : {}),
    });

  it('keeps the focus inside and gives it back', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    const { unmount } = open(() => {});
    expect(document.activeElement?.textContent).toBe('Round');
    document.getElementById('two')!.focus();
    press('Tab');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
    press('Tab', document.activeElement!, true);
    expect(document.activeElement?.id).toBe('two');
    unmount();
    await tick();
    expect(document.activeElement).toBe(opener);
  });

  it('closes by Escape when it may be closed', () => {
    const onclose = vi.fn();
    open(onclose);
    press('Escape');
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('is a modal dialog named by its title', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'Round' }).getAttribute('aria-modal')).toBe('true');
  });
});

describe('focus', () => {
  it('goes to the page’s own place when its control vanishes', async () => {
    const stop = guardFocus();
    document.body.innerHTML = '<main data-focus-home tabindex="-1"><button>x</button></main>';
    const button = document.querySelector('button')!;
    button.focus();
    button.remove();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(document.querySelector('main'));
    stop();
  });
});

describe('a refused button', () => {
  it('stays focusable, shows why and does nothing', () => {
    const onclick = vi.fn();
    render(Button, { refused: 'Waiting for 2 more players.', onclick, children: html('Start') });
    render(LiveRegions);
    const button = screen.getByRole('button');
    button.click();
    expect(onclick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    const reason = document.getElementById(button.getAttribute('aria-describedby')!);
    expect(reason?.textContent).toBe('Waiting for 2 more players.');
  });
});

describe('live regions', () => {
  it('say a repeated sentence again, by a new node', async () => {
    render(LiveRegions);
    polite('Layla passes');
    await tick();
    const first = screen.getByTestId('live-polite').firstElementChild;
    polite('Layla passes');
    await tick();
    const second = screen.getByTestId('live-polite').firstElementChild;
    expect(second?.textContent).toBe('Layla passes');
    expect(second).not.toBe(first);
    assertive('Your turn');
    await tick();
    expect(screen.getByTestId('live-assertive').textContent).toBe('Your turn');
  });
});

describe('toasts', () => {
  it('come one at a time', () => {
    vi.useFakeTimers();
    toast('one');
    toast('two');
    toast('one');
    expect(toasts.current?.text).toBe('one');
    vi.advanceTimersByTime(4000);
    expect(toasts.current?.text).toBe('two');
    vi.advanceTimersByTime(4000);
    expect(toasts.current).toBeNull();
    vi.useRealTimers();
  });
});

it('saying something within an effect does not make it run again', async () => {
  let runs = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      runs += 1;
      polite('again');
      assertive('again');
      toast('again');
    });
  });
  await tick();
  await tick();
  expect(runs).toBe(1);
  stop();
});

it('draws a number as one left-to-right whole', () => {
  const { container } = render(Num, { value: -18 });
  const bdi = container.querySelector('bdi')!;
  expect([bdi.dir, bdi.dataset['num'], bdi.textContent]).toEqual(['ltr', '−18', '−18']);
});

it('copies by selection where the page has no clipboard', async () => {
  let copied = '';
  document.execCommand = (command: string) => {
    copied = command === 'copy' ? (document.activeElement as HTMLTextAreaElement).value : '';
    return true;
  };
  vi.stubGlobal('isSecureContext', false);
  await expect(copyText('http://192.168.1.20:8000/t/QHXKTM')).resolves.toBe(true);
  expect(copied).toBe('http://192.168.1.20:8000/t/QHXKTM');
  expect(document.querySelector('textarea')).toBeNull();
});
