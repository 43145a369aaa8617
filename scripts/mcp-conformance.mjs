// Runs the official conformance suite of the Model Context Protocol against the built service with the conformance
// pack: `npm run test:mcp-conformance`. With --plain it starts the demo instead, and only the protocol-level scenarios
// can pass. Prints one line for each scenario; ends with 1 where one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const PACK = join(ROOT, 'test/mcp/conformance-pack');
const CLI = join(ROOT, 'dist/src/cli.js');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const START_MS = 30_000;

const isPlain = process.argv.includes('--plain');
const folder = mkdtempSync(join(tmpdir(), 'convengine-mcp-'));
const env = {
  ...process.env,
  CONVENGINE_DATABASE_URL: `sqlite:${join(folder, 'conformance.sqlite')}`,
  ...(!isPlain && { CONVENGINE_HANDLERS_DIRECTORIES: `[${join(PACK, 'handlers')}]` }),
};
try {
  if (!isPlain) {
    await run(['migrate']);
    await run(['seed', join(PACK, 'tools.sql')]);
  }
  const service = node([CLI, 'serve', '--port', '0', '--host', '127.0.0.1', ...(isPlain ? ['--demo'] : [])]);
  try {
    process.exitCode = await runSuite(await addressOf(service));
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runSuite(url) {
  const suite = node([SUITE, 'server', '--url', `${url}/mcp`, '--suite', 'all', '-o', join(folder, 'results')]);
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(suite, 'close');
  const summary = output.indexOf('=== SUMMARY ===');
  // A scenario that only warns has passed nothing.
  const isPassed = code === 0 && summary >= 0 && !output.slice(summary).includes(': 0 passed');
  console.log(isPassed || isPlain ? output.slice(summary).trim() : output.trim());
  return isPassed ? 0 : 1;
}

function node(args) {
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(args) {
  const child = node([CLI, ...args]);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`convengine ${args.join(' ')} ended with ${code}: ${errors}`);
}

async function addressOf(service) {
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    const [, url] = /answers at (\S+)[\s\S]*Ctrl-C/.exec(output) ?? [];
    if (url !== undefined) return url;
    if (service.exitCode !== null) break;
  }
  throw new Error(`the service did not start: ${output}`);
}
