import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { grantsFor } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openPostgres, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { BuiltCli } from './built-cli.js';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string;
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

const KEY = { CONVENGINE_SECURITY_ADMIN_API_KEY: 'a-key-of-an-operator' };

/** What the doctor finds, by what it looked at, and how it ended. */
async function examine(url: string): Promise<{ code: number | null; found: Record<string, Finding> }> {
  const { code, stdout } = await cli.run(['doctor', '--json', '--database', url], { env: KEY });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, found: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

describeOnEachDatabase('convengine doctor', (open) => {
  const HOUR_MS = 3_600_000;

  /** A conversation with one action. */
  async function addAction({ database }: TestDatabase, columns: Record<string, unknown>): Promise<string> {
    const id = randomUUID();
    await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [id]);
    const row = {
      conversation_id: id,
      proposal_id: randomUUID(),
      action_key: 'a',
      action_ref: 'a.b',
      intent_code: 'A',
      state_code: 'A',
      arguments_json: {},
      arguments_hash: '',
      idempotency_key: id,
      created_turn: 1,
      created_at_ms: Date.now() - HOUR_MS,
      ...columns,
    };
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const sql = `INSERT INTO ce_action_proposal (${Object.keys(row)}) VALUES (${places})`;
    await database.query(sql, Object.values(row));
    return id;
  }

  it('finds nothing wrong with a new database, one line each', async () => {
    const { url } = await open();
    const { code, stdout } = await cli.run(['doctor', '--database', url], { env: KEY });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^ok {2,}/);
    expect(code).toBe(0);
  });

  it('finds what nobody has seen to, with what to do', async () => {
    const test = await open();
    const past = Date.now() - HOUR_MS;
    await addAction(test, { status: 'OPEN', expires_at_ms: past });
    await addAction(test, { status: 'IN_PROGRESS', in_progress_at_ms: past, claim_owner: 'x', claim_expires_at: past });
    await addAction(test, { status: 'IN_PROGRESS', in_progress_at_ms: past });
    const id = await addAction(test, { status: 'OPEN' });
    const lease = `UPDATE ce_conversation SET lease_owner = 'x', lease_expires_at = $1 WHERE conversation_id = $2`;
    await test.database.query(lease, [past, id]);
    const event = `INSERT INTO ce_outbox_event
      (conversation_id, event_id, event_type, payload_json, created_at_ms, next_attempt_at_ms) VALUES ($1, $2, 'x', $3, $4, $5)`;
    await test.database.query(event, [id, randomUUID(), {}, past, past]);
    await test.database.query(event, [id, randomUUID(), {}, past, null]);

    const run = `INSERT INTO ce_workflow_run
      (conversation_id, run_id, workflow, arguments_json, status, due_at_ms, started_at_ms, deadline_ms)
      VALUES ($1, $2, 'w', $3, $4, $5, $6, $6)`;
    await test.database.query(run, [id, 'late', {}, 'WAITING', past, past]);
    const late = await examine(test.url);
    expect(late.found.workflows).toMatchObject({ status: 'warn', message: expect.stringMatching(/^1 run due/) });
    await test.database.query(run, [id, 'held', {}, 'HELD', null, past]);

    const { code, found } = await examine(test.url);
    const since = new Date(past).toISOString();
    expect(code).toBe(1);
    expect(found.workflows).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(`^1 run held.*${since}`),
    });
    expect(found.workflows?.remedy).toContain('workflows settle');
    expect(found['open actions']).toMatchObject({ status: 'ok', message: expect.stringContaining('2 wait') });
    expect(found['held actions']).toMatchObject({ status: 'problem', message: expect.stringMatching(`^1 .*${since}`) });
    expect(found['held actions']?.remedy).toMatch(/actions settle.*--url/);
    expect(found.sweeps).toMatchObject({
      status: 'problem',
      message: expect.stringMatching('^1 expired and 1 abandoned'),
    });
    const leases = expect.stringMatching(/^1 conversation with a lease that ran out and was not given back, /);
    expect(found.leases).toMatchObject({ status: 'warn', message: leases });
    expect(found.webhook).toMatchObject({ status: 'warn', remedy: expect.stringContaining('webhooks.url is empty') });
    expect(found['dead letters']).toMatchObject({ status: 'warn', message: expect.stringMatching(/^1 event/) });
  });

  it('finds an index that is missing, and how to make it', async () => {
    const { url, database } = await open();
    await database.query('DROP INDEX ix_ce_action_proposal_unfinished');
    const { code, found } = await examine(url);
    expect(code).toBe(1);
    expect(found.schema).toMatchObject({ status: 'problem' });
    const create = found.schema?.remedy.replace(/^Run: /, '') ?? '';
    expect(create).toMatch(/^CREATE INDEX "ix_ce_action_proposal_unfinished" .*WHERE/);
    await database.query(create);
    expect((await examine(url)).found.schema?.status).toBe('ok');
  });

  it('leaves an index alone that somebody has added', async () => {
    const { url, database } = await open();
    await database.query('CREATE INDEX mine ON ce_turn_record (principal)');
    expect((await examine(url)).found.schema?.status).toBe('ok');
  });

  it('finds a migration that was not run', async () => {
    const { url, database } = await open();
    await database.query(`DELETE FROM ce_migration WHERE name LIKE 'Consent%'`);
    const { code, found } = await examine(url);
    expect(code).toBe(1);
    expect(found.migrations).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('Consent'),
      remedy: 'Run "convengine migrate".',
    });
  });
});

