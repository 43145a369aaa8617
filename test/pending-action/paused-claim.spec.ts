import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { EFFECT_FLOW } from './effect-flow.js';
import { EFFECT_LOG, EFFECT_MS, type Effect } from './effect-handlers/effects.js';
import { post, serveOrders } from './live-service.js';

/** What a claim waits for before it is committed. */
const MAY_COMMIT = 4711;
const WAITING = `
  CREATE FUNCTION wait_to_commit() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${MAY_COMMIT}); RETURN NULL; END';
  CREATE TRIGGER wait_to_commit AFTER UPDATE ON ce_action_proposal FOR EACH ROW
    WHEN (NEW.status = 'IN_PROGRESS' AND OLD.status = 'OPEN') EXECUTE FUNCTION wait_to_commit();`;

// A SQLite file is for one service.
describe.skipIf(!inject('postgres').available)('a process that is paused while its claim is stored', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let paused: RunningService;
  let other: RunningService;
  const log = () => join(cli.directory, 'effects-of-paused');
  beforeAll(async () => {
    cli = await BuiltCli.build();
    database = await openPostgres();
    await applySeed(database.database, EFFECT_FLOW, 'effect-flow.sql');
    const env = {
      CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([resolve('test/pending-action/effect-handlers')]),
      [EFFECT_LOG]: log(),
      [EFFECT_MS]: '0',
    };
    paused = await serveOrders(cli, database, { ...env, CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0' });
    other = await serveOrders(cli, database, env);
  });
  afterAll(async () => {
    await Promise.all([paused.end(), other.end()]);
    await database.close();
    await cli.close();
  });

  const sql = (text: string) => database.dataSource.query(text);
  const actions = (id: string) =>
    database.database.query(
      'SELECT proposal_id, status, reason FROM ce_action_proposal WHERE conversation_id = $1 ORDER BY created_at_ms',
      [id],
    );
  const effects = (): Effect[] =>
    existsSync(log())
      ? readFileSync(log(), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Effect)
      : [];

  it('begins nothing any more where an operator has settled meanwhile that nothing was done', async () => {
    const id = randomUUID();
    await post(paused, id, 'at-most-once');
    await sql(WAITING);
    const holder = database.dataSource.createQueryRunner();
    await holder.query(`SELECT pg_advisory_lock(${MAY_COMMIT})`);
    const answer = post(paused, id, 'yes');
    const waiters = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    await expect.poll(async () => (await sql(waiters))[0].n, { interval: 20 }).toBe(1);
    paused.send('SIGSTOP');
    await holder.query(`SELECT pg_advisory_unlock(${MAY_COMMIT})`);
    await holder.release();
    await expect.poll(() => actions(id)).toMatchObject([{ status: 'IN_PROGRESS', reason: 'INTERRUPTED' }]);
    await sql('DROP FUNCTION wait_to_commit CASCADE');
    const [held] = await actions(id);
    const settled = await fetch(`${other.url}/api/v1/actions/held/${held?.proposal_id}/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ happened: false, by: 'ann', note: 'not in the books' }),
    });
    expect(settled.status).toBe(200);
    await post(other, id, 'at-most-once');
    expect((await post(other, id, 'yes')).text).toMatch(/^Done\./);
    paused.send('SIGCONT');
    expect((await answer).status).toBe(503);
    const reasons = [{ status: 'REJECTED', reason: 'SETTLED_BY_OPERATOR' }, { status: 'EXECUTED' }];
    expect(await actions(id)).toMatchObject(reasons);
    expect(effects()).toHaveLength(1);
  });
});
