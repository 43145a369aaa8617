// `npm run bench:tool-packages -- [--json] [--list] [--scratch FOLDER] [--only NAME]`: see ../README.md.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { hasDebian, installProjects } from './install.mjs';
import { judge, readFacts } from './judge.mjs';
import { BEYOND_A_PACKAGE, runSuite } from './mcp-suite.mjs';
import { PROJECTS } from './projects.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    scratch: { type: 'string', default: join(tmpdir(), 'convengine-tool-packages') },
    only: { type: 'string' },
  },
});
const ROOT = join(import.meta.dirname, '../..');
const TOOLGEN = join(ROOT, 'dist/bundle/llm-toolgen.js');
const START_MS = 20_000;
/** What the suite asks of a server that has its own tools: they are not those of these projects. */
const OF_ITS_TOOLS = [...BEYOND_A_PACKAGE, /^tools-call-/];
const SURFACES = { 'command-lines': 'cli', libraries: 'library', services: 'openapi' };

const facts = Object.fromEntries(
  Object.keys(SURFACES).map((kind) => {
    const file = join(import.meta.dirname, 'facts', `${kind}.txt`);
    return [kind, readFacts(readFileSync(file, 'utf8'))];
  }),
);
const rows = [];
const chosen = PROJECTS.filter(({ name }) => options.only === undefined || name.includes(options.only));
const folders = installProjects(options.scratch, chosen);
if (!options.json)
  console.log(
    '| project | version | seen | tools | arguments right | dangerous offered | generated tests | MCP |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  );
for (const project of chosen) {
  const folder = folders.get(project.name);
  if (folder === undefined) continue;
  rows.push(await measured(project, folder));
  if (!options.json) console.log(rowOf(rows.at(-1)));
}
if (options.json) console.log(JSON.stringify({ toolPackages: rows }));
else console.log(`\n${summary()}${hasDebian() ? '' : '\n\nNo apt-get here: programs of Debian were left out.'}`);

async function measured({ name, kind, isSeen }, { path, version }) {
  const out = join(options.scratch, 'out', `${kind}-${name}`);
  rmSync(out, { recursive: true, force: true });
  const args = [TOOLGEN, 'init', path, '--out', out, '--surface', SURFACES[kind]];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).catch((error) => {
    // It ends with 1 where there is no tool, which may be right.
    if (!/no tool was found/.test(error.stdout + error.stderr)) throw error;
  });
  const file = join(out, 'tool.manifest.json');
  const tools = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).tools : [];
  const { right, judged, wrong, offered, dangerous } = judge(facts[kind].get(name) ?? [], tools);
  if (options.list)
    for (const one of [...wrong, ...offered.map((what) => `${what} is offered`)]) console.error(`${name}: ${one}`);
  const own = { name, version, isSeen, tools: tools.length, right, judged, dangerous, offered: offered.length };
  if (tools.length === 0) return own;
  symlinkSync(join(ROOT, 'node_modules'), join(out, 'mcp/node_modules'));
  return { ...own, ...(await testsOf(out)), ...(await scenariosOf(out)) };
}

async function testsOf(out) {
  const run = promisify(execFile)(process.execPath, ['--test', '../tests/tool-contract.spec.ts'], {
    cwd: join(out, 'mcp'),
    maxBuffer: 1e8,
  });
  const { stdout } = await run.catch((error) => error);
  const count = (what) => Number(new RegExp(`^[#ℹ] ${what} (\\d+)`, 'm').exec(stdout)?.[1] ?? 0);
  return { passed: count('pass'), failed: count('fail') };
}

async function scenariosOf(out) {
  const server = spawn(process.execPath, ['src/server.ts', '--http', '0'], {
    cwd: join(out, 'mcp'),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  try {
    const address = () => /"listening":"(\S+?)"/.exec(log)?.[1];
    for (const until = Date.now() + START_MS; address() === undefined && Date.now() < until; ) await sleep(50);
    if (address() === undefined) throw new Error(`the server of ${out} did not start: ${log}`);
    mkdirSync(join(out, 'suite'));
    const { scenarios } = await runSuite(address(), '2025-11-25', join(out, 'suite'));
    const applying = scenarios.filter(({ name }) => !OF_ITS_TOOLS.some((pattern) => pattern.test(name)));
    return { scenarios: applying.length, scenariosPassed: applying.filter(({ isPassed }) => isPassed).length };
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

function rowOf(row) {
  const tests = row.passed === undefined ? '' : row.failed === 0 ? `${row.passed}` : `${row.failed} fail`;
  const suite = row.scenarios === undefined ? '' : `${row.scenariosPassed} of ${row.scenarios}`;
  const seen = row.isSeen ? 'yes' : '';
  const judged = `${row.right} of ${row.judged}`;
  return `| ${[row.name, row.version, seen, row.tools, judged, `${row.offered} of ${row.dangerous}`, tests, suite].join(' | ')} |`;
}

function summary() {
  const told = (list) => {
    const sum = (what) => list.reduce((total, row) => total + row[what], 0);
    return `${sum('right')} of ${sum('judged')} arguments (${((100 * sum('right')) / sum('judged')).toFixed(1)} %)`;
  };
  const fresh = rows.filter(({ isSeen }) => !isSeen);
  return `All ${rows.length}: ${told(rows)}. The ${fresh.length} not seen: ${told(fresh)}.`;
}
