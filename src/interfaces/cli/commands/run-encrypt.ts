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
  RowEncryption,
  retireOtherKeys,
} from '../../../platform/persistence/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { overwriteFile } from '../overwrite-file.js';
import { print, progress } from '../terminal.js';
import { untilToldToEnd } from '../until-told-to-end.js';
import { withMigratedDatabase } from '../use-database.js';

interface EncryptOptions {
  readonly batch: number;
  readonly from?: EncryptionPlace;
  readonly decrypt?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** What a run has done, and where the texts of before still stand at its end, on SQLite. */
interface Encrypted {
  readonly report: EncryptionReport;
  readonly stays?: string | undefined;
}

/** Encrypts what is stored already. Ends early, between two batches, on Ctrl-C and SIGTERM, and with 1 then. */
export async function runEncrypt(globals: GlobalOptions, options: EncryptOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  if (options.from && !ENCRYPTED_TABLES.includes(options.from.table)) {
    throw new CommandError(
      `Nothing is encrypted in ${options.from.table}.`,
      'Go on as the run that was stopped has said.',
    );
  }
  const { report, stays } = await untilToldToEnd((signal) =>
    withMigratedDatabase(loaded, (dataSource) => encrypt(dataSource, loaded, options, signal)),
  );
  progress(describe(report, options), true);
  const outcome = options.dryRun ? report : { ...report, isOverwritten: report.place === null && stays === undefined };
  print(options.json ? JSON.stringify(outcome, null, 2) : describe(report, options));
  const left = whatIsLeft(report, stays);
  if (left !== undefined && !options.json) print(left);
  return left === undefined ? 0 : 1;
}

/** What is still to be done, and how; undefined where that is nothing. */
function whatIsLeft({ place }: EncryptionReport, stays: string | undefined): string | undefined {
  if (place !== null) return `Stopped. Go on with --from ${place.table}:${place.conversationId}`;
  return stays === undefined ? undefined : `What was there before ${stays}: run the same command again later.`;
}

async function encrypt(
  dataSource: DataSource,
  { config }: LoadedConfig,
  options: EncryptOptions,
  signal: AbortSignal,
): Promise<Encrypted> {
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
      if (dryRun || report.place !== null) return { report };
      // What was written by a run before this one, somebody may have changed since.
      if (!from) await retireOtherKeys(database, decrypt ? '' : ring.current);
      // Also where nothing was left to change: a run before this one may have been killed while it wrote the file anew.
      return { report, stays: await overwriteFile(database) };
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
