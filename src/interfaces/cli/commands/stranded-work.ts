import { alignRows } from '../../../engine/comparison/index.js';
import { type CheckedFlow, diffRows, visibleRows } from '../../../engine/flow/index.js';
import { type AffectedWork, countOpenWork, findStranded, type OpenWork } from '../../../engine/flow-check/index.js';
import { counted } from '../../../platform/common/counted.js';
import type { FlowRows } from '../../../platform/persistence/index.js';
import type { ToolRunner } from '../../../tools/index.js';
import { asTenant, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, table } from '../terminal.js';
import { withRecordedFlow } from '../use-database.js';

/** So many conversations, open questions and schedules are counted at most. */
const MOST_COUNTED = 100_000;
const DAY_MS = 86_400_000;

/** Rows that are checked against a database that is in use. */
interface Candidate {
  readonly rows: FlowRows;
  readonly against?: string | true;
  readonly days: number;
  readonly tenant?: string;
  readonly check: (rows: FlowRows) => Promise<CheckedFlow>;
  readonly runner: ToolRunner;
}

/** What the rows would do to the conversations of a database. */
export interface Stranding {
  readonly affected: readonly AffectedWork[];
  /** How many were looked at. */
  readonly conversations: number;
  readonly questions: number;
  readonly schedules: number;
  readonly isCutOff: boolean;
}

/** @throws CommandError, EngineError where the database cannot be read */
export async function strandedIn(
  globals: GlobalOptions,
  { rows: all, against, days, tenant, check, runner }: Candidate,
): Promise<Stranding> {
  const url = typeof against === 'string' ? { 'convengine.database.url': against } : {};
  return withRecordedFlow(loadCommandConfig(globals, { ...url, ...asTenant(tenant) }), async (recorded) => {
    const { database, config } = recorded;
    const [rows, present] = [all, recorded.present].map((some) => visibleRows(some, config.auth.tenant)) as [
      FlowRows,
      FlowRows,
    ];
    const aligned = alignRows(rows, present);
    const [before, after] = [await check(present), await check(aligned)];
    const nowMs = Date.now();
    const work = await countOpenWork(database, {
      sinceMs: Math.round(nowMs - days * DAY_MS),
      nowMs,
      most: MOST_COUNTED,
    });
    const changes = diffRows(present, aligned);
    const flows = { present: before.flow, candidate: after.flow, changes, tools: runner };
    return { affected: findStranded(flows, work), isCutOff: work.isCutOff, ...sums(work) };
  });
}

function sums({ conversations, questions, schedules }: OpenWork) {
  const sum = (all: readonly { readonly count: number }[]) => all.reduce((total, { count }) => total + count, 0);
  return { conversations: sum(conversations), questions: sum(questions), schedules: sum(schedules) };
}

const NAMES = { conversations: 'conversation', questions: 'open question', schedules: 'schedule' } as const;

/** For people: what is stranded first. */
export function describeStranding({ affected, isCutOff, ...looked }: Stranding): string {
  const lines = affected.map(({ isStranded, what, count, where, why, rows }) => [
    isStranded ? 'stranded' : 'changed',
    counted(count, NAMES[what]),
    plain(`${where}: ${why} (${rows.join(', ') || 'no single row'})`),
  ]);
  const stranded = affected.filter(({ isStranded }) => isStranded);
  const total = (what: AffectedWork['what']) =>
    stranded.filter((one) => one.what === what).reduce((sum, { count }) => sum + count, 0);
  const older = isCutOff ? '; there are older ones, which were not counted' : '';
  const sum = (what: AffectedWork['what']) => `${counted(total(what), NAMES[what])} of ${looked[what]}`;
  const summary = `strands ${sum('conversations')}, ${sum('questions')} and ${sum('schedules')}${older}`;
  return [...(lines.length > 0 ? [table(lines)] : []), summary].join('\n\n');
}
