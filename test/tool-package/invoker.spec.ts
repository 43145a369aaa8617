import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  Invoker,
  type Json,
  type Manifest,
  type Outcome,
  type PackagedTool as Tool,
} from '../../src/tools/package-format/index.js';
import { echoBinding, echoTool, manifestOf, temporaryFolder } from './package-fixture.js';

const opened: Invoker[] = [];
afterEach(async () => {
  for (const invoker of opened.splice(0)) await invoker.close();
});

interface Setting {
  readonly env?: NodeJS.ProcessEnv;
  readonly project?: Partial<Manifest['project']>;
  readonly base?: string;
  readonly now?: () => number;
  readonly execute?: () => Promise<Json>;
}

function open(tool: Tool, { env = {}, project, base = temporaryFolder(), ...rest }: Setting = {}) {
  const lines: string[] = [];
  const path = { PATH: process.env.PATH, ...env };
  const options = { base, env: path, log: (line: string) => lines.push(line), ...rest };
  const invoker = new Invoker(manifestOf([tool], project), options);
  opened.push(invoker);
  const call = (input: unknown, requestId = 'r-1') => invoker.invoke(tool.name, input, { requestId });
  return { invoker, call, lines, base };
}

function codeOf(outcome: Outcome): string {
  return outcome.ok ? 'ok' : outcome.error.code;
}

const must = (outcome: Outcome) => (outcome.ok ? outcome.output : expect.fail(JSON.stringify(outcome.error)));
const errorOf = (outcome: Outcome) => (outcome.ok ? expect.fail('it succeeded') : outcome.error);

/** A tool that runs this script. */
function script(code: string, changes: Partial<Tool> = {}, binding = {}): Tool {
  return echoTool({ binding: echoBinding({ command: ['node', '-e', code, '--'], ...binding }), ...changes });
}

describe('the input of a tool', () => {
  const never = { execute: () => expect.fail('the project was called') };

  it.each([
    ['a value of another type', { q: 42 }, '/q', 'expected string, got integer'],
    ['an unknown property', { q: 'a', x: 1 }, '', 'unknown property x'],
    ['a missing property', {}, '', 'missing property q'],
    ['a text over the default limit', { q: 'x'.repeat(5000) }, '/q', 'exceeds maxLength of 4096 (server default)'],
    ['something else than an object', 'text', '', 'expected object, got string'],
  ])(
    'is refused with the place and the reason for %s, and the project is not called',
    async (_case, input, field, reason) => {
      const error = errorOf(await open(echoTool(), never).call(input));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field, reason } });
      expect(JSON.stringify(error)).not.toContain('xxxx');
    },
  );

  it('is checked by each pattern of its schema', async () => {
    const properties = {
      day: { type: 'string', pattern: '^[A-Z][a-z]+day$' },
      code: { type: 'string', pattern: '^[0-9]+$' },
    };
    const tool = echoTool({ input_schema: { type: 'object', properties } });
    const { call } = open(tool, { execute: async () => ({ argv: [] }) });
    expect(codeOf(await call({ day: 'Monday', code: '12' }))).toBe('ok');
    expect(errorOf(await call({ day: 'Monday', code: 'x' })).details).toMatchObject({ field: '/code' });
    expect(errorOf(await call({ day: '12', code: '12' })).details).toMatchObject({ field: '/day' });
  });

  it('may have the length that its own schema allows', async () => {
    const properties = { q: { type: 'string', maxLength: 6000 } };
    const tool = echoTool({ input_schema: { type: 'object', properties } });
    expect(codeOf(await open(tool, { execute: async () => ({ argv: [] }) }).call({ q: 'x'.repeat(5000) }))).toBe('ok');
  });
});

