// `npm run mutation -- FOLDER`: changes a folder of src in small ways, one at a time, and counts which changes a test notices.
import { spawnSync } from 'node:child_process';

/** The tests that judge a folder beside its own specs: of its behaviour, fast and in one process. */
const TESTS = {
  'pending-action': ['test/integration/pending-action'],
  'dialogue-act': [],
  tools: ['test/integration/tools', 'test/integration/http-api'],
};
/** Where they are. */
const ROOMS = {
  'pending-action': 'engine/pending-action',
  'dialogue-act': 'understanding/dialogue-act',
  tools: 'tools',
};
/** No server listens here: on SQLite alone a run takes half as long, and both databases are given the same commands. */
const NO_POSTGRES = 'postgres://127.0.0.1:1/none';

const [folder, ...options] = process.argv.slice(2);
if (!(folder in TESTS)) {
  console.error(
    `usage: npm run mutation -- FOLDER [options of stryker run]; FOLDER is one of ${Object.keys(TESTS).join(', ')}`,
  );
  process.exit(2);
}
const tests = [`src/${ROOMS[folder]}`, ...TESTS[folder]].join(',');
const env = { ...process.env, MUTATION_TESTS: tests, TEST_DATABASE_URL: NO_POSTGRES, REQUIRE_POSTGRES: '' };
const args = ['run', 'test/mutation/stryker.config.json', ...options];
if (!options.includes('--mutate'))
  args.push('--mutate', `src/${ROOMS[folder]}/**/*.ts,!src/**/*.spec.ts,!src/**/index.ts`);
process.exit(spawnSync('stryker', args, { env, stdio: 'inherit' }).status ?? 1);
