/** Imported by the pages whose words do not come with every page. */
import '../games/pages';
import { addWords } from './index.svelte';
import { ar } from './pages.ar';
import { en } from './pages.en';

addWords(en, ar);