describe('convengine doctor on a SQLite file', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openSqlite();
  });
  afterAll(() => database.close());

  it('finds damage', async () => {
    const copy = join(cli.directory, 'damaged.sqlite');
    expect((await cli.run(['backup', copy, '--database', database.url])).code).toBe(0);
    const bytes = await readFile(copy);
    bytes.fill(0xa5, bytes.length - 40_960);
    await writeFile(copy, bytes);
    const { code, found } = await examine(`sqlite:${copy}`);
    expect(code).toBe(1);
    expect(found.integrity ?? found.database).toMatchObject({
      status: 'problem',
      remedy: expect.stringContaining('Restore a backup'),
    });
  });

  it('finds rows that refer to nothing', async () => {
    await database.database.query('PRAGMA foreign_keys = OFF');
    await database.database.query(
      `INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input) VALUES ($1, 1, '')`,
      [randomUUID()],
    );
    const { code, found } = await examine(database.url);
    expect(code).toBe(1);
    expect(found.integrity).toMatchObject({ status: 'problem', message: expect.stringContaining('refer to nothing') });
  });

  it('finds that there is none, and makes none', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, found } = await examine('sqlite:nowhere.sqlite');
      expect(code).toBe(1);
      expect(found.database).toMatchObject({ status: 'problem', message: expect.stringContaining('there is no file') });
    }
  });
});

