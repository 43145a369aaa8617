import { defineConfig } from 'vitest/config';

const folders = (process.env.MUTATION_TESTS ?? 'src').split(',');

export default defineConfig({
  test: {
    include: folders.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.spec.ts`)),
    globalSetup: ['test/helpers/postgres.global.ts'],
    setupFiles: ['test/helpers/leave-as-found.setup.ts'],
    // One mutant is one run of these files: loading the service anew for each would be most of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
