import { counted } from '../../../platform/common/counted.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import type { LoadedConfig } from '../../../platform/config/index.js';
import {
  type DataSource,
  ENCRYPTED_TABLES,
  type EncryptionPlace,
  type EncryptionReport,
  openDatabase,
  openEncrypted,
  overwriteFreed,
  RowEncryption,
  retireOtherKeys,
} from '../../../platform/persistence/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { withMigratedDatabase } from '../use-database.js';

interface EncryptOptions {
  readonly batch: number;
  readonly from?: EncryptionPlace;
  readonly decrypt?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Encrypts what is stored already. Ends early, between two batches, on Ctrl-C, and with 1 then. */
export async function runEncrypt(globals: GlobalOptions, options: EncryptOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  if (options.from && !ENCRYPTED_TABLES.includes(options.from.table)) {
    throw new CommandError(
      `Nothing is encrypted in ${options.from.table}.`,
      'Go on as the run that was stopped has said.',
    );
  }
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  try {
    const report = await withMigratedDatabase(loaded, (dataSource) =>
      encrypt(dataSource, loaded, options, stopping.signal),
    );
    progress(describe(report, options), true);
    print(options.json ? JSON.stringify(report, null, 2) : describe(report, options));
    if (report.place === null) return 0;
    if (!options.json) print(`Stopped. Go on with --from ${report.place.table}:${report.place.conversationId}`);
    return 1;
  } finally {
    process.off('SIGINT', stop);
  }
}

async function encrypt(
  dataSource: DataSource,
  { config }: LoadedConfig,
  options: EncryptOptions,
  signal: AbortSignal,
): Promise<EncryptionReport> {
  const { batch, from, decrypt = false, dryRun = false } = options;
  const { database: known, ring } = await openEncrypted(dataSource, config.encryption.keys);
  await known.close();
  if (!ring) throw new CommandError('There are no keys.', 'Set convengine.encryption.keys: docs/encryption.md.');
  const database = openDatabase(dataSource);
  const onProgress = (done: Readonly<EncryptionReport>) => progress(describe(done, options), false);
  try {
    return await acrossTenants(async () => {
      const run = { batch, decrypt, dryRun, from, signal, onProgress };
      const report = await new RowEncryption(database, ring).run(run);
      if (dryRun || report.place !== null) return report;
      // What was written by a run before this one, somebody may have changed since.
      if (!from) await retireOtherKeys(database, decrypt ? '' : ring.current);
      if (report.changed > 0) await overwriteFreed(database);
      return report;
    });
  } finally {
    await database.close();
  }
}

function describe({ rows, changed }: Readonly<EncryptionReport>, { decrypt, dryRun }: EncryptOptions): string {
  const what = decrypt ? 'decrypted' : 'encrypted';
  return `${counted(rows, 'row')} looked at: ${counted(changed, 'text')} ${dryRun ? 'would be' : ''} ${what}`.replace(
    '  ',
    ' ',
  );
}
