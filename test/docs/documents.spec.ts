import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../src/app/index.js';
import { PROPOSE_WRITES } from '../../src/engine/pending-action/asking/index.js';
import { RULE_WRITES } from '../../src/engine/rules/index.js';
import { TOOL_REQUEST_WRITES } from '../../src/engine/steps/act/tool-requests.js';
import { RESET_WRITES } from '../../src/engine/turn/kernel/index.js';
import { readReplies } from '../../src/engine/wording/index.js';
import { EMBEDDERS } from '../../src/tools/shipped/compute-delta-sc/embedders.js';
import { WEIGHTS } from '../../src/tools/shipped/legacy-rule-conversion/checks/check.js';
import { ENGLISH } from '../../src/understanding/language/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { idleSteps } from '../helpers/turn-steps.js';
import * as examples from './handlers.examples.js';
import * as readme from './rooms.handler.js';

const FLOW = 'test/docs/book-room.sql';
const isPackages = (path: string) => path.includes('node_modules');

describe('the examples of the documents', () => {
  const { rooms, roomTaken, notifications, prices, buttons, customers, failures, RoomsModule } = examples;
  const { plan, houseRules, tidy } = examples;
  const handlers: Handler[] = [rooms, roomTaken, notifications, prices, buttons, customers, failures];
  handlers.push(plan, houseRules, tidy);

  it('book a room once, after the question with its buttons and a yes, with the key the handler was given', async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      response.end('{"reference":"R-1"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    process.env.ROOMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const database = await openSqlite();
    const engine = await startEngine({ database, seeds: [FLOW], handlers });
    try {
      const id = randomUUID();
      expect((await engine.say('book room 12', id)).text).toBe('I still need: hours.');
      const asked = await engine.say('3 hours', id);
      expect(asked.text).toBe('{"text":"Shall I book room 12 for 3 hours?","buttons":["yes","no"]}');
      expect(keys).toEqual([]);
      expect((await engine.say('yes please', id)).text).toBe('Room 12 is booked: R-1.');
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.1$/)]);
    } finally {
      await engine.close();
      await database.close();
      server.close();
    }
  });

  it.each([
    ['as a handler of the README', { handlers: [readme.rooms] }],
    ['as providers of a Nest application', { imports: [RoomsModule] }],
  ])('book a room %s', async (_how, options) => {
    const database = await openSqlite();
    const engine = await startEngine({ database, seeds: [FLOW], ...options });
    const id = randomUUID();
    await engine.say('please reserve room 14 for 2 hours', id);
    expect((await engine.say('yes', id)).text).toMatch(/^Room 14 is booked: R14-2-[0-9a-f]{8}\.$/);
    await engine.close();
    await database.close();
  });
});

it('the journey of docs/workflows.md is begun after a yes, in the words that the document has', async () => {
  const text = await readFile('docs/workflows.md', 'utf8');
  const talk = [...text.matchAll(/^you> (.*)\nbot> (.*)$/gm)];
  expect(talk).toHaveLength(2);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.end('R-1');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.TRAVEL_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const database = await openSqlite();
  const engine = await startEngine({ database, seeds: ['test/docs/journey.sql'], handlers: [examples.paidJourney] });
  try {
    const id = randomUUID();
    for (const [, said = '', answer] of talk) {
      expect(asked).toEqual([]);
      expect((await engine.say(said, id)).text).toBe(answer);
    }
    await expect.poll(() => asked).toEqual(['/reservations']);
    const runs = (await (await fetch(`${engine.url}/api/v1/workflows?conversationId=${id}`)).json()) as object[];
    const [{ runId }] = runs as [{ runId: string }];
    const signal = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ signal: 'paid', payload: {}, by: 'payments' });
    const run = `${engine.url}/api/v1/workflows/${id}/${runId}`;
    expect((await fetch(`${run}/signals`, { ...signal, body })).status).toBe(200);
    await expect.poll(() => asked, { timeout: 5_000 }).toEqual(['/reservations', '/tickets']);
  } finally {
    await engine.close();
    await database.close();
    server.close();
  }
});

/** The cells of the rows of every table in a Markdown text. */
function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  return lines.map((line) => line.split(/(?<!\\)\|/).slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
}

