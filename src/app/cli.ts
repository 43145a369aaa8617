#!/usr/bin/env node
// Everything of the service but this check is imported after it: on an older Node some of it crashes the process without a word.
import { Worker } from 'node:worker_threads';
import type { Service } from '../interfaces/cli/index.js';
import { nodeVersionProblem } from '../platform/common/node-version.js';

/** Loaded where a command needs it, so that the others start at once. */
const service: Service = {
  serve: async (config) => (await import('./serve.js')).serve(config),
  serveOverStdio: async (config, client) => (await import('./serve-stdio.js')).serveOverStdio(config, client),
  replayThread: (parts) => new Worker(new URL('./replay.worker.js', import.meta.url), { workerData: parts }),
  embed: async (config, parts) => (await import('./embed.js')).embed(config, parts),
};

const problem = nodeVersionProblem(process.versions);
if (problem === undefined) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  const { createProgram, runCli } = await import('../interfaces/cli/index.js');
  await runCli(process.argv, (finish) => createProgram(finish, service));
} else {
  console.error(problem);
  process.exitCode = 1;
}
