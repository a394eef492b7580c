import { addWords } from '../../i18n/index.svelte';
import { ar } from './words.ar';
import { en } from './words.en';

export { spades as face } from './face';
export { spades as shell } from './shell';

addWords(en, ar);