function codes(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

it('the documents lead to files that are there', async () => {
  const broken: string[] = [];
  for await (const file of glob(['*.md', 'docs/**/*.md', 'bench/**/*.md', 'console/*.md'], { exclude: isPackages })) {
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(/\]\((?!\w+:)([^)#\s]+)[^)]*\)/g)) {
      if (!existsSync(join(dirname(file), path))) broken.push(`${file}: ${path}`);
    }
  }
  expect(broken).toEqual([]);
});

describe('docs/turn.md', () => {
  it('lists the steps in their order, with what each reads and writes', async () => {
    const rows = tableRows(await readFile('docs/turn.md', 'utf8')).filter(([number = '']) => /^\d+$/.test(number));
    const { steps } = await idleSteps();
    const groups = { rules: RULE_WRITES, proposal: PROPOSE_WRITES, call: TOOL_REQUEST_WRITES, restart: RESET_WRITES };
    const values = (cell: string | undefined) => {
      const inGroups = Object.entries(groups).flatMap(([name, group]) => (cell?.includes(`*${name}*`) ? group : []));
      return [...new Set([...inGroups, ...codes(cell)])].sort();
    };
    const documented = rows.map(([, name, , reads, writes]) => [codes(name)[0], codes(reads).sort(), values(writes)]);
    const declared = steps.map(({ name, reads, writes }) => [
      name,
      Object.keys(reads).sort(),
      [...new Set(writes)].sort(),
    ]);
    expect(documented).toEqual(declared);
  });

  it('names the file that has them in this order', async () => {
    const [, file = ''] = (await readFile('docs/turn.md', 'utf8')).match(/is the array in `([^`]+)`/) ?? [];
    const { steps } = await idleSteps();
    const classes = steps.map((step) => step.constructor.name);
    expect((await readFile(file, 'utf8')).match(/(?<=^ +)\w+Step(?=,$)/gm)).toEqual(classes);
  });

  it('names every audit stage that the turn writes by its name', async () => {
    const text = await readFile('docs/turn.md', 'utf8');
    const stages = new Set<string>();
    for await (const file of glob('src/engine/**/*.ts')) {
      const source = await readFile(file, 'utf8');
      for (const [, stage = ''] of source.matchAll(/record\(\s*'([A-Z_]+)'/g)) stages.add(stage);
    }
    const untold = ['ENGINE_KNOWN_FAILURE', 'ENGINE_UNKNOWN_FAILURE'];
    expect(stages.size).toBeGreaterThan(40);
    expect([...stages].filter((stage) => !text.includes(`\`${stage}\``) && !untold.includes(stage))).toEqual([]);
  });
});

