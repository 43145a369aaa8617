import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { post, prepareOrders, serveOrders } from '../../pending-action/live-service.js';
import { requestFor } from '../../pending-action/order-flow.js';
import { BuiltCli, type RunningService } from './built-cli.js';

describe('convengine actions', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    [cli, database] = await Promise.all([BuiltCli.build(), openSqlite()]);
    await prepareOrders(database);
    service = await serveOrders(cli, database, {
      CONVENGINE_FLOW_GUARDRAIL_REQUIRE_APPROVAL_FOR_SENSITIVE_ACTIONS: 'true',
      CONVENGINE_FLOW_GUARDRAIL_APPROVAL_GATE_FAIL_CLOSED: 'true',
    });
  });
  afterAll(async () => {
    await cli.close();
    await database.close();
  });

  const run = (...args: string[]) => cli.run(['actions', ...args, '--url', service.url]);

  it('lists what waits for an approval, approves the revision that was looked at, and the next yes runs it', async () => {
    const id = randomUUID();
    await post(service, id, requestFor('at-most-once'));
    expect((await post(service, id, 'yes')).text).toContain('approval');
    const listed = await run('awaiting');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('revision 1  cancel_order') });
    const [{ proposalId } = { proposalId: '' }] = JSON.parse((await run('awaiting', '--json')).stdout);
    expect(listed.stdout).toContain(proposalId);

    const refused = await run('approve', proposalId, '--revision', '2', '--by', 'ann');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('revision 2') });
    const approved = await run('approve', proposalId, '--revision', '1', '--by', 'ann', '--note', 'checked');
    expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('approved by ann') });
    expect((await run('awaiting')).stdout).toContain(`No action waits for an approval at ${service.url}.`);
    expect((await post(service, id, 'yes')).text).toMatch(/^Done\./);
  });

  it('refuses one, which the next turn tells and no yes runs', async () => {
    const id = randomUUID();
    await post(service, id, requestFor('at-most-once'));
    await post(service, id, 'yes');
    const [{ proposalId } = { proposalId: '' }] = JSON.parse((await run('awaiting', '--json')).stdout);
    const wrong = await run('refuse', proposalId, '--revision', '2', '--by', 'ann');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('revision 2') });
    const refused = await run('refuse', proposalId, '--by', 'ann', '--note', 'not ours');
    expect(refused).toMatchObject({ code: 0, stdout: expect.stringContaining('is closed without an approval') });
    expect((await run('awaiting')).stdout).toContain(`No action waits for an approval at ${service.url}.`);
    expect((await post(service, id, 'yes')).text).toContain('That was not approved, so nothing was done.');
  });

  it('says which service it has asked, and asks none where a database is named', async () => {
    expect(await run('held')).toMatchObject({ code: 0, stdout: `No action is held at ${service.url}.\n` });
    const port = new URL(service.url).port;
    const here = await cli.run(['actions', 'held'], {
      env: { CONVENGINE_HTTP_PORT: port, CONVENGINE_HTTP_HOST: '127.0.0.1' },
    });
    expect(here.stdout).toBe(`No action is held at http://127.0.0.1:${port}.\n`);
    for (const command of [['held'], ['awaiting'], ['approve', randomUUID(), '--revision', '1', '--by', 'ann']]) {
      const refused = await run(...command, '--database', database.url);
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/opens no database.\n.*--url/),
      });
    }
  });

  it('lists what is held, with what its handler threw', async () => {
    const id = randomUUID();
    await post(service, id, requestFor('at-most-once'));
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', reason = 'OUTCOME_UNKNOWN', error_text = 'boom', in_progress_at_ms = 1
       WHERE conversation_id = $1`,
      [id],
    );
    const listed = await run('held');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/cancel_order {2}OUTCOME_UNKNOWN/) });
    expect(listed.stdout).toContain(`conversation ${id}`);
    expect(listed.stdout).toContain('\n  error boom');
  });
});
