/** The words of the pages about each game: making a table, how to play. */
import { addWords } from '../i18n/index.svelte';
import { ar as schmierAr } from './schmier/pages.ar';
import { en as schmierEn } from './schmier/pages.en';
import { ar as spadesAr } from './spades/pages.ar';
import { en as spadesEn } from './spades/pages.en';

export type GamePageKey = keyof typeof schmierEn | keyof typeof spadesEn;

addWords(schmierEn, schmierAr);
addWords(spadesEn, spadesAr);
