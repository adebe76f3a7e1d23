import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { loadLanguage } from './i18n';
import { navigation } from './lib/navigation.svelte';
import { keepShell } from './lib/shell';

/** How long the first page waits for its typefaces, in milliseconds; without them it uses those of the system. */
const FONT_PATIENCE = 300;

navigation.start();
const target = document.getElementById('app');
// A table does without the display face (styles/tokens.css).
const faces = ['400 1em Figtree', ...(navigation.route.page === 'table' ? [] : ['700 1em Fraunces'])];
document.documentElement.dataset['page'] = navigation.route.page;
const fonts = Promise.all(faces.map((font) => document.fonts.load(font)));
// The front page arrives while its typefaces do.
if (navigation.route.page === 'home') void import('./pages/Home.svelte').catch(() => {});
const patience = new Promise((done) => setTimeout(done, FONT_PATIENCE));
void Promise.all([loadLanguage(), Promise.race([fonts.catch(() => {}), patience])]).then(() => {
  if (target) mount(App, { target });
  keepShell();
});
