import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { applyToPage } from './state/settings.svelte';

applyToPage();
const target = document.getElementById('app');
if (target) mount(App, { target });
