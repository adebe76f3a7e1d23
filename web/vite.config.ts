import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { brotli } from './brotli.ts';

// The program embeds dist and serves it under a strict content policy: nothing inline, nothing from elsewhere.
const server = process.env.BREADBOARD_URL ?? 'http://127.0.0.1:7777';

export default defineConfig({
  plugins: [svelte(), brotli()],
  build: {
    target: 'es2022',
    // A data: address would need its own line in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
});