describe('read-only mode', () => {
  const write = echoTool({ category: 'write', risk: 'medium' });
  const risky = echoTool({ risk: 'high' });

  it.each([
    ['a writing tool with a valid input', write, { q: 'a' }],
    ['a writing tool with an invalid input', write, { q: 1 }],
    ['a reading tool of high risk', risky, { q: 'a' }],
  ])('refuses %s, and starts nothing', async (_case, tool, input) => {
    const { call } = open(tool, { env: { READ_ONLY: '1' }, execute: () => expect.fail('the project was called') });
    expect(codeOf(await call(input))).toBe('FORBIDDEN');
  });

  it('lets reading tools run', async () => {
    expect(codeOf(await open(echoTool(), { env: { READ_ONLY: '1' } }).call({ q: 'a' }))).toBe('ok');
  });

  it.each(['0', 'true', '', ' 1'])('is not on for READ_ONLY="%s"', async (value) => {
    const { call } = open(write, { env: { READ_ONLY: value }, execute: async () => ({ argv: [] }) });
    expect(codeOf(await call({ q: 'a' }))).toBe('ok');
  });
});

describe('a subprocess', () => {
  it.each([
    [{ q: '--config=/x' }, ['--', '--config=/x']],
    [{ q: 'a', all: true }, ['--all', '--', 'a']],
    [{ q: 'a', all: false }, ['--no-all', '--', 'a']],
    [{ q: 'a', tags: ['x', 'y'] }, ['--tag', 'x', '--tag', 'y', '--', 'a']],
    [{ q: 'a', tags: ['--evil'] }, ['--tag=--evil', '--', 'a']],
    [{ q: 'a', limit: 3 }, ['--limit', '3', '--', 'a']],
    [{ q: ';$(touch pwned) `id` "' }, ['--', ';$(touch pwned) `id` "']],
  ])('gets %j as the words %j', async (input, argv) => {
    const { call, base } = open(echoTool());
    expect(must(await call(input))).toEqual({ argv });
    expect(existsSync(join(base, 'pwned'))).toBe(false);
  });

  it('gets a flag that ends in "=" together with its value', async () => {
    const flags = [
      { property: 'q', flag: '--q=' },
      { property: 'all', flag: '--all=' },
    ];
    const { properties, ...schema } = echoTool().input_schema;
    const { q, all } = properties as Record<string, Json>;
    const tool = { input_schema: { ...schema, properties: { q, all } }, binding: echoBinding({ arguments: flags }) };
    const { call } = open(echoTool(tool as Partial<Tool>));
    expect(must(await call({ q: '-x', all: true }))).toEqual({ argv: ['--q=-x', '--all'] });
  });

  it('that does not know "--" gets no value that begins with a dash', async () => {
    const { call } = open(echoTool({ binding: echoBinding({ end_of_options: false }) }));
    expect(errorOf(await call({ q: '--config=/x' }))).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: '/q' },
    });
  });

  it('that ends with a code gives the error of the table, else UPSTREAM_ERROR with the end of its error output', async () => {
    const code = 'console.error("no entry"); process.exit(Number(process.argv[2]))';
    const { call } = open(script(code, {}, { exit_codes: { 4: 'NOT_FOUND' } }));
    expect(errorOf(await call({ q: '4' }))).toMatchObject({ code: 'NOT_FOUND', details: { exit_code: 4 } });
    const details = { exit_code: 5, stderr: 'no entry\n' };
    expect(errorOf(await call({ q: '5' }))).toMatchObject({ code: 'UPSTREAM_ERROR', details });
  });

  it('that ends with a code which is an answer has said it, with the code where the result has a place for it', async () => {
    const code = 'console.log("two differ"); process.exit(Number(process.argv[2]))';
    const result = { parse: 'text', property: 'text', exit_code: 'exit_code' };
    const output_schema = { type: 'object', properties: { text: { type: 'string' }, exit_code: { type: 'integer' } } };
    const { call } = open(script(code, { output_schema } as Partial<Tool>, { ok_exit_codes: [1], result }));
    expect(must(await call({ q: '0' }))).toEqual({ text: 'two differ', exit_code: 0 });
    expect(must(await call({ q: '1' }))).toEqual({ text: 'two differ', exit_code: 1 });
    const details = { exit_code: 2, stdout: 'two differ\n' };
    expect(errorOf(await call({ q: '2' }))).toMatchObject({ code: 'UPSTREAM_ERROR', details });
  });

  it('that is missing is UPSTREAM_ERROR', async () => {
    const command = ['no-such-command-anywhere'];
    const { call } = open(echoTool({ binding: echoBinding({ command }) }), { project: { commands: command } });
    expect(codeOf(await call({ q: 'a' }))).toBe('UPSTREAM_ERROR');
  });

  it('is killed with all it has started when its time is over', async () => {
    const base = temporaryFolder();
    const child = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(join(base, 'alive'))}, '.'), 50)`;
    const code = `require('child_process').spawn('node', ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000); process.on('SIGTERM', () => {})`;
    const { call } = open(script(code, { timeout_ms: 1500 }), { base });
    const started = performance.now();
    expect(codeOf(await call({ q: 'a' }))).toBe('TIMEOUT');
    expect(performance.now() - started).toBeLessThan(30_000);
    const size = () => (existsSync(join(base, 'alive')) ? readFileSync(join(base, 'alive'), 'utf8').length : 0);
    await sleep(100);
    const before = size();
    await sleep(400);
    expect(size()).toBe(before);
  });

  it('is not started when its command is not on the list, or its folder is not in the project', async () => {
    const other = open(echoTool(), { project: { commands: ['git'] } });
    expect(codeOf(await other.call({ q: 'a' }))).toBe('FORBIDDEN');
    const outside = open(echoTool({ binding: echoBinding({ cwd: '../..' }) }));
    expect(codeOf(await outside.call({ q: 'a' }))).toBe('FORBIDDEN');
  });

  it('sees of the environment only what the project names', async () => {
    const code = 'console.log(JSON.stringify({ argv: [String(process.env.A_TOKEN), String(process.env.B_TOKEN)] }))';
    const env = { A_TOKEN: 'aaaa', B_TOKEN: 'bbbb' };
    const { call } = open(script(code), { env, project: { environment: ['A_TOKEN'] } });
    expect(must(await call({ q: 'a' }))).toEqual({ argv: ['aaaa', 'undefined'] });
  });

  it('reads its standard input from a property', async () => {
    const code = 'process.stdin.on("data", (d) => console.log(JSON.stringify({ argv: [String(d)] })))';
    const { call } = open(script(code, {}, { arguments: [], stdin: 'q' }));
    expect(must(await call({ q: '-x' }))).toEqual({ argv: ['-x'] });
  });

  it('that prints without end is ended', async () => {
    const { call } = open(script('for (;;) require("fs").writeSync(1, "x".repeat(65536))'));
    expect(codeOf(await call({ q: 'a' }))).toBe('UPSTREAM_ERROR');
  });
});

describe('allowed paths', () => {
  const constraints = { ...echoTool().constraints, allowed_paths: ['exports/'], path_inputs: ['q'] };
  const base = temporaryFolder();
  mkdirSync(join(base, 'exports'));
  symlinkSync('/etc', join(base, 'exports/link'));

  it.each([
    ['exports/a.csv', 'ok'],
    ['./exports/new/a.csv', 'ok'],
    ['exports/../../x', 'FORBIDDEN'],
    ['exports-other/x', 'FORBIDDEN'],
    ['/etc/passwd', 'FORBIDDEN'],
    ['exports/link/passwd', 'FORBIDDEN'],
    ['exports/a.csv,/etc/passwd', 'FORBIDDEN'],
    ['exports/a.csv:../../etc/passwd', 'FORBIDDEN'],
    ['exports/~,~/.ssh/id', 'FORBIDDEN'],
    ['exports/@/etc/passwd', 'FORBIDDEN'],
    ['exports/{a,/etc/passwd}', 'FORBIDDEN'],
    ['exports/a=b,c:d.csv', 'ok'],
  ])('make %s %s', async (path, code) => {
    expect(codeOf(await open(echoTool({ constraints }), { base }).call({ q: path }))).toBe(code);
  });

  it('count from the folder that the command runs in', async () => {
    const binding = echoBinding({ cwd: 'exports' });
    const { call } = open(echoTool({ constraints, binding }), { base });
    expect(codeOf(await call({ q: 'a.csv' }))).toBe('ok');
    expect(codeOf(await call({ q: '../exports-other/a.csv' }))).toBe('FORBIDDEN');
  });
});

describe('an answer', () => {
  it.each([
    ['of another shape', 'console.log(JSON.stringify({ argv: [1] }))'],
    ['with an unknown property', 'console.log(JSON.stringify({ argv: [], secret: 1 }))'],
    ['that is no JSON', 'console.log("Segmentation fault")'],
  ])('%s is not passed on', async (_case, code) => {
    const error = errorOf(await open(script(code)).call({ q: 'a' }));
    expect(error.code).toBe('UPSTREAM_ERROR');
    expect(JSON.stringify(error)).not.toContain('Segmentation');
  });
});

describe('a library', () => {
  const base = temporaryFolder();
  const source = `export function join(a, b) { return [a, b]; }
