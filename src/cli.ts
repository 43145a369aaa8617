#!/usr/bin/env node
// Everything but this check is imported after it: on an older Node some of it crashes the process without a word.
import { nodeVersionProblem } from './cli/node-version.js';

const problem = nodeVersionProblem(process.versions);
if (problem === undefined) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  const { runCli } = await import('./cli/run.js');
  await runCli(process.argv);
} else {
  console.error(problem);
  process.exitCode = 1;
}