describe('every document', () => {
  /** Written by whoever runs the service. */
  const NOT_OURS = ['config/convengine.yaml'];
  const ours = /`((?:bench|config|console|docs|migrations|scripts|seeds|src|test)\/[\w./-]+)/g;

  it('names files, and leads to files, that are there', async () => {
    const missing: string[] = [];
    for await (const document of glob(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'])) {
      const text = await readFile(document, 'utf8');
      const named = [...text.matchAll(ours)].map(([, file = '']) => file);
      const linked = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, file = '']) =>
        join(dirname(document), file),
      );
      // In capitals stands what somebody puts their own name for.
      const files = [...named, ...linked].filter(
        (file) => !NOT_OURS.includes(file) && !/\/[A-Z]+(\.[a-z.]+)?(\/|$)/.test(file),
      );
      missing.push(...files.filter((file) => !existsSync(file)).map((file) => `${document}: ${file}`));
    }
    expect(missing).toEqual([]);
  });
});

describe('docs/flow-tables.md', () => {
  it('lists every column of the flow tables with its default', async () => {
    const sections = new Map(
      (await readFile('docs/flow-tables.md', 'utf8')).split('\n## ').map((text) => [text.split('\n', 1)[0], text]),
    );
    const database = await openSqlite();
    const tables = [...sections.keys()].filter((name) => name?.startsWith('ce_'));
    expect(tables).toHaveLength(15);
    for (const table of tables) {
      const columns = await database.database.query(`PRAGMA table_info(${table})`);
      const actual = columns.map((column) => [String(column.name), defaultOf(column)]);
      const documented = tableRows(sections.get(table) ?? '').flatMap(([names, value = '']) =>
        codes(names).map((name) => [name, value]),
      );
      const common = ['intent_code', 'state_code', 'enabled', 'description', 'created_at', 'tenant_id'];
      const told = new Map(documented as [string, string][]);
      for (const [name = '', value = ''] of actual) {
        if (!common.includes(name) || told.has(name))
          expect([table, name, told.get(name)]).toEqual([table, name, value]);
      }
    }
    await database.close();
  });

  it('has the words of every engine text', async () => {
    const texts = Object.entries(readReplies(ENGLISH).texts);
    const names = new Set(texts.map(([name]) => name));
    const rows = tableRows(await readFile('docs/flow-tables.md', 'utf8'));
    const documented = rows
      .map(([name, words]) => [codes(name)[0] ?? '', words])
      .filter(([name = '']) => names.has(name));
    expect(documented).toEqual(texts);
  });
});

describe('docs/shipped-tools.md', () => {
  it('has an example that is answered as it says', async () => {
    const text = await readFile('docs/shipped-tools.md', 'utf8');
    const [, address = '', body = ''] = text.match(/curl -s http:\/\/localhost:3000(\S+) .*? -d '(.+?)'\n/s) ?? [];
    const [, score] = text.match(/answers a score of ([\d.]+)/) ?? [];
    const database = await openSqlite();
    const engine = await startEngine({ database });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${engine.url}${address}`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ status: 'success', score: Number(score) });
    await engine.close();
    await database.close();
  });

  it('lists every check with its weight, every embedder and every column of the graph', async () => {
    const text = await readFile('docs/shipped-tools.md', 'utf8');
    const cells = tableRows(text).map(([name, value]) => [codes(name)[0], Number(value)]);
    for (const [check, weight] of Object.entries(WEIGHTS)) expect(cells).toContainEqual([check, weight]);
    for (const { field } of EMBEDDERS) expect(text).toContain(`\`${field}\``);
    const database = await openSqlite();
    for (const [name = '', columns] of tableRows(text).filter(([name]) => name?.startsWith('`ce_gwt'))) {
      const actual = await database.database.query(`PRAGMA table_info(${name.replaceAll('`', '')})`);
      expect(codes(columns).filter((code) => !code.includes(':'))).toEqual(actual.map((column) => column.name));
    }
    await database.close();
  });
});

describe('docs/operations.md', () => {
  it.each([
    [true, 'Room 12 is booked: R-1.'],
    [false, 'That request is closed and nothing was done. Please ask again if you want it.'],
  ])('settles a held action as it says (happened: %s), and the next turn tells', async (happened, told) => {
    const text = await readFile('docs/operations.md', 'utf8');
    const result = JSON.parse(text.match(/actions settle ID .* --result '(.+)'/)?.[1] ?? 'null');
    const database = await openSqlite();
    const stuck: Handler = { kind: 'action', name: 'rooms', methods: { reserve: () => new Promise(() => {}) } };
    const impatient = 'UPDATE ce_pending_action SET timeout_ms = 50';
    const engine = await startEngine({ database, seeds: [FLOW, impatient], handlers: [stuck] });
    const id = randomUUID();
    await engine.say('book room 12 for 3 hours', id);
    expect((await engine.say('yes', id)).text).toContain('I cannot tell yet whether that went through');
    const held = `${engine.url}/api/v1/actions/held`;
    const [action] = (await (await fetch(held)).json()) as { proposalId: string }[];
    const settled = await fetch(`${held}/${action?.proposalId}/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ happened, by: 'ann', ...(happened && { result }) }),
    });
    expect(settled.status).toBe(200);
    expect((await engine.say('is it done?', id)).text).toBe(told);
    await engine.close();
    await database.close();
  });
});

/** A column's default as the document writes it. */
function defaultOf(column: Record<string, unknown>): string {
  const type = String(column.type).toLowerCase();
  if (column.pk) return type === 'integer' ? 'generated' : 'required';
  if (column.dflt_value === null) return column.notnull ? 'required' : '–';
  const value = String(column.dflt_value).replaceAll("'", '');
  return type === 'boolean' ? String(value === '1') : value;
}
