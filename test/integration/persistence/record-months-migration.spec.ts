import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../../migrations/index.js';
import { AuditRepository, makeMonths, recordMonths, TurnRecordReader } from '../../../src/platform/audit/index.js';
import {
  createDataSource,
  type Database,
  type DataSource,
  migrate,
  openDatabase,
} from '../../../src/platform/persistence/index.js';
import { databaseUrl, runAsAdmin } from '../../helpers/postgres.global.js';
import { converse, problemsOf, takeTurn } from '../audit/conversations-of-months.js';

const BEFORE_IT = migrations.filter(({ name }) => name !== 'RecordMonths');
const NOW = Date.UTC(2026, 10, 23);

describe.skipIf(!inject('postgres').available)('the migration to months of turn records', () => {
  let url: string;
  let old: DataSource;
  let database: Database;
  beforeEach(async () => {
    const server = inject('postgres');
    if (!server.available) throw new Error(server.reason);
    const name = `${server.template}_${randomBytes(4).toString('hex')}`;
    await runAsAdmin(server.adminUrl, [`CREATE DATABASE ${name}`]);
    url = databaseUrl(server.adminUrl, name);
    old = await createDataSource(url).setOptions({ migrations: BEFORE_IT }).initialize();
    await migrate(old);
    database = openDatabase(old);
    return async () => {
      await database.close();
      await old.destroy();
      await runAsAdmin(server.adminUrl, [`DROP DATABASE ${name} WITH (FORCE)`]);
    };
  });

  const bringUpToDate = async () => {
    const dataSource = await createDataSource(url).initialize();
    const names = await migrate(dataSource);
    await dataSource.destroy();
    return names;
  };
  const readOf = async (id: string) =>
    JSON.stringify([
      await new AuditRepository(database).page(id, { limit: 100 }),
      await new TurnRecordReader(database).after(id, 0, 100),
      await database.query('SELECT * FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id', [id]),
      await database.query('SELECT xmin, * FROM ce_turn_record WHERE conversation_id = $1 ORDER BY last_audit_id', [
        id,
      ]),
    ]);

  it('leaves what was recorded before as it is, byte for byte and row for row', async () => {
    const ids = [await converse(database, [NOW - 90 * 86_400_000, NOW - 1]), await converse(database, [NOW])];
    const before = await Promise.all(ids.map(readOf));
    expect(await bringUpToDate()).toEqual(['RecordMonths0000000000030']);
    expect(await Promise.all(ids.map(readOf))).toEqual(before);
    await makeMonths(database, NOW);
    expect(await Promise.all(ids.map(readOf))).toEqual(before);
    for (const id of ids) {
      await takeTurn(database, id, NOW + 90 * 86_400_000);
      expect(await problemsOf(database, id)).toEqual([]);
    }
  });

  it('goes on beside turns of processes that know nothing of it, none of which fails', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => converse(database, [NOW])));
    let [goesOn, count] = [true, 0];
    const turns = ids.map(async (id) => {
      for (; goesOn; count += 1) await takeTurn(database, id, NOW);
    });
    await bringUpToDate();
    await makeMonths(database, NOW);
    const before = count;
    await expect.poll(() => count).toBeGreaterThan(before + 10);
    goesOn = false;
    await Promise.all(turns);
    for (const id of ids) expect(await problemsOf(database, id)).toEqual([]);
    expect((await recordMonths(database)).length).toBeGreaterThan(3);
  });

  it('is all or nothing when it is interrupted, and is done the next time', async () => {
    const id = await converse(database, [NOW]);
    const before = await readOf(id);
    const Migration = migrations.find(({ name }) => name === 'RecordMonths');
    const runner = old.createQueryRunner();
    await runner.startTransaction();
    if (Migration) await new Migration().up(runner);
    await runner.rollbackTransaction();
    await runner.release();
    expect(await readOf(id)).toBe(before);
    await takeTurn(database, id, NOW);
    expect(await bringUpToDate()).toEqual(['RecordMonths0000000000030']);
    expect(await problemsOf(database, id)).toEqual([]);
  });

  it('keeps what other roles may do with the table', async () => {
    const role = `role_${randomBytes(4).toString('hex')}`;
    await database.query(`CREATE ROLE ${role}`);
    await database.query(`GRANT SELECT, INSERT, DELETE ON ce_turn_record TO ${role}`);
    await database.query(`GRANT SELECT ON ce_audit TO ${role}`);
    await bringUpToDate();
    const may = (table: string, privilege: string) =>
      database.query('SELECT has_table_privilege($1, $2, $3) AS may', [role, table, privilege]);
    for (const privilege of ['SELECT', 'INSERT', 'DELETE']) {
      expect(await may('ce_turn_record', privilege)).toEqual([{ may: true }]);
    }
    expect(await may('ce_turn_record', 'UPDATE')).toEqual([{ may: false }]);
    expect(await may('ce_audit', 'SELECT')).toEqual([{ may: true }]);
    await database.query(`DROP OWNED BY ${role}`);
    await database.query(`DROP ROLE ${role}`);
  });
});
