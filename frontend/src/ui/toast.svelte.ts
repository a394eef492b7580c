/** Short notes, one at a time: refusals first, then what was done, then what others say. */
import { untrack } from 'svelte';
import type { Refusal } from '../wire';
import { refusalText } from '../i18n/index.svelte';
import { assertive, polite } from './live.svelte';

const SHOWN = 4000;

/** `chat` stays under open sheets and gives way to the others. */
export type ToastKind = 'bad' | 'done' | 'chat';
const ORDER: Readonly<Record<ToastKind, number>> = { bad: 0, done: 1, chat: 2 };

interface Note {
  text: string;
  kind: ToastKind;
}

class Toasts {
  current = $state.raw<(Note & { n: number }) | null>(null);
  private queue: Note[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private n = 0;

  show(text: string, kind: ToastKind): void {
    if (this.current?.text === text || this.queue.some((one) => one.text === text)) return;
    // Of what is said in a burst only the newest waits; the chat itself has it all.
    if (kind === 'chat') this.queue = this.queue.filter((one) => one.kind !== 'chat');
    const shown = this.current;
    const gives = shown !== null && ORDER[shown.kind] > ORDER[kind];
    if (gives && shown.kind !== 'chat') this.queue.unshift({ text: shown.text, kind: shown.kind });
    const before = this.queue.findIndex((one) => ORDER[one.kind] > ORDER[kind]);
    this.queue.splice(before < 0 ? this.queue.length : before, 0, { text, kind });
    if (shown === null || gives) this.next();
  }

  /** Close the one on show. */
  next = (): void => {
    clearTimeout(this.timer);
    const one = this.queue.shift();
    this.current = one === undefined ? null : { ...one, n: (this.n += 1) };
    if (one === undefined) return;
    (one.kind === 'bad' ? assertive : polite)(one.text);
    this.timer = setTimeout(this.next, SHOWN);
  };
}

export const toasts = new Toasts();

export function toast(text: string): void {
  untrack(() => toasts.show(text, 'done'));
}

/** What somebody said. */
export function toastChat(text: string): void {
  untrack(() => toasts.show(text, 'chat'));
}

/** Say why something was refused. */
export function toastRefusal(refusal: Refusal): void {
  untrack(() => toasts.show(refusalText(refusal), 'bad'));
}
