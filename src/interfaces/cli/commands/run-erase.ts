import { Eraser, type ErasureProgress, type ErasureResult, type PersonalScope } from '../../../engine/privacy/index.js';
import { findReceipt } from '../../../platform/audit/index.js';
import { counted } from '../../../platform/common/counted.js';
import { inTenant } from '../../../platform/common/tenant.js';
import { clockOf, type Database, openEncrypted } from '../../../platform/persistence/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { overwriteFile } from '../overwrite-file.js';
import { print, progress } from '../terminal.js';
import { untilToldToEnd } from '../until-told-to-end.js';
import { withMigratedDatabase } from '../use-database.js';

/** How long the command waits for turns that are at work. */
const WAIT_MS = 30_000;

interface EraseOptions extends ScopeOptions {
  readonly by?: string;
  readonly dryRun?: boolean;
  readonly verify?: number;
  readonly json?: boolean;
}

/** What a command names a person, or a conversation, by. */
export interface ScopeOptions {
  readonly subject?: string;
  readonly conversation?: string;
}

/** @throws CommandError unless exactly one of both is named */
export function scopeOf({ subject, conversation }: ScopeOptions): PersonalScope {
  if (subject !== undefined && conversation === undefined) return { subject };
  if (conversation !== undefined && subject === undefined) return { conversationId: conversation };
  throw new CommandError('Nobody is named, or too many are.', 'Give either --subject ID or --conversation ID.');
}

/** Erases what is stored of somebody. Ends with 1 while something is left, or where a receipt does not hold. */
export async function runErase(globals: GlobalOptions, options: EraseOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const work = prepare(options, loaded.config.privacy.keepConsent);
  return untilToldToEnd((signal) =>
    withMigratedDatabase(loaded, async (dataSource) => {
      const { database } = await openEncrypted(dataSource, loaded.config.encryption.keys);
      return inTenant(loaded.config.auth.tenant, () => work(database, signal)).finally(() => database.close());
    }),
  );
}

type Work = (database: Database, signal: AbortSignal) => Promise<ExitCode>;

/** What the options ask for, looked at before anything is opened. */
function prepare(options: EraseOptions, keepConsent: boolean): Work {
  const { by, dryRun, verify, json = false } = options;
  if (verify !== undefined) return (database) => verifyReceipt(database, verify, json);
  const scope = scopeOf(options);
  if (dryRun) return (database, signal) => look(database, scope, json, signal);
  if (by === undefined) throw new CommandError('Nobody is said to ask for it.', 'Name them with --by.');
  return (database, signal) => erase(database, scope, { by, keepConsent, json, signal });
}

async function look(database: Database, scope: PersonalScope, json: boolean, signal: AbortSignal): Promise<ExitCode> {
  const found = await new Eraser(database, await clockOf(database)).look(scope, signal);
  print(json ? JSON.stringify(found, null, 2) : `would be erased: ${describe(found)}`);
  return signal.aborted ? 1 : 0;
}

async function erase(
  database: Database,
  scope: PersonalScope,
  { json, ...options }: { by: string; keepConsent: boolean; json: boolean; signal: AbortSignal },
): Promise<ExitCode> {
  const onProgress = (done: Readonly<ErasureProgress>) => progress(`erased ${describe(done)}`, false);
  const eraser = new Eraser(database, await clockOf(database));
  const result = await eraser.run(scope, { ...options, waitMs: WAIT_MS, onProgress });
  progress(`erased ${describe(result)}`, true);
  const stays = await overwriteFile(database);
  if (json) print(JSON.stringify({ ...result, isOverwritten: stays === undefined }, null, 2));
  else for (const line of report(result, stays)) print(line);
  return result.hash !== null && stays === undefined ? 0 : 1;
}

/** @param stays where what was deleted still stands */
function report(result: ErasureResult, stays: string | undefined): string[] {
  const { receipt, hash, content, busy, inDoubt } = result;
  const kept = content?.keptConsents ? `; ${counted(content.keptConsents, 'consent')} kept in reduced form` : '';
  return [
    `erased ${describe(result)}${kept}`,
    ...(busy > 0
      ? [
          `${counted(busy, 'conversation')} in use: erase again later, or cancel what waits ("convengine workflows cancel").`,
        ]
      : []),
    ...(inDoubt > 0
      ? [
          `${counted(inDoubt, 'conversation')} with something in doubt: settle it first ("convengine actions held", "… workflows list").`,
        ]
      : []),
    ...(stays === undefined ? [] : [`What was deleted ${stays}: erase again later.`]),
    hash === null ? `Receipt ${receipt} is not finished: run the same command again.` : `Receipt ${receipt}: ${hash}`,
  ];
}

async function verifyReceipt(database: Database, no: number, json: boolean): Promise<ExitCode> {
  const found = await findReceipt(database, no);
  if (!found) throw new CommandError(`There is no receipt ${no}.`, 'Look at its number again.');
  const { content, hash, problems } = found;
  if (json) print(JSON.stringify(found, null, 2));
  else if (!content) print(`Receipt ${no} is not finished.`);
  else {
    const { conversations, startedAt, endedAt, requestedBy } = content;
    print(
      `Receipt ${no}: ${counted(conversations, 'conversation')} erased, ${startedAt} to ${endedAt}, for ${requestedBy}`,
    );
    print(problems.length === 0 ? `holds: ${String(hash)}` : problems.map(({ problem }) => `it ${problem}`).join('\n'));
  }
  return content && problems.length === 0 ? 0 : 1;
}

function describe({ erased, rows }: Readonly<ErasureProgress>): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  const detail = tables.length === 0 ? '' : ` (${tables.join(', ')})`;
  return `${counted(erased, 'conversation')} with ${counted(all, 'row')}${detail}`;
}
