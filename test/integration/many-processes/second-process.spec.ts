import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltCli, type RunningService } from '../../e2e/cli/built-cli.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { countListeners, follow, HELLO, received, stored, until } from './two-processes.js';

/** Serves, follows the flow of others, and closes; nothing ends it but that nothing is left to wait for. */
const EMBEDDING = `
  import { NestFactory } from '@nestjs/core';
  import { configureApp, ConvEngineModule, createFastifyAdapter, loadConfig } from '../dist/bundle/index.js';
  const { config } = loadConfig({ overrides: { 'convengine.database.url': process.argv[2] } });
  const module = ConvEngineModule.forRoot({ config });
  const app = await NestFactory.create(module, createFastifyAdapter(config), { bodyParser: false, logger: ['warn', 'error'] });
  configureApp(app, config);
  await app.listen(0, '127.0.0.1');
  await app.close();
  console.log('closed');`;

describe.skipIf(!inject('postgres').available)('a service in a process of its own (postgres)', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let here: TestEngine;
  let there: RunningService;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), openPostgres()]);
    here = await startEngine({ database, seeds: [HELLO] });
    there = await cli.serve(['--database', database.url, '--port', '0', '--host', '127.0.0.1']);
  });
  afterAll(async () => {
    await cli.close();
    await here.close();
    await database.close();
  });

  const say = (url: string, conversationId: string) =>
    fetch(`${url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId, message: 'hello' }),
    });

  it('shows the turns of others to those who follow them there, and its own to those who follow them elsewhere', async () => {
    const id = randomUUID();
    const clients = [await follow(here.url, id), await follow(there.url, id)];
    for (const url of [there.url, here.url, there.url]) expect((await say(url, id)).status).toBe(200);
    const expected = await stored(database, id);
    for (const client of clients) {
      await until('everything has come', () => client.ids.length >= expected.length);
      expect(received(client)).toEqual(expected);
      client.close();
    }
  });

  it('has told the others of its last turn when it ends', async () => {
    expect(await countListeners(database)).toBe(2);
    const id = randomUUID();
    const client = await follow(here.url, id);
    await say(there.url, id);
    expect(await there.end('SIGTERM')).toBe(0);
    expect(await countListeners(database)).toBe(1);
    const expected = await stored(database, id);
    await until('everything has come', () => client.ids.length >= expected.length);
    client.close();
  });

  it('ends by itself once the engine in it is closed', async () => {
    const script = join(cli.directory, 'embedding.mjs');
    await writeFile(script, EMBEDDING);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, database.url], {
      timeout: 110_000,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'closed\n', stderr: '' });
  });
});