describe.skipIf(!inject('postgres').available)('convengine doctor on PostgreSQL', () => {
  it('finds that it is read-only', async () => {
    const { url, database, close } = await openPostgres();
    const [row] = await database.query('SELECT current_database() AS name');
    await database.query(`ALTER DATABASE "${String(row?.name)}" SET default_transaction_read_only = on`);
    const { code, found } = await examine(url);
    expect(code).toBe(1);
    expect(found.server).toMatchObject({ status: 'problem', message: expect.stringContaining('read-only') });
    expect(found.database).toMatchObject({ status: 'problem' });
    await close();
  });

  it('finds turn records behind the last month, and months that somebody was interrupted to make', async () => {
    const { url, database, close } = await openPostgres();
    expect((await examine(url)).found.months).toMatchObject({ status: 'ok', remedy: '' });
    const id = randomUUID();
    await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [id]);
    await database.query(
      `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, record_hash, events_json)
       VALUES ($1, 1, 1, 1, '', '[]')`,
      [id],
    );
    const { code, found } = await examine(url);
    expect([code, found.months?.status]).toEqual([0, 'warn']);
    expect(found.months?.remedy).toContain('convengine migrate');
    await database.query(
      `ALTER TABLE ce_turn_record_before ADD CONSTRAINT ck_ce_turn_record_cut CHECK (created_at < '2100-01-01Z') NOT VALID`,
    );
    expect((await examine(url)).found.months).toMatchObject({
      status: 'problem',
      remedy: expect.stringContaining('migrate'),
    });
    const { stdout } = await cli.run(['migrate', '--database', url]);
    expect(stdout).toContain('for turn records');
    expect((await examine(url)).found.months).toMatchObject({ status: 'ok' });
    expect((await cli.run(['migrate', '--status', '--database', url])).stdout).toMatch(
      /partitions of turn records, .* months from/,
    );
    await close();
  });

  it('prints what it finds as it goes on, and what it could not look at for a lock', async () => {
    const { url, database, close } = await openPostgres();
    const { command, args, cwd } = cli.command(['doctor', '--database', url]);
    await database.transaction(async (sql) => {
      await sql.query('LOCK TABLE ce_conversation, ce_outbox_event IN ACCESS EXCLUSIVE MODE');
      const doctor = spawn(command, args, { cwd, env: KEY });
      let printed = '';
      doctor.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/^ok +server/);
      expect(doctor.exitCode).toBeNull();
      await once(doctor, 'close');
      expect(doctor.exitCode).toBe(1);
      for (const check of ['database', 'leases', 'webhook', 'dead letters']) {
        expect(printed).toMatch(
          new RegExp(`^problem +${check} +did not end: another transaction.*pg_stat_activity`, 'm'),
        );
      }
      for (const check of ['open actions', 'clock', 'keys']) expect(printed).toMatch(new RegExp(`^ok +${check}`, 'm'));
    });
    await close();
  });

  it('finds what the role of the service was not granted, and how to give it', async () => {
    const { url, database, close } = await openPostgres();
    const role = `convengine_doctor_${randomBytes(4).toString('hex')}`;
    await database.query(`CREATE ROLE ${role} LOGIN`);
    for (const statement of grantsFor(role)) await database.query(statement);
    const asRole = Object.assign(new URL(url), { username: role }).href;
    expect((await examine(asRole)).found.grants).toMatchObject({ status: 'ok' });
    await database.query(`REVOKE INSERT ON ce_turn_record FROM ${role}`);
    const { code, found } = await examine(asRole);
    expect(code).toBe(1);
    expect(found.grants).toMatchObject({
      status: 'problem',
      message: `the role ${role} lacks INSERT on ce_turn_record`,
    });
    expect(found.grants?.remedy).toContain(`convengine grants ${role}`);
    expect(found.database).toMatchObject({ status: 'problem', message: expect.stringContaining('convengine grants') });
    await database.query(`REVOKE ALL ON ce_action_proposal FROM ${role}`);
    expect((await examine(asRole)).found.schema).toMatchObject({
      status: 'warn',
      remedy: 'Give them, and look again.',
    });
    await database.query(`DROP OWNED BY ${role}`);
    await database.query(`DROP ROLE ${role}`);
    await close();
  });

  it('finds that it cannot be reached, and shows no password', async () => {
    const { code, found } = await examine('postgres://app:p4ss@127.0.0.1:1/app');
    expect(code).toBe(1);
    expect(found.database).toMatchObject({ status: 'problem', message: expect.stringContaining('cannot be opened') });
    expect(JSON.stringify(found)).not.toContain('p4ss');
    const { stdout } = await cli.run(['doctor', '--database', 'postgres://app@127.0.0.1:1/app'], { env: KEY });
    expect(stdout).toMatch(/ECONNREFUSED 127\.0\.0\.1:1\. Start the server, or correct the address/);
  });
});
