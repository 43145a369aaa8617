import { alignRows, type ComparisonReport, describeComparison } from '../../../engine/comparison/index.js';
import { diffRows } from '../../../engine/flow/index.js';
import { counted } from '../../../platform/common/counted.js';
import { FLOW_TABLES, type FlowRow, type FlowRows, withRows } from '../../../platform/persistence/index.js';
import { readRows } from '../../flow-engine/index.js';
import { CommandError } from '../command-error.js';
import { askService, type ServiceOptions } from '../operator-request.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { sqlFiles } from '../sql-files.js';
import { print } from '../terminal.js';

/** A start loads the flow, and its rows are checked as before a switch. */
const TIMEOUT_MS = 60_000;
/** What the service takes at once. */
const MOST_EDITS = 200;

interface StartOptions extends ServiceOptions {
  readonly rowsOf?: string;
  readonly flowVersion?: number;
  readonly share: number;
  readonly by: string;
  readonly note: string;
}

interface ShownShadow {
  readonly shadowNo: number;
  readonly base: number;
  readonly share: number;
  readonly changes: readonly unknown[];
  readonly startedAt: string;
  readonly startedBy: string;
  readonly endedAt: string | null;
  readonly endedWhy: string | null;
  readonly compared: number;
  readonly differing: number;
}

/** Starts a shadow with the rows of files, of a database or of an earlier version. */
export async function runShadowStart(
  globals: GlobalOptions,
  files: readonly string[],
  options: StartOptions,
): Promise<ExitCode> {
  const { share, by, note } = options;
  const rows = await whichRows(globals, files, options);
  const body = { ...rows, share: share / 100, by, note };
  print(describe((await ask(globals, options, 'flow/shadows', body)) as ShownShadow));
  print('"convengine shadow report" says what goes otherwise.');
  return 0;
}

export async function runShadowList(
  globals: GlobalOptions,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const { items } = await list(globals, options);
  if (options.json) print(JSON.stringify(items, null, 2));
  else if (items.length === 0) print('There was none.');
  else for (const shadow of items) print(describe(shadow));
  return 0;
}

/** Ends with 1 where a turn goes otherwise. */
export async function runShadowReport(
  globals: GlobalOptions,
  shadowNo: number | undefined,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const no = shadowNo ?? (await list(globals, options)).items[0]?.shadowNo;
  if (no === undefined) throw new CommandError('There is no shadow.', 'Start one: "convengine shadow start".');
  const found = (await ask(globals, options, `flow/shadows/${no}`)) as {
    shadow: ShownShadow;
    report: ComparisonReport;
  };
  if (options.json) print(JSON.stringify(found.report, null, 2));
  else print([describe(found.shadow), ...describeComparison(found.report)].join('\n'));
  return found.report.differing === 0 ? 0 : 1;
}

export async function runShadowStop(
  globals: GlobalOptions,
  options: ServiceOptions & { by: string },
): Promise<ExitCode> {
  const { items } = await list(globals, options);
  const running = items.find(({ endedAt }) => endedAt === null);
  if (!running) throw new CommandError('No shadow goes on.', '"convengine shadow list" has those that have ended.');
  print(
    describe((await ask(globals, options, `flow/shadows/${running.shadowNo}/stop`, { by: options.by })) as ShownShadow),
  );
  return 0;
}

async function whichRows(
  globals: GlobalOptions,
  files: readonly string[],
  options: StartOptions,
): Promise<{ versionId: number } | { edits: readonly object[] }> {
  const { rowsOf, flowVersion } = options;
  const given = [files.length > 0, rowsOf !== undefined, flowVersion !== undefined].filter(Boolean);
  if (given.length !== 1) {
    throw new CommandError('Which flow is to answer has to be said once.', 'Give files, --rows-of or --flow-version.');
  }
  if (flowVersion !== undefined) return { versionId: flowVersion };
  const other = await readRows(rowsOf === undefined ? { files: await sqlFiles(files) } : { database: rowsOf });
  const present = await presentRows(globals, options);
  const changes = diffRows(present, alignRows(other, present));
  if (changes.length === 0) {
    throw new CommandError('No row is another one than in the flow that runs.', 'Give the changed rows.');
  }
  if (changes.length > MOST_EDITS) {
    throw new CommandError(
      `${counted(changes.length, 'row')} differ from those that run, and ${MOST_EDITS} may.`,
      'Are these the rows of this flow? Start with a part of the changes.',
    );
  }
  return { edits: changes.map(({ table, row, before, after }) => editOf(table, before && row, after)) };
}

/** A new row gets its key where the database counts it up. */
function editOf(table: string, row: string | null, values: FlowRow | null): object {
  const known = FLOW_TABLES.find(({ name }) => name === table);
  const ofRow =
    values && known && (row !== null || known.hasGeneratedKey) ? withoutKey(values, known.key.name) : values;
  return row === null ? { table, values: ofRow } : { table, row, values: ofRow };
}

function withoutKey(values: FlowRow, key: string): FlowRow {
  return Object.fromEntries(Object.entries(values).filter(([column]) => column !== key));
}

/** The rows that the service runs. */
async function presentRows(globals: GlobalOptions, options: ServiceOptions): Promise<FlowRows> {
  let rows = Object.fromEntries(FLOW_TABLES.map((table) => [table.rows, []])) as unknown as FlowRows;
  for (const table of FLOW_TABLES) {
    const values = new Map<string, FlowRow>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await ask(globals, options, `flow/tables/${table.name}/rows?limit=200${query}`)) as {
        items: { row: string; values: FlowRow }[];
        nextCursor: string | null;
      };
      for (const item of page.items) values.set(item.row, item.values);
      cursor = page.nextCursor;
    } while (cursor !== null);
    rows = withRows(rows, table, values);
  }
  return rows;
}

async function list(globals: GlobalOptions, options: ServiceOptions): Promise<{ items: ShownShadow[] }> {
  return (await ask(globals, options, 'flow/shadows')) as { items: ShownShadow[] };
}

function describe(shadow: ShownShadow): string {
  const { shadowNo, base, share, changes, startedAt, startedBy, endedAt, endedWhy, compared, differing } = shadow;
  const until = endedAt === null ? 'goes on' : `ended ${endedAt} (${endedWhy})`;
  return (
    `Shadow ${shadowNo}, ${counted(changes.length, 'changed row')} beside version ${base}, ${share * 100} % of the conversations: ` +
    `${until}, started ${startedAt} by ${startedBy}.\n${counted(compared, 'turn')} compared, ${differing} otherwise; nothing outside was called.`
  );
}

function ask(globals: GlobalOptions, options: ServiceOptions, path: string, body?: object): Promise<unknown> {
  return askService(globals, options, { path, body, timeoutMs: TIMEOUT_MS });
}
