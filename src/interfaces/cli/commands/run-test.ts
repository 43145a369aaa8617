import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describeResults, type FlowTestResult, junit, runFlowTest, tap } from '../../flow-tests/index.js';
import { CommandError } from '../command-error.js';
import type { Service } from '../command-line.js';
import { asTenant, type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print } from '../terminal.js';

/** The command's own options. */
export interface TestOptions {
  readonly coverage?: boolean;
  readonly reporter: keyof typeof REPORTERS;
  readonly output?: string;
  readonly tenant?: string;
  readonly watch?: boolean;
}

const REPORTERS = { text: describeResults, junit, tap };

/** Changes that come within this time are one. */
const SETTLE_MS = 100;

/** Holds the conversations of the files that are named. */
export async function runTest(
  globals: GlobalOptions,
  files: readonly string[],
  options: TestOptions,
  service: Service,
): Promise<ExitCode> {
  if (options.watch) return watch();
  const { config } = loadCommandConfig(globals, { 'convengine.log.level': 'silent', ...asTenant(options.tenant) });
  const results: FlowTestResult[] = [];
  for (const file of await findFiles(files)) results.push(await runFlowTest(file, { config, start: service.embed }));
  const text = REPORTERS[options.reporter](results, options);
  if (options.output === undefined) print(text);
  else await writeFile(options.output, `${text}\n`);
  return results.some(({ conversations }) => conversations.some(({ failed }) => failed)) ? 1 : 0;
}

/** @throws CommandError where there is none */
async function findFiles(names: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const name of names) {
    const isFolder = await stat(name).then(
      (one) => one.isDirectory(),
      () => false,
    );
    const pattern = isFolder ? join(name, '**/*.flow-test.yaml') : name;
    const files = glob(pattern, { exclude: (path) => path.includes('node_modules') });
    for await (const file of files) found.add(relative('.', file));
  }
  if (found.size > 0) return [...found].sort();
  throw new CommandError(
    `There is no file of conversations: ${names.join(', ')}.`,
    'Write one that ends with .flow-test.yaml; docs/flow-tests.md says how.',
  );
}

/** Each run is a process of its own, which has seen no older version of a handler. */
async function watch(): Promise<ExitCode> {
  const { watch: watchFiles } = await import('chokidar');
  const args = process.argv.slice(1).filter((arg) => arg !== '--watch');
  let timer: NodeJS.Timeout | undefined;
  let run = Promise.resolve();
  const again = () => {
    run = run.then(async () => {
      await once(spawn(process.execPath, [...process.execArgv, ...args], { stdio: 'inherit' }), 'exit');
    });
  };
  const watcher = watchFiles('.', { ignored: /(^|\/)(node_modules|\.[^/.][^/]*)(\/|$)/, ignoreInitial: true });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(again, SETTLE_MS);
  });
  again();
  await new Promise((resolve) => process.once('SIGINT', resolve));
  clearTimeout(timer);
  await watcher.close();
  await run;
  return 0;
}
