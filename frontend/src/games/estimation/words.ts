import { bidText, ltr, number, suitName, words, type Param } from '../../i18n/index.svelte';
import type { Trump } from '../../wire';

/** A bid as part of a sentence: `5♥`; no trump has no sign and is said in words. */
export function bidSaid(tricks: number, trump: Trump): Param {
  return trump === 'NT' ? words(`${number(tricks)} ${suitName('NT')}`) : ltr(bidText(tricks, trump));
}

/** `×2` */
export function times(factor: number): string {
  return `×${number(factor)}`;
}
