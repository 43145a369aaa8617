// Runs the official conformance suite of the Model Context Protocol against the built service with the conformance
// pack, and against the server of a generated tool package: `npm run test:mcp-conformance`. With --plain it starts the
// demo instead, and only the protocol-level scenarios can pass. Prints one line for each scenario; ends with 1 where one
// fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const PACK = join(ROOT, 'test/mcp/conformance-pack');
const PACKAGE = join(ROOT, 'test/mcp/conformance-package/tool.manifest.json');
const CLI = join(ROOT, 'dist/src/app/cli.js');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const START_MS = 30_000;

/** Scenarios that are about more than tools whose answers are JSON: a generated server does not offer it. */
const BEYOND_A_PACKAGE = [
  /^(resources|prompts)-/,
  /^(logging-set-level|completion-complete)$/,
  /^tools-call-(image|audio|embedded-resource|mixed-content)$/,
  /^tools-call-with-(logging|progress)$/,
  /^tools-call-(sampling|elicitation)$/,
  /^elicitation-/,
  /^server-sse-polling$/,
];

const isPlain = process.argv.includes('--plain');
const folder = mkdtempSync(join(tmpdir(), 'convengine-mcp-'));
const env = {
  ...process.env,
  CONVENGINE_DATABASE_URL: `sqlite:${join(folder, 'conformance.sqlite')}`,
  ...(!isPlain && { CONVENGINE_HANDLERS_DIRECTORIES: `[${join(PACK, 'handlers')}]` }),
};
try {
  const failed = [...(await testService()), ...(isPlain ? [] : await testPackage())];
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the scenarios that fail */
async function testService() {
  if (!isPlain) {
    await run(['migrate']);
    await run(['seed', join(PACK, 'tools.sql')]);
  }
  const service = node([CLI, 'serve', '--port', '0', '--host', '127.0.0.1', ...(isPlain ? ['--demo'] : [])]);
  return tested('the service', service, /answers at (\S+)[\s\S]*Ctrl-C/, '/mcp', []);
}

async function testPackage() {
  const out = join(folder, 'llm-tooling');
  mkdirSync(out);
  copyFileSync(PACKAGE, join(out, 'tool.manifest.json'));
  await run(['toolgen', 'build', out]);
  symlinkSync(join(ROOT, 'node_modules'), join(out, 'mcp/node_modules'));
  const server = node([join(out, 'mcp/src/server.ts'), '--http', '0']);
  return tested('a generated server', server, /"listening":"(\S+)"/, '', BEYOND_A_PACKAGE);
}

async function tested(what, server, address, path, beyond) {
  try {
    const output = await runSuite(`${await addressOf(server, address)}${path}`);
    const lines = [...output.matchAll(/^([✓✗]) (\S+): (\d+) passed.*$/gm)];
    // A scenario that only warns has passed nothing.
    const scenarios = lines.map(([line, mark, name, count]) => ({
      line,
      name,
      isPassed: mark === '✓' && count !== '0',
    }));
    const applying = scenarios.filter(({ name }) => !beyond.some((pattern) => pattern.test(name)));
    const failed = applying.filter(({ isPassed }) => !isPassed);
    console.log(`${what}: ${applying.length - failed.length} of ${applying.length} scenarios pass`);
    console.log(failed.length > 0 && !isPlain ? output : applying.map(({ line }) => line).join('\n'));
    return applying.length > 0 ? failed : [what];
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

async function runSuite(url) {
  const suite = node([SUITE, 'server', '--url', url, '--suite', 'all', '-o', join(folder, 'results')]);
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  await once(suite, 'close');
  return output;
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

async function addressOf(service, pattern) {
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
    const [, url] = pattern.exec(output) ?? [];
    if (url !== undefined) return url;
    if (service.exitCode !== null) break;
  }
  throw new Error(`the service did not start: ${output}`);
}
