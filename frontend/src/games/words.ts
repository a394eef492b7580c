/** The words that games bring to the table; they join the dictionaries with the registry. */
import { addWords } from '../i18n/index.svelte';
import { ar as schmierAr } from './schmier/words.ar';
import { en as schmierEn } from './schmier/words.en';
import { ar as spadesAr } from './spades/words.ar';
import { en as spadesEn } from './spades/words.en';
import { ar as sharedAr } from './words.ar';
import { en as sharedEn } from './words.en';

export type GameKey = keyof typeof sharedEn | keyof typeof schmierEn | keyof typeof spadesEn;

addWords(sharedEn, sharedAr);
addWords(schmierEn, schmierAr);
addWords(spadesEn, spadesAr);
