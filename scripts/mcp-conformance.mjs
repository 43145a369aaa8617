// Runs the official conformance suite of the Model Context Protocol against the built service with the conformance pack,
// in both revisions, and so against the server of a generated tool package: `npm run test:mcp-conformance`. The newer
// revision is served by two processes behind a proxy that sends each request to the other one, where there is a
// PostgreSQL for them. With --plain it starts the demo instead, and only the protocol-level scenarios can pass. Prints one
// line for each scenario; ends with 1 where one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BEYOND_A_PACKAGE, runSuite } from '../bench/tool-packages/mcp-suite.mjs';
import { findPostgres, scratchPostgres } from '../bench/turns/databases.mjs';

const ROOT = join(import.meta.dirname, '..');
const PACK = join(ROOT, 'test/mcp/conformance-pack');
const PACKAGE = join(ROOT, 'test/mcp/conformance-package/tool.manifest.json');
const CLI = join(ROOT, 'dist/bundle/cli.js');
const START_MS = 30_000;
/** What a service that is ready writes. */
const SERVICE = /answers at (\S+)[\s\S]*Ctrl-C/;

/** Scenarios of revision 2026-07-28 that do not apply, and that the suite does not score. */
const NOT_APPLYING = [
  // They have tasks begin without a word of a user: here a task is a workflow, which begins after the user's consent.
  /^tasks-/,
  // Parameters that are sent as headers: no tool of the service declares one.
  /^http-custom-header-server-validation$/,
];

const isPlain = process.argv.includes('--plain');
const folder = mkdtempSync(join(tmpdir(), 'convengine-mcp-'));
const closing = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const failed = [];
  failed.push(...(await testSessions()), ...(await testRounds()));
  if (!isPlain) failed.push(...(await testPackage()));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  for (const close of closing.reverse()) await close();
}

/** @returns the scenarios that fail */
async function testSessions() {
  const env = environment(`sqlite:${join(folder, 'sessions.sqlite')}`);
  await prepare(env);
  const url = await addressOf(serve(env), SERVICE);
  return tested('the service, 2025-11-25', '2025-11-25', `${url}/mcp`, []);
}

/** @returns the scenarios that fail */
async function testRounds() {
  const { url: server, reason } = isPlain ? { reason: 'the demo' } : await findPostgres();
  const scratch = server && (await scratchPostgres(server));
  if (scratch) closing.push(() => scratch.drop());
  const processes = scratch ? 2 : 1;
  const proxy = await roundRobin();
  const env = { ...environment(scratch?.url ?? `sqlite:${join(folder, 'rounds.sqlite')}`), CONFORMANCE_URL: proxy.url };
  await prepare(env);
  for (let count = 0; count < processes; count += 1) proxy.targets.push(await addressOf(serve(env), SERVICE));
  const what = `the service, 2026-07-28, ${processes === 1 ? `one process (${reason})` : 'two processes'}`;
  return tested(what, '2026-07-28', `${proxy.url}/mcp`, NOT_APPLYING);
}

async function testPackage() {
  const out = join(folder, 'llm-tooling');
  mkdirSync(out);
  copyFileSync(PACKAGE, join(out, 'tool.manifest.json'));
  await run(['toolgen', 'build', out], process.env);
  symlinkSync(join(ROOT, 'node_modules'), join(out, 'mcp/node_modules'));
  const server = start([join(out, 'mcp/src/server.ts'), '--http', '0'], process.env);
  const url = await addressOf(server, /"listening":"(\S+)"/);
  const failed = [];
  for (const revision of ['2025-11-25', '2026-07-28']) {
    failed.push(...(await tested(`a generated server, ${revision}`, revision, url, BEYOND_A_PACKAGE)));
  }
  return failed;
}

async function tested(what, revision, url, beyond) {
  const { output, scenarios } = await runSuite(url, revision, folder);
  const applying = scenarios.filter(({ name }) => !beyond.some((pattern) => pattern.test(name)));
  const failed = applying.filter(({ isPassed }) => !isPassed);
  const left = scenarios.length - applying.length;
  console.log(`${what}: ${applying.length - failed.length} of ${applying.length} scenarios pass, ${left} do not apply`);
  console.log(failed.length > 0 && !isPlain ? output : applying.map(({ line }) => line).join('\n'));
  return applying.length > 0 ? failed : [what];
}

/** Hands each request to the next of its targets. */
async function roundRobin() {
  const targets = [];
  let requests = 0;
  const proxy = createServer((incoming, response) => {
    requests += 1;
    const target = new URL(incoming.url, targets[requests % targets.length]);
    const { method, headers } = incoming;
    const outgoing = httpRequest(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { targets, url: `http://127.0.0.1:${proxy.address().port}` };
}

function environment(database) {
  const handlers = isPlain ? {} : { CONVENGINE_HANDLERS_DIRECTORIES: `[${join(PACK, 'handlers')}]` };
  return { ...process.env, CONVENGINE_DATABASE_URL: database, ...handlers };
}

async function prepare(env) {
  if (isPlain) return;
  await run(['migrate'], env);
  await run(['seed', join(PACK, 'tools.sql')], env);
}

function serve(env) {
  return start([CLI, 'serve', '--port', '0', '--host', '127.0.0.1', ...(isPlain ? ['--demo'] : [])], env);
}

/** Starts what is ended at the end. */
function start(args, env) {
  const child = node(args, env);
  closing.push(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  return child;
}

function node(args, env) {
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(args, env) {
  const child = node([CLI, ...args], env);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  child.stdout.resume();
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
