import { writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { describeSimulation, hasProblems, simulateFlow, writePaths } from '../../flow-simulation/index.js';
import type { Service } from '../command-line.js';
import { asTenant, type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { sqlFiles } from '../sql-files.js';
import { print, progress } from '../terminal.js';

/** The command's own options. */
export interface SimulateOptions {
  readonly conversations: number;
  readonly turns: number;
  readonly seed?: number;
  readonly handlers?: readonly string[];
  readonly write?: string;
  readonly tenant?: string;
  readonly json?: boolean;
}

const MOST_SEED = 1_000_000;

/** Has made-up users talk to the flow of the files, or of the configured database. */
export async function runSimulate(
  globals: GlobalOptions,
  files: readonly string[],
  { conversations, turns, seed, handlers = [], write, tenant, json }: SimulateOptions,
  { embed: start }: Service,
): Promise<ExitCode> {
  const { config } = loadCommandConfig(globals, { 'convengine.log.level': 'silent', ...asTenant(tenant) });
  const sql = await sqlFiles(files);
  const simulation = await simulateFlow({
    config,
    rows: sql.length > 0 ? { files: sql } : { database: config.database.url },
    handlers,
    conversations,
    turns,
    seed: seed ?? 1 + (Date.now() % MOST_SEED),
    start,
    onProgress: (done) => progress(`${done} of ${conversations} conversations      `, false),
  });
  progress('', true);
  print(json ? JSON.stringify(simulation, null, 2) : describeSimulation(simulation));
  if (write !== undefined) {
    const rows = sql.length > 0 ? sql.map((file) => relative(dirname(write), file)) : undefined;
    await writeFile(write, writePaths(simulation, rows));
  }
  return hasProblems(simulation) ? 1 : 0;
}
