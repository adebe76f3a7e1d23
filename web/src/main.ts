import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { navigation } from './lib/navigation.svelte';
import { keepShell } from './lib/shell';

/** How long the first page waits for its typefaces, in milliseconds; without them it uses those of the system. */
const FONT_PATIENCE = 300;

navigation.start();
const target = document.getElementById('app');
const fonts = Promise.all(['400 1em Figtree', '700 1em Fraunces'].map((font) => document.fonts.load(font)));
const patience = new Promise((done) => setTimeout(done, FONT_PATIENCE));
void Promise.race([fonts.catch(() => {}), patience]).then(() => {
  if (target) mount(App, { target });
  keepShell();
});
