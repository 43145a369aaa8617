import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/longest-first.sequencer.js';

export default defineConfig({
  test: {
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['test/helpers/run-folder.global.ts', 'test/helpers/postgres.global.ts'],
    setupFiles: ['test/helpers/leave-as-found.setup.ts'],
    // A worker loads the service once, not for each file: that would be most of the time.
    isolate: false,
    // One and a half for each core: tests wait for services, browsers and leases for much of their time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/helpers/slowest-files.reporter.ts'],
    // Generous, since a busy machine is no reason to fail: a test that hangs is told from one that is slow, no more.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
