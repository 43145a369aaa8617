import { keepsEverything, type PruneReport, Pruner, retentionRules } from '../../../engine/retention/index.js';
import { counted } from '../../../platform/common/counted.js';
import { type DataSource, openDatabase, timeNow } from '../../../platform/persistence/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { untilToldToEnd } from '../until-told-to-end.js';
import { withMigratedDatabase } from '../use-database.js';

interface PruneCommandOptions {
  readonly conversations?: number;
  readonly evidence?: number;
  readonly audit?: number;
  readonly replies?: number;
  readonly modelCalls?: number;
  readonly events?: number;
  readonly status?: string;
  readonly batch: number;
  readonly from?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Deletes what is older than the options, or the configuration, say. Ends early, between two batches, on Ctrl-C and SIGTERM. */
export async function runPrune(globals: GlobalOptions, options: PruneCommandOptions): Promise<ExitCode> {
  const { batch, from, dryRun = false, json = false } = options;
  const loaded = loadCommandConfig(globals, overridesOf(options));
  if (keepsEverything(retentionRules(loaded.config, 0))) {
    throw new CommandError('Nothing is to be deleted.', 'Say what is, as in "prune --conversations 90".');
  }
  const prune = async (dataSource: DataSource, signal: AbortSignal) => {
    const database = openDatabase(dataSource);
    const nowMs = await timeNow(database);
    const rules = { ...retentionRules(loaded.config, nowMs), status: options.status };
    const onProgress = (done: Readonly<PruneReport>) => progress(describe(done, dryRun), false);
    const run = { rules, nowMs, batch, dryRun, from, signal, onProgress };
    return new Pruner(database).run(run).finally(() => database.close());
  };
  const report = await untilToldToEnd((signal) =>
    withMigratedDatabase(loaded, (dataSource) => prune(dataSource, signal)),
  );
  progress(describe(report, dryRun), true);
  print(json ? JSON.stringify(report, null, 2) : describe(report, dryRun));
  if (report.place === null) return 0;
  if (!json) print(`Stopped. Go on with --from ${report.place}`);
  return 1;
}

function overridesOf(options: PruneCommandOptions): Record<string, unknown> {
  return {
    'convengine.retention.conversation-days': options.conversations,
    'convengine.retention.evidence-days': options.evidence,
    'convengine.retention.audit-days': options.audit,
    'convengine.retention.reply-days': options.replies,
    'convengine.retention.model-call-days': options.modelCalls,
    'convengine.retention.event-days': options.events,
  };
}

function describe(report: Readonly<PruneReport>, dryRun: boolean): string {
  const { looked, deleted, emptied, audit, replies, modelCalls, events, months } = report;
  const others = [
    counted(audit, 'audit record'),
    `${replies} stored ${replies === 1 ? 'reply' : 'replies'}`,
    counted(modelCalls, 'model call'),
    counted(events, 'event'),
    ...(months > 0 ? [`${counted(months, 'month')} of turn records`] : []),
  ];
  const conversations = `${counted(looked, 'conversation')} looked at: ${deleted} ${dryRun ? 'would be deleted' : 'deleted'}`;
  return `${conversations}, ${emptied} emptied to their record of consent; and ${others.join(', ')}`;
}
