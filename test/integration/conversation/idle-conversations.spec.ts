import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { IdleConversations, TURN_STORE, type TurnStore } from '../../../src/engine/conversation/index.js';
import { RunQuestions } from '../../../src/engine/pending-action/keeper/run-questions.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { HELLO } from '../many-processes/two-processes.js';

describeOnEachDatabase('work beside turns', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  let idle: IdleConversations;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [HELLO] });
    idle = engine.app.get(IdleConversations);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => engine.close());

  const isThere = async (id: string) =>
    (await database.database.query('SELECT 1 FROM ce_conversation WHERE conversation_id = $1', [id])).length > 0;
  const countWaiting = () =>
    engine.count(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  const begun = async () => {
    const id = randomUUID();
    await engine.say('hello', id);
    return id;
  };

  it('is told what a conversation has, and leaves it to its turns', async () => {
    const id = await begun();
    expect(await idle.use(id, async ({ conversation }) => conversation.intent)).toBe('HELLO');
    expect(await engine.say('hello', id)).toMatchObject({ status: 200 });
  });

  it('begins no conversation that is gone, also where it was being erased just then', async () => {
    const never = randomUUID();
    expect(await idle.use(never, async () => 'done')).toBe('gone');
    const erased = await begun();
    const [deleted, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const erasing = database.database.transaction(async (sql) => {
      for (const table of ['ce_turn_record', 'ce_conversation_history', 'ce_conversation'])
        await sql.query(`DELETE FROM ${table} WHERE conversation_id = $1`, [erased]);
      deleted.resolve();
      await over.promise;
    });
    await deleted.promise;
    const using = idle.use(erased, async () => 'done');
    if (database.dialect === 'postgres') await expect.poll(countWaiting).toBe(1);
    over.resolve();
    await erasing;
    expect(['busy', 'gone']).toContain(await using);
    expect(await idle.use(erased, async () => 'done')).toBe('gone');
    expect([await isThere(never), await isThere(erased)]).toEqual([false, false]);
  });

  it('is not waited for by a run that asks in a conversation which is gone', async () => {
    const run = { conversationId: randomUUID(), runId: 'run', workflow: 'journey' };
    const signal = AbortSignal.timeout(2_000);
    await engine.app.get(RunQuestions).ask(run, 'approve', { question: 'Really?' }, signal);
    expect(signal.aborted).toBe(false);
    expect(await isThere(run.conversationId)).toBe(false);
  });

  it('keeps its error where its audit cannot be kept either, and the log has what is lost', async () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const failing = vi.spyOn(engine.app.get<TurnStore>(TURN_STORE), 'fail');
    const [broken, wellDone] = [await begun(), await begun()];
    failing.mockRejectedValueOnce(new Error('no disk')).mockRejectedValueOnce(new Error('no disk'));
    const failed = idle.use(broken, async ({ audit }) => {
      audit.record('SCHEDULE_LIFECYCLE');
      throw new Error('no handler');
    });
    await expect(failed).rejects.toThrow('no handler');
    const line = (id: string, why: string) => `SCHEDULE_LIFECYCLE of conversation ${id} could not be recorded: ${why}`;
    expect(logged.mock.calls.flat()).toContain(line(broken, 'no disk'));
    const unkept = idle.use(wellDone, async ({ audit }) => audit.record('SCHEDULE_LIFECYCLE'));
    await expect(unkept).rejects.toThrow('no disk');
    expect(logged.mock.calls.flat()).toContain(line(wellDone, 'no disk'));
  });

  it('has what it recorded named in the log where a turn has taken its conversation over', async () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const id = await begun();
    const result = await idle.use(id, async ({ audit }) => {
      audit.record('SCHEDULE_LIFECYCLE');
      const takeOver = `UPDATE ce_conversation SET lease_owner = 'another.turn' WHERE conversation_id = $1`;
      await database.database.query(takeOver, [id]);
      return 'done';
    });
    expect(result).toBe('done');
    const line = `SCHEDULE_LIFECYCLE of conversation ${id} could not be recorded: another turn has taken it over`;
    expect(logged.mock.calls.flat()).toContain(line);
  });
});
