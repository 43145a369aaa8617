import { once } from 'node:events';
import { SubjectExport } from '../../../engine/privacy/index.js';
import { systemClock } from '../../../platform/common/clock.js';
import { inTenant } from '../../../platform/common/tenant.js';
import { openEncrypted } from '../../../platform/persistence/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { endWithReaders } from '../standard-output.js';
import { withMigratedDatabase } from '../use-database.js';
import { type ScopeOptions, scopeOf } from './run-erase.js';

/** Writes what is stored of somebody to standard output, as it is read. */
export async function runExport(globals: GlobalOptions, options: ScopeOptions): Promise<ExitCode> {
  const scope = scopeOf(options);
  const loaded = loadCommandConfig(globals);
  endWithReaders();
  await withMigratedDatabase(loaded, async (dataSource) => {
    const { database } = await openEncrypted(dataSource, loaded.config.encryption.keys);
    try {
      await inTenant(loaded.config.auth.tenant, async () => {
        for await (const line of new SubjectExport(database, systemClock).lines(scope)) {
          if (!process.stdout.write(line)) await once(process.stdout, 'drain');
        }
      });
    } finally {
      await database.close();
    }
  });
  return 0;
}
