// ConvEngine as an application embeds it: the module of the built package, a provider that does the work, default
// settings but for the database, a silent log and the level of the audit.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ActionHandlerProvider, ConvEngineModule, done, loadConfig, TurnService } from '../../../dist/bundle/index.js';
import { prepareEngineDatabase } from '../../turns/databases.mjs';
import { flowSeed, SMALL_FLOW } from '../../turns/flow.mjs';

export const about = {
  name: 'ConvEngine',
  packages: [],
  stores: { sqlite: 'its own; WAL, synchronous = FULL', postgres: 'its own' },
  keeps: 'history, audit and record of consent',
  // A claim is decided when the lease of the dead process is over and a sweep has come by.
  recoveryMs: 25_000,
};

/** Brings tables and rows into the empty database, once. */
export async function prepare(scratch) {
  await prepareEngineDatabase(scratch, flowSeed(SMALL_FLOW));
}

export async function open({ url, effect, auditLevel }) {
  class BenchOrders {
    async cancel({ conversationId }) {
      await effect(conversationId);
      return done({ cancelled: true });
    }
  }
  ActionHandlerProvider('benchOrders')(BenchOrders);
  class BenchModule {}
  Module({ providers: [BenchOrders] })(BenchModule);

  const { config } = loadConfig({
    env: {},
    files: [],
    overrides: {
      'convengine.database.url': url,
      'convengine.log.level': 'silent',
      'convengine.audit.level': auditLevel,
    },
  });
  const engine = ConvEngineModule.forRoot({ config, imports: [BenchModule] });
  const turns = (await NestFactory.createApplicationContext(engine, { logger: false })).get(TurnService);
  return {
    async send(conversationId, message) {
      const { responseText } = await turns.handle({ conversationId, message });
      const { payload, message: problem } = JSON.parse(responseText);
      return payload?.value ?? problem;
    },
  };
}
