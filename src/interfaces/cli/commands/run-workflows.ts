import { CommandError } from '../command-error.js';
import { askService, type ServiceOptions, serviceAsked } from '../operator-request.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { print } from '../terminal.js';

/** How long the service may take: a cancellation waits for the undoing. */
const TIMEOUT_MS = 30_000;

/** Which run a command is about. */
interface WhichRun {
  readonly conversation: string;
  readonly run: string;
}

interface ShownRun {
  readonly conversationId?: string;
  readonly runId: string;
  readonly workflow: string;
  readonly version: string;
  readonly status: string;
  readonly endsAs: string | null;
  readonly error: string | null;
  readonly startedAt: string;
}

interface WholeRun extends ShownRun {
  readonly steps: readonly {
    step: string;
    kind: string;
    status: string;
    error: string | null;
    until: string | null;
    childRunId: string | null;
  }[];
}

/** Lists runs that are held, or those of a conversation. */
export async function runWorkflowsList(
  globals: GlobalOptions,
  options: ServiceOptions & { conversation?: string; json?: boolean },
): Promise<ExitCode> {
  const { conversation, json } = options;
  const query = conversation === undefined ? '' : `?conversationId=${conversation}`;
  const runs = (await ask(globals, options, `workflows${query}`)) as ShownRun[];
  if (json) {
    print(JSON.stringify(runs, null, 2));
    return 0;
  }
  if (runs.length === 0)
    print(
      conversation === undefined ? `No run is held at ${serviceAsked(globals, options)}.` : 'It has begun no workflow.',
    );
  for (const run of runs) {
    print(`${run.conversationId} ${run.runId}`);
    print(`  ${describe(run)}`);
  }
  return 0;
}

/** Shows one with its steps. */
export async function runWorkflowsShow(
  globals: GlobalOptions,
  which: WhichRun,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const run = (await ask(globals, options, pathOf(which))) as WholeRun;
  if (options.json) print(JSON.stringify(run, null, 2));
  else show(run);
  return 0;
}

interface ChangeOptions extends ServiceOptions {
  readonly by: string;
  readonly note?: string;
  readonly step?: string;
  readonly happened?: string;
  readonly result?: unknown;
  readonly signal?: string;
  readonly payload?: unknown;
}

/** Does what the command is called, and shows what became of it. */
export async function runWorkflowsChange(
  globals: GlobalOptions,
  change: string,
  which: WhichRun,
  options: ChangeOptions,
): Promise<ExitCode> {
  const run = (await ask(
    globals,
    options,
    `${pathOf(which)}/${change === 'signal' ? 'signals' : change}`,
    bodyOf(change, options),
  )) as WholeRun;
  show(run);
  if (change === 'settle') print('It goes on when it is retried: "convengine workflows retry".');
  return 0;
}

function bodyOf(change: string, { by, note, step, happened, result, signal, payload }: ChangeOptions): object {
  if (change === 'signal') return { signal, payload, by };
  if (change !== 'settle') return { by, note };
  if (happened !== 'yes' && happened !== 'no') throw new CommandError('--happened is yes or no.', 'Say which.');
  return { step, happened: happened === 'yes', result, by, note };
}

function show(run: WholeRun): void {
  print(`${run.runId}  ${describe(run)}`);
  for (const { step, kind, status, error, until, childRunId } of run.steps) {
    const what = kind === 'WORK' ? '' : `  ${kind.toLowerCase()}${childRunId === null ? '' : ` ${childRunId}`}`;
    print(
      `  ${status.padEnd(9)} ${step}${what}${until === null ? '' : `  until ${until}`}${error === null ? '' : `  ${error}`}`,
    );
  }
}

function describe({ workflow, version, status, endsAs, error, startedAt }: ShownRun): string {
  const name = version === '' ? workflow : `${workflow} (version ${version})`;
  const ending = endsAs === null ? '' : `, ends as ${endsAs}`;
  return `${name}  ${status}${ending}  since ${startedAt}${error === null ? '' : `: ${error}`}`;
}

function pathOf({ conversation, run }: WhichRun): string {
  return `workflows/${conversation}/${encodeURIComponent(run)}`;
}

function ask(globals: GlobalOptions, options: ServiceOptions, path: string, body?: object): Promise<unknown> {
  return askService(globals, options, { path, body, timeoutMs: TIMEOUT_MS });
}
