import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConvEngineModule } from '../../src/app/conv-engine.module.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { BuiltCli } from './cli/built-cli.js';

describe('an application that embeds the engine', () => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  });
  afterAll(() => cli.close());

  const start = (url: string, isBesideService: boolean) => {
    const { config } = loadConfig({ env: {}, overrides: { 'convengine.database.url': url } });
    const options = { logger: false, abortOnError: false } as const;
    return NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config, isBesideService }), options);
  };

  it('does not start on a SQLite file that another process serves, unless it says that it may', async () => {
    const url = `sqlite:${join(cli.directory, 'one.sqlite')}`;
    const service = await cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', url]);
    await expect(start(url, false)).rejects.toThrow(/^Process \d+ serves the SQLite file of convengine\.database\.url/);
    await (await start(url, true)).close();
    await service.end('SIGTERM');
    const first = await start(url, false);
    const refused = await cli.run(['serve', '--port', '0', '--database', url]);
    expect(refused.stderr).toContain(`Process ${process.pid} serves the database`);
    await first.close();
    const next = await cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', url]);
    expect(await next.end('SIGTERM')).toBe(0);
  });
});
