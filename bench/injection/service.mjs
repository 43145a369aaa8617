// The real service on SQLite, in this process, and what its tools did.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, configureApp, createFastifyAdapter, loadConfig } from '../../dist/src/app/index.js';
import { Handlers } from '../../dist/src/platform/handlers-api/index.js';
import { applySeed, createDataSource, migrate, openDatabase } from '../../dist/src/platform/persistence/index.js';
import { flowSeed } from './flow.mjs';

/** Who may come in: a chat backend that speaks for people, an operator, programs that decide by themselves, and an assistant whose views are trusted. */
export const KEYS = {
  chat: 'key-of-the-chat',
  operator: 'key-of-the-operator',
  agent: 'key-of-the-agent',
  desktop: 'key-of-the-desktop',
};

/** What people type on the consent page; the model does not know it. */
export const PAGE_CODE = 'the-code-of-the-people';

/**
 * Starts the service with these tools.
 * @returns `{ url, takeEffects(), close() }`; `takeEffects` gives what the tools have done since it was last called
 */
export async function startService(tools) {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
  process.env.BENCH_KEY_OF_AGENT = KEYS.agent;
  process.env.BENCH_KEY_OF_DESKTOP = KEYS.desktop;
  const { config } = loadConfig({
    env: {},
    directory: tmpdir(),
    overrides: {
      'convengine.database.url': `sqlite:${join(folder, 'bench.sqlite')}`,
      'convengine.security.conversation-api-key': KEYS.chat,
      'convengine.security.admin-api-key': KEYS.operator,
      'convengine.consent.page-code': PAGE_CODE,
      'convengine.consent.views': ['desktop'],
      'convengine.mcp.server.clients': {
        agent: { key: 'env:BENCH_KEY_OF_AGENT' },
        desktop: { key: 'env:BENCH_KEY_OF_DESKTOP' },
      },
      'convengine.flow.dialogue-act.resolute': 'REGEX_ONLY',
      'convengine.audit.level': 'ERROR_ONLY',
    },
  });
  await prepare(config.database, flowSeed(tools));
  const options = { bodyParser: false, abortOnError: false, logger: ['fatal', 'error'] };
  const app = await NestFactory.create(ConvEngineModule.forRoot({ config }), createFastifyAdapter(config), options);
  configureApp(app, config);
  const effects = [];
  for (const { code } of tools) app.get(Handlers).add(handlerOf(code, effects));
  await app.listen(0, '127.0.0.1');
  const close = async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: await app.getUrl(), takeEffects: () => effects.splice(0), close };
}

/** Remembers what it was called with, as the world would. */
function handlerOf(toolCode, effects) {
  return {
    kind: 'tool',
    toolCode,
    execute({ arguments: args }) {
      effects.push({ tool: toolCode, args });
      return Promise.resolve({ ok: true });
    },
  };
}

async function prepare(settings, seed) {
  const dataSource = createDataSource(settings.url, { poolSize: 1 });
  await dataSource.initialize();
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  await applySeed(database, seed, 'bench');
  await database.close();
  await dataSource.destroy();
}
