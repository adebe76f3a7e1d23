import { defineConfig } from 'vitest/config';

// Plain logic only, in Node: what needs a browser is tested in a browser, under e2e.
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } });
