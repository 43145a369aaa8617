import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applySeed } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine } from '../../helpers/engine.js';
import { ACME_ROWS, GLOBEX_ROWS, SHARED_ROWS } from '../../helpers/tenant-rows.js';
import { BuiltCli } from './built-cli.js';

const ROOM = await readFile('test/docs/book-room.sql', 'utf8');
const ROWS = [ROOM, SHARED_ROWS, ACME_ROWS, GLOBEX_ROWS].join('\n');
const WRONG = `INSERT INTO ce_rule (rule_id, tenant_id, intent_code, state_code, rule_type, match_pattern, action) VALUES
  (77, 'globex', 'ANY', 'ANY', 'REGEX', '(', 'SET_STATE');`;
/** The row of acme that asks, with other words. */
const ASKED_OTHERWISE = `UPDATE ce_response SET exact_text = 'Really?' WHERE tenant_id = 'acme' AND state_code = 'CONFIRM';`;
const TALK = `rows: rows.sql
conversations:
  - name: a room is asked about
    turns:
      - user: book room 12 for 3 hours
        bot: 'ACME: room 12, 3 hours?'
`;

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
  await cli.writeFiles({ 'rows.sql': ROWS, 'talk.flow-test.yaml': TALK });
});
afterAll(() => cli.close());

it('conversations of a file are held with the rows of the tenant that is named', async () => {
  const file = join(cli.directory, 'talk.flow-test.yaml');
  const own = await cli.run(['test', file, '--tenant', 'acme']);
  expect(own).toMatchObject({ code: 0 });
  expect((await cli.run(['test', file])).stdout).toContain('Shall I book room 12 for 3 hours?');
});

describeOnEachDatabase('commands about rows of a tenant', (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await applySeed(database.database, ROWS, 'rows.sql');
    const engine = await startEngine({ database, config: { 'auth.tenant': 'acme' } });
    await engine.say('book room 12 for 3 hours', randomUUID());
    await engine.close();
  });
  const run = (...args: string[]) => cli.run([...args, '--database', database.url]);
  const otherwise = async () => {
    const name = `${randomUUID()}.sql`;
    await cli.writeFiles({ [name]: `${ROWS}\n${ASKED_OTHERWISE}` });
    return join(cli.directory, name);
  };

  it('replay conversations with its rows, and name the row of it that is the cause', async () => {
    const same = await run('replay', '--tenant', 'acme');
    expect(same).toMatchObject({ code: 0 });
    const changed = await run('replay', await otherwise(), '--tenant', 'acme');
    expect([changed.code, changed.stdout.includes('ce_response')]).toEqual([1, true]);
    expect((await run('replay', await otherwise())).code).toBe(1);
  });

  it('check the rows of each tenant, or of the one that is named', async () => {
    const name = `${randomUUID()}.sql`;
    await cli.writeFiles({ [name]: `${ROWS}\n${WRONG}` });
    const file = join(cli.directory, name);
    const [all, acme, globex] = await Promise.all([
      cli.run(['flow', 'check', file]),
      cli.run(['flow', 'check', file, '--tenant', 'acme']),
      cli.run(['flow', 'check', file, '--tenant', 'globex']),
    ]);
    expect([all.code, acme.code, globex.code]).toEqual([1, 0, 1]);
    expect(all.stdout).toContain('ce_rule[77].match_pattern');
    expect(all.stdout).toContain('(tenant globex)');
    expect(acme.stdout).not.toContain('ce_rule[77]');
  });

  it('say what rows of it would strand', async () => {
    const gone = `${randomUUID()}.sql`;
    await cli.writeFiles({ [gone]: ROWS.replaceAll("'CONFIRM'", "'SURE'") });
    const { stdout, code } = await run('flow', 'check', join(cli.directory, gone), '--against', '--tenant', 'acme');
    expect(stdout).toContain('no row is for the state CONFIRM any more');
    expect(code).toBe(1);
  });
});
