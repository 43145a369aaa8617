// Turns without HTTP, in a process of its own: `in-process.mjs engine URL CONFIG-FILE`, `floor URL SAMPLE-FILE` or
// `bare URL`. It says when it is ready, and then measures on request.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConvEngineModule, loadConfig, TurnService } from '../../dist/bundle/index.js';
import { measureOnRequest } from './conversations.mjs';
import { openBareFloor } from './floor/bare.mjs';
import { openStore } from './floor/open-store.mjs';
import { floorTurns } from './floor/turn.mjs';

const open = {
  /** The engine as an application embeds it. */
  async engine(url, configFile) {
    const { config } = loadConfig({ env: {}, files: [configFile], overrides: { 'convengine.database.url': url } });
    const app = await NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config }), { logger: false });
    const turns = app.get(TurnService);
    return async (conversationId, message) => (await turns.handle({ conversationId, message })).responseText;
  },
  floor: async (url, sample) => floorTurns(openStore(url), sample),
  bare: openBareFloor,
};

const [kind, ...args] = process.argv.slice(2);
const send = await open[kind](...args);
measureOnRequest(() => async () => ({ send }));
process.once('disconnect', () => process.exit());
process.send({ ready: true });
