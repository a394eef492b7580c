/** Short notes, one at a time. */
import { untrack } from 'svelte';
import type { Refusal } from '../wire';
import { refusalText } from '../i18n/index.svelte';
import { assertive, polite } from './live.svelte';

const SHOWN = 4000;

class Toasts {
  current = $state.raw<{ n: number; text: string; bad: boolean } | null>(null);
  private queue: { text: string; bad: boolean }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private n = 0;

  show(text: string, bad: boolean): void {
    if (this.current?.text === text || this.queue.some((one) => one.text === text)) return;
    this.queue.push({ text, bad });
    if (this.current === null) this.next();
  }

  /** Close the one on show. */
  next = (): void => {
    clearTimeout(this.timer);
    const one = this.queue.shift();
    this.current = one === undefined ? null : { ...one, n: (this.n += 1) };
    if (one === undefined) return;
    (one.bad ? assertive : polite)(one.text);
    this.timer = setTimeout(this.next, SHOWN);
  };
}

export const toasts = new Toasts();

export function toast(text: string): void {
  untrack(() => toasts.show(text, false));
}

/** Say why something was refused. */
export function toastRefusal(refusal: Refusal): void {
  untrack(() => toasts.show(refusalText(refusal), true));
}
