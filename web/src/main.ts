import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { here } from './lib/here.svelte';

here.start();
const target = document.getElementById('app');
if (target) mount(App, { target });
