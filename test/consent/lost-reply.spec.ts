import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject, ResponseTransformer } from '../../src/app/index.js';
import { TURN_STORE, type TurnStore } from '../../src/engine/conversation/index.js';
import { EngineError } from '../../src/platform/common/errors.js';
import { DATABASE } from '../../src/platform/common/tokens.js';
import type { StepHook } from '../../src/platform/handlers-api/index.js';
import { type Database, readJson } from '../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { holdConversation } from '../helpers/hold-conversation.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

describeOnEachDatabase('a question whose reply nobody has got', (open) => {
  const desk = new LoanDesk();
  let slowMs = 0;
  const slowly: ResponseTransformer = {
    kind: 'response-transformer',
    intent: 'ANY',
    state: 'ANY',
    transform: () => sleep(slowMs, undefined),
  };
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler, slowly] });
  });
  afterAll(() => engine.close());

  const hangUpOver = async (message: string, conversationId: string, headers: Record<string, string> = {}) => {
    slowMs = 300;
    const request = fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ conversationId, message }),
      signal: AbortSignal.timeout(100),
    });
    await expect(request).rejects.toThrow();
    slowMs = 0;
  };
  const askedOf = async (id: string) => {
    const { database } = engine.database;
    const [row] = await database.query('SELECT * FROM ce_conversation WHERE conversation_id = $1 AND turn_no = 2', [
      id,
    ]);
    if (row?.lease_owner !== null) throw new Error('The turn is not stored yet.');
    return (readJson(row?.context_json) as JsonObject).pending_action_asked;
  };

  it('is put anew to a yes without an address', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    await hangUpOver('a home loan please', id);
    await vi.waitFor(async () => expect(await askedOf(id)).toBeUndefined(), { timeout: 60_000 });
    expect(await engine.say('yes', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it('is put anew also before the database has been told that nobody has got it', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const database = engine.app.get<Database>(DATABASE);
    const query = database.query.bind(database);
    const [asked, mayBeTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(database, 'query').mockImplementation(async (sql, parameters) => {
      if (sql.startsWith('SELECT context_json FROM ce_conversation')) {
        asked.resolve();
        await mayBeTold.promise;
      }
      return query(sql, parameters);
    });
    await hangUpOver('a home loan please', id);
    await asked.promise;
    expect(await engine.say('yes', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    mayBeTold.resolve();
    vi.restoreAllMocks();
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it('is the question again once a repetition has brought it', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    await hangUpOver('a home loan please', id, { 'idempotency-key': 'lost' });
    await vi.waitFor(async () => expect(await askedOf(id)).toBeUndefined(), { timeout: 60_000 });
    await engine.say('a home loan please', id, {}, { 'idempotency-key': 'lost' });
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });
});

describeOnEachDatabase('a question that is stored after its sender was told that time is over', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  let isHeld = false;
  let goOn: () => void = () => undefined;
  /** Has the turn wait for the database as it is stored. */
  const hold: StepHook = {
    kind: 'step-hook',
    afterStep: async (step, _, { conversationId }) => {
      if (step !== 'PipelineEndGuardStep' || !isHeld) return;
      isHeld = false;
      const told = Promise.withResolvers<void>();
      goOn = told.resolve;
      await holdConversation(engine.app, conversationId, told.promise);
    },
  };
  beforeAll(async () => {
    const config = { 'turn.deadline-ms': 6_000, 'database.statement-timeout-ms': 0, 'database.lock-timeout-ms': 0 };
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], config, handlers: [desk.handler, hold] });
  });
  afterAll(async () => {
    goOn();
    await engine.close();
  });

  it('is put anew to a yes without an address', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    isHeld = true;
    expect(await engine.say('a home loan please', id)).toMatchObject({ status: 504 });
    goOn();
    const asked = `SELECT count(*) FROM ce_conversation
      WHERE conversation_id = $1 AND turn_no = 2 AND lease_owner IS NULL AND CAST(context_json AS text) NOT LIKE '%"pending_action_asked"%'`;
    await expect.poll(() => engine.count(asked, [id])).toBe(1);
    expect(await engine.say('yes', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });
});

describeOnEachDatabase('a question that is stored although its sender was told that the database is away', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  let store: TurnStore;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler] });
    store = engine.app.get(TURN_STORE);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => engine.close());

  /** Asks for the home loan where the answer to its COMMIT is lost. @param isAway whether nothing else is answered, either */
  const loseCommit = async (id: string, isAway: boolean, headers: Record<string, string> = {}) => {
    vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const away = () => Promise.reject(new EngineError('DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const commit = store.commit.bind(store);
    await engine.say('a gold loan please', id);
    vi.spyOn(store, 'commit').mockImplementationOnce((turn) => commit(turn).then(away));
    if (isAway) vi.spyOn(store, 'fail').mockImplementationOnce(away);
    expect(await engine.say('a home loan please', id, {}, headers)).toMatchObject({ status: 503 });
  };

  it.each([
    ['is there again at once', false],
    ['stays away for a moment', true],
  ])('is put anew to a yes without an address where that %s', async (_what, isAway) => {
    const id = randomUUID();
    await loseCommit(id, isAway);
    expect(await engine.say('yes', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it('is the question again once a repetition has brought it', async () => {
    const id = randomUUID();
    const headers = { 'idempotency-key': 'lost' };
    await loseCommit(id, false, headers);
    expect(await engine.say('a home loan please', id, {}, headers)).toMatchObject({
      text: 'Shall I open the home loan?',
    });
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it('leaves the question before it as it was where nothing was stored', async () => {
    const id = randomUUID();
    vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await engine.say('a gold loan please', id);
    vi.spyOn(store, 'commit').mockRejectedValueOnce(new EngineError('DATABASE_UNAVAILABLE', 'It cannot be reached.'));
    expect(await engine.say('a home loan please', id)).toMatchObject({ status: 503 });
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });
});
