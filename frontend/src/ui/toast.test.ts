import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { change } from '../state/settings.svelte';
import { toast, toastChat, toastRefusal, toasts } from './toast.svelte';

beforeEach(() => {
  change({ lang: 'en' });
  vi.useFakeTimers();
});
afterEach(() => {
  while (toasts.current !== null) toasts.next();
  vi.useRealTimers();
});

const shown = () => {
  const texts: string[] = [];
  for (; toasts.current !== null; toasts.next()) texts.push(toasts.current.text);
  return texts;
};

describe('notes', () => {
  it('put a refusal before everything that waits, and in place of what somebody says', () => {
    toastChat('first');
    toastChat('second');
    toast('done');
    toastRefusal({ code: 'not_host', params: {} });
    expect(shown()).toEqual(['Only the host may do that.', 'done', 'second']);
  });

  it('keep only the newest of a burst of chat', () => {
    for (const text of ['one', 'two', 'three', 'four']) toastChat(text);
    expect(shown()).toEqual(['one', 'four']);
  });
});
