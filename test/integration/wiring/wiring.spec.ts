import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { expect, it } from 'vitest';
import { ConvEngineModule } from '../../../src/app/conv-engine.module.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';

/** Factories that make a value: a connection, a client chosen by configuration. Classes are wired by their types. */
const FACTORIES = 14;

describeOnEachDatabase('the modules of the engine', (open) => {
  it('give every provider and controller what its constructor names', async () => {
    const overrides = { 'convengine.database.url': (await open()).url };
    const { config } = loadConfig({ directory: '/nonexistent', env: {}, overrides });
    const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config }), {
      logger: false,
      abortOnError: false,
    });
    const parts = [...app.get(ModulesContainer).values()].flatMap((module) => [
      ...module.providers.values(),
      ...module.controllers.values(),
    ]);
    const lasting = parts.filter((part) => part.isDependencyTreeStatic() && !part.isTransient);
    expect(lasting.length).toBeGreaterThan(50);
    expect(lasting.filter(({ instance }) => instance === undefined).map(({ name }) => name)).toEqual([]);
    await app.close();
  });
});

it('factories are few, so that the compiler and Nest check what is wired', () => {
  const src = join(import.meta.dirname, '../../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const counted = files.map((file) => readFileSync(join(src, file), 'utf8').split('useFactory:').length - 1);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(FACTORIES);
});
