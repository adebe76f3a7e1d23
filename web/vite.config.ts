import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { brotli } from './brotli.ts';
import { shell } from './shell.ts';

// The server embeds dist and serves it under a strict content security policy: no inline code, no other origins.
const server = process.env.BREADBOARD_URL ?? 'http://127.0.0.1:7777';

export default defineConfig({
  plugins: [svelte(), shell(), brotli()],
  build: {
    target: 'es2022',
    // `data:` URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
});
