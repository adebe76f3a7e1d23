import { defineConfig } from 'vitest/config';

// Logic without a browser; browser tests are in e2e.
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } });
