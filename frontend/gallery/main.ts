/** Shows one scene of the table from fixtures; `window.gallery` lets a script turn it into any other state. */
import '../src/app.css';
import { mount } from 'svelte';
import { gameTable } from '../src/games/scenes';
import { fakeTable, type Scene } from '../src/state/fake';
import { change } from '../src/state/settings.svelte';
import Table from '../src/table/Table.svelte';
import Pack from './Pack.svelte';

const asked = new URLSearchParams(location.search);
const scene = asked.get('scene') ?? 'play';
change({ lang: asked.get('lang') === 'en' ? 'en' : 'ar' });

const target = document.getElementById('app')!;
if (scene === 'pack') {
  mount(Pack, { target });
} else {
  const game = asked.get('game');
  const store = game === null ? fakeTable(scene as Scene) : gameTable(game, scene);
  Object.assign(window, { gallery: { store, change } });
  mount(Table, { target, props: { store, onscores: () => {}, onmenu: () => {} } });
}
