// Runs the official conformance suite of the Model Context Protocol against a server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that are about more than tools whose answers are JSON: a generated server does not offer it. */
export const BEYOND_A_PACKAGE = [
  /^(resources|prompts)-/,
  /^(logging-set-level|completion-complete|server-session-lifecycle|json-schema-2020-12)$/,
  /^tools-call-(image|audio|embedded-resource|mixed-content)$/,
  /^tools-call-with-(logging|progress)$/,
  /^tools-call-(sampling|elicitation)$/,
  /^elicitation-/,
  /^server-sse-polling$/,
  // Of revision 2026-07-28: what is asked by tools with names and forms of the suite's own, tasks, and headers of parameters.
  /^input-required-result-(basic-|request-state|multi|non-tool|result-type|tampered|capability)/,
  /^tasks-/,
  /^http-custom-header-server-validation$/,
  // 24 of 28 checks pass, and 4 find no tool of the suite's; 4 of 7 pass, and 3 find no resources and prompts.
  /^(server-stateless|caching)$/,
];

/**
 * What the suite says of the server at an address.
 * @param folder where it may write
 * @returns its output, and its scenarios, each with its line
 */
export async function runSuite(url, revision, folder) {
  const args = [SUITE, 'server', '--url', url, '--requirements', revision, '-o', join(folder, `results-${revision}`)];
  const suite = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  await once(suite, 'close');
  const lines = [...output.matchAll(/^([✓✗]) (\S+): (\d+) passed.*$/gm)];
  // A scenario that only warns has passed nothing.
  const scenarios = lines.map(([line, mark, name, count]) => ({ line, name, isPassed: mark === '✓' && count !== '0' }));
  return { output, scenarios };
}
