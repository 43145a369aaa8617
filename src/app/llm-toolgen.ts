#!/usr/bin/env node
// The tool packages alone, by the name they are known by: the same as `convengine toolgen`.
import { nodeVersionProblem } from '../platform/common/node-version.js';

const problem = nodeVersionProblem(process.versions);
if (problem === undefined) {
  const { createToolgenProgram, runCli } = await import('../interfaces/cli/index.js');
  await runCli(process.argv, createToolgenProgram);
} else {
  console.error(problem);
  process.exitCode = 1;
}
