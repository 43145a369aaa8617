import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from './built-cli.js';

/** Large, and needed by some services only. */
const ON_DEMAND = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/sdk-node',
  'acorn',
  'ai',
  'chokidar',
  'chrono-node',
  'csv-parse',
  'decimal.js',
  'fast-xml-parser',
  'html-to-text',
  'jsonata',
  'libpg-query',
  'libphonenumber-js',
  'marked',
  'nodemailer',
  'rate-limiter-flexible',
  'undici',
  'unpdf',
];

/** What listens, answers and puts a service together. */
const OF_SERVICES = ['@nestjs/core', '@nestjs/typeorm', 'ajv', 'fastify', 'pino', 'prom-client', 'rxjs', 'semver'];

/** Writes down which packages are asked for, whatever asks. */
const LIST_PACKAGES = `
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) appendFileSync('packages.txt', name + '\\n');
      return next(url, context);
    },
  });`;

const OPTIONS = { NODE_OPTIONS: '--import ./list-packages.mjs' };

describe('what is loaded', () => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    await cli.writeFiles({ 'list-packages.mjs': LIST_PACKAGES });
  });
  afterAll(() => cli.close());

  /** The packages that were asked for since the last time. */
  const loaded = (): ReadonlySet<string> => {
    const file = join(cli.directory, 'packages.txt');
    const names = readFileSync(file, 'utf8').split('\n');
    rmSync(file);
    return new Set(names);
  };

  it('is for a service that answers none of the large libraries that only some flows need', async () => {
    const service = await cli.serve(['--demo', '--port', '0', '--host', '127.0.0.1'], OPTIONS);
    const answer = await fetch(`${service.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'cancel my order 7017' }),
    });
    expect(await answer.json()).toMatchObject({ payload: { value: expect.stringContaining('Shall I cancel') } });
    expect(await service.end()).toBe(0);
    const packages = loaded();
    expect(packages).toContain('typeorm');
    expect(packages).toContain('prom-client');
    expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([]);
  });

  it.each([[['migrate']], [['doctor']], [['keys', 'list']]])('is for %j nothing of a service', async (command) => {
    const { code } = await cli.run([...command, '--database', 'sqlite:loaded.sqlite'], { env: OPTIONS });
    expect(code).toBe(0);
    const packages = loaded();
    expect(packages).toContain('typeorm');
    expect([...ON_DEMAND, ...OF_SERVICES].filter((name) => packages.has(name))).toEqual([]);
  });
});
