import { describeReplay, replayFlow, replayReport } from '../../flow-replay/index.js';
import { CommandError } from '../command-error.js';
import type { Service } from '../command-line.js';
import { asTenant, type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { sqlFiles } from '../sql-files.js';
import { print, progress } from '../terminal.js';
import { withRecordedFlow } from '../use-database.js';
import { type WhichOptions, whichConversations } from '../which-conversations.js';

/** The command's own options. */
export interface ReplayCommandOptions extends WhichOptions {
  readonly rowsOf?: string;
  readonly json?: boolean;
}

/** Says what recorded conversations of the configured database come to; ends with 1 where that is something else. */
export async function runReplay(
  globals: GlobalOptions,
  files: readonly string[],
  { rowsOf, json, ...which }: ReplayCommandOptions,
  { embed: start, replayThread: startThread }: Service,
): Promise<ExitCode> {
  if (rowsOf !== undefined && files.length > 0) {
    throw new CommandError('Both files and --rows-of say which rows to try.', 'Leave one of them out.');
  }
  const loaded = loadCommandConfig(globals, { 'convengine.log.level': 'silent', ...asTenant(which.tenant) });
  const ofFiles = files.length > 0 ? { files: await sqlFiles(files) } : undefined;
  const candidate = rowsOf === undefined ? ofFiles : { database: rowsOf };
  const handlers = which.handlers ?? [];
  const onProgress = (doing: string, done: number, of: number) => progress(`${done} of ${of} ${doing}      `, false);
  const replay = await withRecordedFlow(loaded, (recorded) =>
    replayFlow({ ...recorded, candidate, handlers, which: whichConversations(which), start, startThread, onProgress }),
  );
  progress('', true);
  const report = replayReport(replay);
  print(json ? JSON.stringify(report, null, 2) : describeReplay(report));
  return report.differing === 0 ? 0 : 1;
}
