/** What a screen reader hears: two regions that exist from the start. A repeated sentence is heard again. */
import { untrack } from 'svelte';

class Live {
  politeText = $state.raw({ n: 0, text: '' });
  assertiveText = $state.raw({ n: 0, text: '' });
}

export const live = new Live();

/** Something happened. */
export function polite(text: string): void {
  live.politeText = { n: untrack(() => live.politeText.n) + 1, text };
}

/** My turn, a refusal, the connection. */
export function assertive(text: string): void {
  live.assertiveText = { n: untrack(() => live.assertiveText.n) + 1, text };
}
