import { migrate } from '../../../platform/persistence/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print } from '../terminal.js';
import { describeDatabase, withDatabase } from '../use-database.js';

/** Runs the pending migrations and prints their names. */
export async function runMigrate(globals: GlobalOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  await withDatabase(loaded, async (dataSource) => {
    const names = await migrate(dataSource);
    print(describeDatabase(dataSource, loaded));
    for (const name of names) print(`  applied ${name}`);
    if (names.length === 0) print('  nothing to do');
  });
  return 0;
}
