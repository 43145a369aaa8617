import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { expect, it } from 'vitest';
import { ConvEngineModule } from '../../src/app/conv-engine.module.js';
import { ROUTES } from '../../src/interfaces/callers/index.js';
import { configureApp, createFastifyAdapter } from '../../src/interfaces/http/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { openSqlite } from '../helpers/databases.js';

/** They are there where the console was built, and where what shows the API is installed. */
const SOMETIMES = /^GET \/(console|api\/docs\/)/;

it('every route of the service is in the table of routes, and nothing else is', async () => {
  const opened = await openSqlite();
  const { config } = loadConfig({
    env: {},
    directory: '/nonexistent',
    overrides: { 'convengine.database.url': opened.url },
  });
  const adapter = createFastifyAdapter(config);
  const routes = new Set<string>();
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    // HEAD is answered as GET is, and OPTIONS by CORS alone.
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.add(`${one} ${url}`);
  });
  const app = await NestFactory.create<NestFastifyApplication>(ConvEngineModule.forRoot({ config }), adapter, {
    bodyParser: false,
    logger: false,
  });
  configureApp(app, config);
  await app.init();
  await app.close();
  await opened.close();
  const listed = Object.keys(ROUTES);
  expect(routes.size).toBeGreaterThan(40);
  expect([...routes].filter((route) => !listed.includes(route))).toEqual([]);
  expect(listed.filter((route) => !routes.has(route) && !SOMETIMES.test(route))).toEqual([]);
});
