import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['test/helpers/postgres.global.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
