/** Words that games share join the dictionaries here; those of one game come with it. */
import { addWords } from '../i18n/index.svelte';
import type { en as schmierEn } from './schmier/words.en';
import type { en as spadesEn } from './spades/words.en';
import { ar } from './words.ar';
import { en } from './words.en';

export type GameKey = keyof typeof en | keyof typeof schmierEn | keyof typeof spadesEn;

addWords(en, ar);
