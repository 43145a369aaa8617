import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { post } from '../pending-action/live-service.js';
import { GO_ON_MARKS, HELD_WORD } from './handlers/desk.js';
import { LOAN_DESK } from './loan-desk.js';

/** RACE_ROUNDS=200 plays them longer. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 40);
/** Rounds that are played at the same time. */
const AT_ONCE = 8;
const TABLE = 'CREATE TABLE opened_loan (conversation_id varchar(36), loan varchar(10));';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('a yes among messages to two processes, or one where the database serves one', (open) => {
  let database: TestDatabase;
  let services: RunningService[];
  let marks: string;
  beforeAll(async () => {
    database = await open();
    marks = mkdtempSync(join(tmpdir(), 'convengine-marks-'));
    await applySeed(database.database, `${TABLE}${LOAN_DESK}`, 'loan-desk.sql');
    const start = () =>
      cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], {
        CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([join(import.meta.dirname, 'handlers')]),
        CONVENGINE_TURN_BUSY_WAIT_MS: '30000',
        [GO_ON_MARKS]: marks,
        LOG_LEVEL: 'silent',
      });
    services = await Promise.all(Array.from({ length: database.dialect === 'postgres' ? 2 : 1 }, start));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()));
    rmSync(marks, { recursive: true });
  });

  const [A, B] = [0, 1];
  const say = (process: number, conversationId: string, message: string) =>
    post(services[process % services.length] as RunningService, conversationId, message);
  const loansOf = async (conversationId: string) => {
    const sql = 'SELECT loan FROM opened_loan WHERE conversation_id = $1';
    return (await database.database.query(sql, [conversationId])).map(({ loan }) => loan);
  };
  const untilCounted = async (sql: string, id: string, expected: number) => {
    const count = async () => Number((await database.database.query(sql, [id]))[0]?.n);
    while ((await count()) < expected) await sleep(5);
  };
  /** A message of the conversation is being answered. */
  const isAnswering = (id: string) =>
    untilCounted('SELECT count(lease_owner) AS n FROM ce_conversation WHERE conversation_id = $1', id, 1);
  /** So many messages have come and wait for it. */
  const haveArrived = (id: string, expected: number) =>
    untilCounted('SELECT count(*) AS n FROM ce_message_arrival WHERE conversation_id = $1', id, expected);
  const goOn = (id: string) => writeFileSync(join(marks, id), '');
  /** Plays all rounds, some at a time, and gives what each has come to. */
  const rounds = async <T>(round: (conversationId: string) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    let left = ROUNDS;
    const worker = async () => {
      for (left -= 1; left >= 0; left -= 1) results.push(await round(randomUUID()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return results;
  };

  it('runs nothing when it came while the question was still being worded', async () => {
    const loans = await rounds(async (id) => {
      const asking = say(A, id, `a gold loan please, ${HELD_WORD}`);
      await isAnswering(id);
      const yes = say(B, id, 'yes');
      await haveArrived(id, 1);
      goOn(id);
      await Promise.all([asking, yes]);
      return loansOf(id);
    });
    expect(loans.flat()).toEqual([]);
  });

  it('counts for the question it answered, and goes before a request that came after it', async () => {
    const loans = await rounds(async (id) => {
      await say(A, id, 'a gold loan please');
      const busy = say(B, id, `what is the weather like? ${HELD_WORD}`);
      await isAnswering(id);
      const yes = say(A, id, 'yes');
      await haveArrived(id, 1);
      const next = say(B, id, 'a home loan please');
      await haveArrived(id, 2);
      goOn(id);
      const answers = await Promise.all([busy, yes, next]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers[2]?.text).toBe('Shall I open the home loan?');
      return loansOf(id);
    });
    expect(loans).toEqual(Array.from({ length: ROUNDS }, () => ['gold']));
  });

  it('is answered in its place among the others', async () => {
    const orders = await rounds(async (id) => {
      const sent = [say(A, id, `first ${HELD_WORD}`)];
      await isAnswering(id);
      for (const [place, text] of ['second', 'third', 'fourth', 'fifth'].entries()) {
        sent.push(say(place, id, text));
        await haveArrived(id, place + 1);
      }
      goOn(id);
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const sql = 'SELECT user_input FROM ce_conversation_history WHERE conversation_id = $1 ORDER BY turn_no';
      const rows = await database.database.query(sql, [id]);
      return rows.map(({ user_input: text }) => String(text).split(' ')[0]).join(' ');
    });
    expect(new Set(orders)).toEqual(new Set(['first second third fourth fifth']));
  });
});