export function joinAll(a, ...more) { return [a, ...(more.length > 0 ? more : ['none'])]; }
export async function fail() { throw Object.assign(new Error('no such entry'), { code: 'NOT_FOUND' }); }
export function spin() { for (;;); }
export function noisy() { console.log('to stdout'); return ['x']; }
export function leave() { setTimeout(() => process.exit(0), 20); return ['bye']; }
export const tools = { all: async (input) => Object.keys(input) };`;
  writeFileSync(join(base, 'lib.mjs'), source);
  const tool = (name: string, parameters?: string[], timeout_ms = 10_000) => {
    const result = { parse: 'json', property: 'argv' } as const;
    const own = { type: 'in-process', module: './lib.mjs', export: name, result } as const;
    return echoTool({ timeout_ms, binding: parameters ? { ...own, parameters } : own });
  };

  it('is called with the properties in the order of its parameters, or with the input as a whole', async () => {
    expect(must(await open(tool('join', ['q', 'q']), { base }).call({ q: 'a' }))).toEqual({ argv: ['a', 'a'] });
    expect(must(await open(tool('tools.all'), { base }).call({ q: 'a', all: true }))).toEqual({ argv: ['q', 'all'] });
  });

  it('is called with as many values as the list of its last parameter has', async () => {
    const binding = { ...tool('joinAll', ['q', 'tags']).binding, rest: 'tags' } as Tool['binding'];
    const { call } = open(echoTool({ binding }), { base });
    expect(must(await call({ q: 'a', tags: ['b', 'c'] }))).toEqual({ argv: ['a', 'b', 'c'] });
    expect(must(await call({ q: 'a' }))).toEqual({ argv: ['a', 'none'] });
  });

  it('that throws gives an error, with its own code where that is a known one', async () => {
    expect(errorOf(await open(tool('fail', []), { base }).call({ q: 'a' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(codeOf(await open(tool('missing', []), { base }).call({ q: 'a' }))).toBe('UPSTREAM_ERROR');
    expect(codeOf(await open(tool('join.constructor', []), { base }).call({ q: 'a' }))).toBe('UPSTREAM_ERROR');
  });

  it('that has no such function was not begun, nor one that is not there; one that throws was', async () => {
    const from = (module: string) => echoTool({ binding: { ...tool('join').binding, module } as Tool['binding'] });
    const never = [tool('missing'), from('./gone.mjs'), from('no-such-package'), from('./broken.mjs')];
    writeFileSync(join(base, 'broken.mjs'), 'throw new Error("cannot load");');
    for (const one of never)
      expect(errorOf(await open(one, { base }).call({ q: 'a' }))).toMatchObject({
        code: 'UPSTREAM_ERROR',
        details: { started: false },
      });
    expect(errorOf(await open(tool('fail'), { base }).call({ q: 'a' })).details).toBeUndefined();
  });

  it('is ended in the middle of a loop when its time is over, and the next call works', async () => {
    const { call } = open(tool('spin', [], 500), { base });
    const started = performance.now();
    expect(codeOf(await call({ q: 'a' }))).toBe('TIMEOUT');
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(codeOf(await call({ q: 'a' }))).toBe('TIMEOUT');
  });

  it('that ends its thread after an answer is called on another the next time', async () => {
    const { call } = open(tool('leave', []), { base });
    expect(must(await call({ q: 'a' }))).toEqual({ argv: ['bye'] });
    await sleep(300);
    expect(must(await call({ q: 'a' }))).toEqual({ argv: ['bye'] });
  });

  it('outside of the project is not loaded', async () => {
    const binding = { ...tool('join').binding, module: '../lib.mjs' } as Tool['binding'];
    expect(codeOf(await open(echoTool({ binding }), { base }).call({ q: 'a' }))).toBe('FORBIDDEN');
  });
});

describe('a remote service', () => {
  const binding = {
    type: 'remote-http',
    method: 'GET',
    path: '/entries/{q}',
    parameters: {
      q: { in: 'path' },
      limit: { in: 'query' },
      all: { in: 'header', name: 'X-All' },
      tags: { in: 'query', name: 'tag' },
    },
    result: { parse: 'json' },
  } as const;

  async function withService<T>(listener: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
    const server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('gets each property where it belongs, and a path value cannot leave its segment', async () => {
    const echo: RequestListener = (request, response) => {
      response.end(JSON.stringify({ argv: [request.url, String(request.headers['x-all'])] }));
    };
    await withService(echo, async (entrypoint) => {
      const { call } = open(echoTool({ binding }), { project: { entrypoint } });
      const output = must(await call({ q: '../admin?x', limit: 5, tags: ['a', 'b&c'], all: true }));
      expect(output).toEqual({ argv: ['/v1/entries/..%2Fadmin%3Fx?limit=5&tag=a&tag=b%26c', 'true'] });
      expect(codeOf(await call({ q: '..' }))).toBe('INVALID_INPUT');
    });
  });

  it.each([
    [400, 'INVALID_INPUT'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [408, 'TIMEOUT'],
    [409, 'CONFLICT'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_ERROR'],
    [503, 'UPSTREAM_ERROR'],
    [302, 'UPSTREAM_ERROR'],
  ])('that answers %i is %s, and its credential is told to nobody', async (status, code) => {
    const refuse: RequestListener = (request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(`refused ${request.headers.authorization}`);
    };
    await withService(refuse, async (entrypoint) => {
      const project = { entrypoint, auth: { type: 'bearer', env: 'LEDGER_TOKEN' } } as const;
      const env = { LEDGER_TOKEN: 's3cret-token', LOG_PAYLOADS: '1' };
      const { call, lines } = open(echoTool({ binding }), { project, env });
      const error = errorOf(await call({ q: 'a' }));
      expect(error).toMatchObject({ code, details: { status, body: 'refused Bearer ***' } });
      expect(JSON.stringify([error, lines])).not.toContain('s3cret-token');
    });
  });

  it('gets the whole input as JSON where the binding names no parameters, and the key of the call', async () => {
    const echo: RequestListener = async (request, response) => {
      const body = JSON.parse((await request.toArray()).join(''));
      response.end(JSON.stringify({ argv: [JSON.stringify(body), String(request.headers['idempotency-key'])] }));
    };
    const { parameters: _, ...whole } = { ...binding, method: 'POST', path: '/entries' } as const;
    await withService(echo, async (entrypoint) => {
      const { invoker } = open(echoTool({ binding: whole }), { project: { entrypoint } });
      const outcome = await invoker.invoke('search_entries', { q: 'a', all: false }, { idempotencyKey: 'k-1' });
      expect(must(outcome)).toEqual({ argv: ['{"q":"a","all":false}', 'k-1'] });
    });
  });

  it('is not called without the credential it needs', async () => {
    const project = { entrypoint: 'http://127.0.0.1:1', auth: { type: 'bearer', env: 'LEDGER_TOKEN' } } as const;
    expect(codeOf(await open(echoTool({ binding }), { project }).call({ q: 'a' }))).toBe('UNAUTHORIZED');
  });

  it('that cannot be reached or does not answer in time is UPSTREAM_ERROR or TIMEOUT', async () => {
    const closed = open(echoTool({ binding }), { project: { entrypoint: 'http://127.0.0.1:1' } });
    expect(codeOf(await closed.call({ q: 'a' }))).toBe('UPSTREAM_ERROR');
    await withService(
      () => {},
      async (entrypoint) => {
        const { call } = open(echoTool({ binding, timeout_ms: 200 }), { project: { entrypoint } });
        expect(codeOf(await call({ q: 'a' }))).toBe('TIMEOUT');
      },
    );
  });

  it('that asks for more patience than the call has is RATE_LIMITED at once', async () => {
    const busy: RequestListener = (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end();
    await withService(busy, async (entrypoint) => {
      const constraints = { ...echoTool().constraints, retries: 2 };
      const { call } = open(echoTool({ binding, constraints }), { project: { entrypoint } });
      const error = errorOf(await call({ q: 'a' }));
      expect(error).toMatchObject({ code: 'RATE_LIMITED', details: { retry_after_ms: 60_000 } });
    });
  });

  it.each([
    ['idempotent', 3, 'ok'],
    ['unknown', 1, 'UPSTREAM_ERROR'],
  ] as const)('is called again after a failure when the tool is %s', async (idempotency, calls, code) => {
    let called = 0;
    const flaky: RequestListener = (_request, response) => {
      called += 1;
      response.writeHead(called < 3 ? 503 : 200).end('{"argv":[]}');
    };
    await withService(flaky, async (entrypoint) => {
      const constraints = { ...echoTool().constraints, retries: 2 };
      const { call } = open(echoTool({ binding, idempotency, constraints }), { project: { entrypoint } });
      expect(codeOf(await call({ q: 'a' }))).toBe(code);
      expect(called).toBe(calls);
    });
  });
});

describe('every call', () => {
  it('is one line of the log, with the id of the request and without the payload', async () => {
    const { call, invoker, lines } = open(echoTool());
    await call({ q: 'private words' }, 'req-7');
    await call({ q: 1 }, 'req-8');
    await invoker.invoke('no_such_tool', {}, { requestId: 'req-9' });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { request_id: 'req-7', tool: 'search_entries', duration_ms: expect.any(Number), status: 'ok' },
      {
        request_id: 'req-8',
        tool: 'search_entries',
        duration_ms: expect.any(Number),
        status: 'error',
        error: { code: 'INVALID_INPUT' },
      },
      {
        request_id: 'req-9',
        tool: 'unknown',
        duration_ms: expect.any(Number),
        status: 'error',
        error: { code: 'NOT_FOUND' },
      },
    ]);
    expect(lines.join()).not.toContain('private words');
  });

  it('counts against the limit of the tool: the 61st within a minute is refused, and told how long to wait', async () => {
    let now = 1_000_000;
    const constraints = { ...echoTool().constraints, rate_limit: { requests_per_minute: 60 } };
    const { call } = open(echoTool({ constraints }), { now: () => now, execute: async () => ({ argv: [] }) });
    for (let index = 0; index < 60; index += 1) {
      expect(codeOf(await call({ q: 'a' }))).toBe('ok');
      now += 100;
    }
    const error = errorOf(await call({ q: 'a' }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', details: { retry_after_ms: 54_000 } });
    now += 54_001;
    expect(codeOf(await call({ q: 'a' }))).toBe('ok');
  });

  it('ends when the caller gives it up', async () => {
    const { invoker } = open(script('setInterval(() => {}, 1000)'));
    const signal = AbortSignal.timeout(300);
    expect(codeOf(await invoker.invoke('search_entries', { q: 'a' }, { signal }))).toBe('TIMEOUT');
  });
});
