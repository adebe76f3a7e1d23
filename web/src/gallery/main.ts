import { mount } from 'svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (target) mount(Gallery, { target });
