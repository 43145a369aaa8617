import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { counted } from '../../../platform/common/counted.js';
import { isJsonObject, parseJson } from '../../../platform/common/json.js';
import { describeProblem, type FlowProblem } from '../../../tools/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, print } from '../terminal.js';

/** The command's own options. */
export interface DevOptions {
  readonly port?: string;
}

/** An editor writes a file in several steps, and a person several files. */
const PAUSE_MS = 200;

/** Runs the service in a process of its own, and another one in its place when what was written can be loaded. */
export async function runDev(
  globals: GlobalOptions,
  folders: readonly string[],
  options: DevOptions,
): Promise<ExitCode> {
  const settings = settingsFiles(globals);
  const watched = [...folders, ...handlerFolders(globals)].filter((folder) => existsSync(folder));
  const service = new DevService(globals, folders, options);
  let next = Promise.withResolvers<void>();
  const watcher = watch([...watched, ...settings], { ignoreInitial: true }).on('all', () => next.resolve());
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const end = once(ended.signal, 'abort').then(() => 'end' as const);
  print(
    `Watching ${[...watched, ...settings.filter((file) => existsSync(file))].join(', ') || 'nothing: there are no such folders'}.`,
  );
  do {
    next = Promise.withResolvers();
    if (await service.takeUp()) watcher.add(handlerFolders(globals).filter((folder) => existsSync(folder)));
    print('Waiting for changes.');
  } while ((await Promise.race([end, next.promise.then(pause)])) !== 'end');
  await watcher.close();
  await service.stop();
  return 0;
}

/** What settings are read from, whether it is there yet or not. */
function settingsFiles({ config = [] }: GlobalOptions): string[] {
  const named = (process.env.CONVENGINE_CONFIG ?? '').split(',').map((name) => name.trim());
  return ['config/convengine.yaml', ...named.filter((name) => name !== ''), ...config];
}

function handlerFolders(globals: GlobalOptions): readonly string[] {
  return loadCommandConfig(globals).config.handlers.directories;
}

async function pause(): Promise<'changed'> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return 'changed';
}

/** The service that runs, if one does. */
class DevService {
  #running: ChildProcess | undefined;

  constructor(
    private readonly globals: GlobalOptions,
    private readonly folders: readonly string[],
    private readonly options: DevOptions,
  ) {}

  /**
   * Loads the rows and looks at handlers and rows, in processes that have seen no older version of them.
   * @returns false where that failed, and the service goes on as it was
   */
  async takeUp(): Promise<boolean> {
    const files = await sqlFilesBelow(this.folders);
    if (files.length > 0 && !(await this.#succeeds(['seed', ...files]))) return this.#keep();
    if (
      !(await this.#succeeds([...(files.length > 0 ? [] : ['migrate'])])) ||
      !(await this.#succeeds(['flow', 'check', '--json'], foundProblems))
    )
      return this.#keep();
    await this.stop();
    const port = this.options.port === undefined ? [] : ['--port', this.options.port];
    // By the channel the service notices when this process is killed, and does not outlive it.
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
    this.#running = spawn(process.execPath, this.#command(['serve', ...port]), { stdio: [...stdio] });
    return true;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  }

  #keep(): false {
    print(this.#running ? 'The service goes on as it was.' : 'There is no service until this is mended.');
    return false;
  }

  /** Shows what a command says only where it fails; of what it prints, what `shown` finds, whatever its end. */
  async #succeeds(args: readonly string[], shown?: (printed: string) => string | undefined): Promise<boolean> {
    if (args.length === 0) return true;
    const child = spawn(process.execPath, this.#command(args), { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (stream === child.stdout) printed += text;
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    const found = shown?.(printed);
    if (found !== undefined) process.stderr.write(found);
    else if (code !== 0) process.stderr.write(said);
    return code === 0;
  }

  /** This very program, as it was started. */
  #command(args: readonly string[]): string[] {
    const database = this.globals.database === undefined ? [] : ['--database', this.globals.database];
    const files = (this.globals.config ?? []).flatMap((file) => ['--config', file]);
    return [...process.execArgv, process.argv[1] ?? '', ...args, ...database, ...files];
  }
}

/** Warnings shown at most; errors are shown whole. */
const MOST_WARNINGS = 10;

/** The problems of a report of `flow check` in lines; undefined where it is none. */
function foundProblems(printed: string): string | undefined {
  const report = parseJson(printed);
  if (!isJsonObject(report) || !Array.isArray(report.problems)) return undefined;
  const problems = report.problems as unknown as FlowProblem[];
  const [errors, warnings] = (['error', 'warning'] as const).map((one) => problems.filter((it) => it.severity === one));
  const shown = [...(errors ?? []), ...(warnings ?? []).slice(0, MOST_WARNINGS)];
  const more = problems.length - shown.length;
  const lines = shown.map((problem) => `${problem.severity}  ${plain(describeProblem(problem))}`);
  if (more > 0) lines.push(`and ${counted(more, 'more warning')}: convengine flow check`);
  return lines.map((line) => `${line}\n`).join('');
}

async function sqlFilesBelow(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) for await (const file of glob(join(folder, '**/*.sql'))) found.push(file);
  return found.sort();
}
