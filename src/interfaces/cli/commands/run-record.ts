import { writeFile } from 'node:fs/promises';
import { counted } from '../../../platform/common/counted.js';
import { recordFlowTest } from '../../flow-replay/index.js';
import type { Service } from '../command-line.js';
import { asTenant, type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print } from '../terminal.js';
import { withRecordedFlow } from '../use-database.js';
import { type WhichOptions, whichConversations } from '../which-conversations.js';

/** The command's own options. */
export interface RecordCommandOptions extends WhichOptions {
  readonly output?: string;
  readonly keepNames?: boolean;
}

/** Writes recorded conversations of the configured database down; ends with 1 where there is none to write. */
export async function runRecord(
  globals: GlobalOptions,
  { output, keepNames: keepsNames = false, ...which }: RecordCommandOptions,
  { embed: start }: Service,
): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals, { 'convengine.log.level': 'silent', ...asTenant(which.tenant) });
  const handlers = which.handlers ?? [];
  const { yaml, written, leftOut } = await withRecordedFlow(loaded, (recorded) =>
    recordFlowTest({ ...recorded, handlers, which: whichConversations(which), start, keepsNames }),
  );
  if (output === undefined) print(yaml.trimEnd());
  else await writeFile(output, yaml);
  const left = Object.entries(leftOut).map(([reason, count]) => `; ${count} not, or not to the end: ${reason}`);
  process.stderr.write(`${counted(written, 'conversation')} written${left.join('')}\n`);
  return written > 0 ? 0 : 1;
}
