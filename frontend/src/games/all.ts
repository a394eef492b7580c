/** Every game at once, for development and tests. */
import * as estimation from './estimation';
import { addGame } from './registry';
import * as schmier from './schmier';
import * as spades from './spades';

addGame('estimation', estimation);
addGame('schmier', schmier);
addGame('spades', spades);
