import { addWords } from '../../i18n/index.svelte';
import { ar } from './words.ar';
import { en } from './words.en';

export { schmier as face } from './face';
export { schmier as shell } from './shell';

addWords(en, ar);
