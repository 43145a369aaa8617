import { PassThrough } from 'node:stream';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule } from '../../../src/app/app.module.js';
import type { Handler } from '../../../src/app/index.js';
import { configureApp, createFastifyAdapter } from '../../../src/interfaces/http/index.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { Handlers } from '../../../src/platform/handlers-api/index.js';
import { applySeed } from '../../../src/platform/persistence/index.js';
import type { TestDatabase } from '../../helpers/databases.js';
import { TestEngine } from '../../helpers/engine.js';

/** Orders what has a word of its own, chats by a model, and looks something up. */
const SHOP = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('ORDER', 'Orders'), ('CHAT', 'Chats'), ('BREAK', 'Breaks');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'order', 'ORDER', 'CONFIRM', 1), ('CONTAINS', 'chat', 'CHAT', 'START', 1),
    ('CONTAINS', 'break', 'BREAK', 'START', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('ORDER', 'ANY',
    '{"type": "object", "required": ["item"], "properties": {"item": {"type": "string", "pattern": "^zq[0-9a-f]+$"},
      "pin": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('ORDER', 'CONFIRM', 'order_item', 'shop', 'order');
  INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('ORDER', 'CONFIRM', 'JSON_PATH', '$.inputParams.pending_action_result == ''EXECUTED''', 'SET_STATE', 'DONE'),
    ('BREAK', 'ANY', 'EXACT', 'any', 'SET_TASK', 'breaker:break');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text, derivation_hint) VALUES
    ('ORDER', 'CONFIRM', 'TEXT', 'EXACT', 'Shall I order {{item}}?', NULL),
    ('ORDER', 'DONE', 'TEXT', 'EXACT', 'Ordered: {{pending_action_output.reference}}', NULL),
    ('BREAK', 'ANY', 'TEXT', 'EXACT', 'Broken.', NULL),
    ('CHAT', 'START', 'TEXT', 'DERIVED', 'Hm.', 'Chat.');`;

/** What services of this process log: the first of them says where that goes. */
const logged = new PassThrough();
const lines: string[] = [];
logged.on('data', (chunk: Buffer) => lines.push(chunk.toString()));

/** The service with its log, at every level, on a database that a test has opened. */
export interface LoggedEngine {
  readonly engine: TestEngine;
  /** What has been logged so far. */
  log(): string;
}

/** Starts it with these `convengine.*` keys over the defaults; its flow is stored where the database is new. */
export async function startLogged(
  database: TestDatabase,
  handlers: readonly Handler[],
  config: Record<string, unknown>,
  isNew = true,
): Promise<LoggedEngine> {
  if (isNew) await applySeed(database.database, SHOP, 'shop.sql');
  const given = Object.entries(config).map(([key, value]) => [`convengine.${key}`, value]);
  const { config: loaded } = loadConfig({
    env: {},
    directory: '/nonexistent',
    overrides: {
      'convengine.database.url': database.url,
      'convengine.http.host': '127.0.0.1',
      'convengine.http.port': 0,
      'convengine.log.level': 'trace',
      ...Object.fromEntries(given),
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(loaded, logged),
    createFastifyAdapter(loaded),
    { bodyParser: false, abortOnError: false, logger: false },
  );
  configureApp(app, loaded);
  for (const handler of handlers) app.get(Handlers).add(handler);
  await app.listen(0, '127.0.0.1');
  app.useLogger(app.get(Logger));
  return { engine: new TestEngine(app, await app.getUrl(), database), log: () => lines.join('') };
}
