import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { ActionKeeper } from '../../src/engine/pending-action/keeper/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { Line } from '../helpers/line.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

/** What a change waits for before it is committed. */
const MAY_COMMIT = 4711;
const waiting = (table: string, when: string) => `
  CREATE FUNCTION wait_to_commit() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${MAY_COMMIT}); RETURN NULL; END';
  CREATE TRIGGER wait_to_commit AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_to_commit();`;

const TURN = ['ce_conversation', 'NEW.turn_no > OLD.turn_no'] as const;
const CLAIM = ['ce_action_proposal', `NEW.status = 'IN_PROGRESS' AND OLD.status = 'OPEN'`] as const;
const OUTCOME = ['ce_action_proposal', `NEW.status = 'EXECUTED'`] as const;

describe.skipIf(!inject('postgres').available)('a COMMIT whose answer is lost, and another process', () => {
  const desk = new LoanDesk();
  let database: TestDatabase;
  let line: Line;
  let cut: TestEngine;
  let whole: TestEngine;
  beforeAll(async () => {
    database = await openPostgres();
    line = await Line.to(database.url);
    const options = { database, handlers: [desk.handler] };
    cut = await startEngine({ ...options, seeds: [LOAN_DESK], config: { 'database.url': line.url } });
    whole = await startEngine(options);
  });
  beforeEach(() => void vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await cut.close();
    line.close();
    await whole.close();
    await database.close();
  });

  const sql = (text: string) => database.dataSource.query(text);
  const untilLocks = (condition: string, count: number) => {
    const locks = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE d.datname = current_database() AND locktype = 'advisory' AND ${condition}`;
    return expect.poll(async () => (await sql(locks))[0].n, { interval: 20 }).toBe(count);
  };
  /** The first time, too. */
  const again = (at: TestEngine, message: string, id: string) =>
    at.say(message, id, {}, { 'idempotency-key': message.replaceAll(' ', '-') });
  /** Says something where the first such change is made, and the connection breaks before its answer. */
  const losing = async ([table, when]: readonly [string, string], message: string, id: string) => {
    await sql(waiting(table, when));
    const holder = database.dataSource.createQueryRunner();
    await holder.query(`SELECT pg_advisory_lock(${MAY_COMMIT})`);
    const answer = again(cut, message, id);
    await untilLocks('NOT granted', 1);
    line.cut();
    await holder.query(`SELECT pg_advisory_unlock(${MAY_COMMIT})`);
    await untilLocks('true', 0);
    await holder.release();
    await sql('DROP FUNCTION wait_to_commit CASCADE');
    line.mend();
    return answer;
  };
  const hasAsked = (id: string) =>
    whole.count(
      `SELECT count(*) FROM ce_conversation WHERE conversation_id = $1 AND context_json ? 'pending_action_asked'`,
      [id],
    );
  const places = [
    ['the same process', () => cut],
    ['the other process', () => whole],
  ] as const;

  it.each(places)('of a question leaves a bare yes to %s without effect', async (_where, at) => {
    const id = randomUUID();
    await cut.say('a gold loan please', id);
    expect(await losing(TURN, 'a home loan please', id)).toMatchObject({ status: 503 });
    await expect.poll(() => hasAsked(id)).toBe(0);
    expect(await at().say('yes', id)).toMatchObject({ text: 'Shall I open the home loan?' });
    expect(desk.of(id)).toEqual([]);
    await at().say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it.each(places)('of a claim leaves the action undone until another yes to %s', async (_where, at) => {
    const id = randomUUID();
    await cut.say('a gold loan please', id);
    expect(await losing(CLAIM, 'yes', id)).toMatchObject({ status: 503 });
    expect(await again(at(), 'yes', id)).toMatchObject({ text: 'Shall I open the gold loan?' });
    expect(desk.of(id)).toEqual([]);
    expect(await at().say('yes', id)).toMatchObject({ text: 'Done. (what: gold)' });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it.each(places)('of an outcome has it told as done, once, also by %s', async (_where, at) => {
    const id = randomUUID();
    await cut.say('a gold loan please', id);
    expect(await losing(OUTCOME, 'yes', id)).toMatchObject({ status: 200, text: 'Done. (what: gold)' });
    await whole.app.get(ActionKeeper).sweep();
    expect(await again(at(), 'yes', id)).toMatchObject({ text: 'Done. (what: gold)' });
    expect(await at().say('yes', id)).toMatchObject({ text: expect.stringContaining('already been done') });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it.each(places)('of the turn of a yes has its repetition at %s told that it is done', async (_where, at) => {
    const id = randomUUID();
    await cut.say('a gold loan please', id);
    expect(await losing(TURN, 'yes', id)).toMatchObject({ status: 503 });
    await whole.app.get(ActionKeeper).sweep();
    expect(await again(at(), 'yes', id)).toMatchObject({ text: 'Done. (what: gold)' });
    expect(await at().say('yes', id)).toMatchObject({ text: expect.stringContaining('already been done') });
    expect(desk.of(id)).toEqual(['gold']);
  });
});
