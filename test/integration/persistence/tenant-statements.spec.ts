import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FlowService } from '../../../src/engine/flow/index.js';
import { ActionList, ConversationList, HandoverList, ModelCallList } from '../../../src/engine/ledger/index.js';
import { acrossTenants, inTenant } from '../../../src/platform/common/tenant.js';
import {
  conversationTables,
  createDataSource,
  type Database,
  type DataSource,
  openDatabase,
  tenantTables,
} from '../../../src/platform/persistence/index.js';
import { openSeparated, type SeparatedDatabase } from '../../helpers/tenants.js';

const INSERT = 'INSERT INTO ce_conversation (conversation_id) VALUES ($1) RETURNING tenant_id';
const ALL = 'SELECT tenant_id FROM ce_conversation ORDER BY tenant_id';

describe.skipIf(!inject('postgres').available)('a statement of one tenant', () => {
  let separated: SeparatedDatabase;
  let dataSource: DataSource;
  /** On one connection. */
  let database: Database;

  beforeAll(async () => {
    separated = await openSeparated();
    dataSource = await createDataSource(separated.url, { poolSize: 2 }).initialize();
    database = openDatabase(dataSource);
    for (const tenant of ['acme', 'globex']) await inTenant(tenant, () => database.query(INSERT, [randomUUID()]));
  });
  afterAll(async () => {
    await database.close();
    await dataSource.destroy();
    await separated.close();
  });

  const seen = async () => (await database.query(ALL, [])).map(({ tenant_id }) => tenant_id);
  const sees = (tenant: string) => inTenant(tenant, seen);

  it('is about every table of conversations', () => {
    expect(tenantTables()).toEqual(conversationTables());
  });

  it('sees and adds rows of its tenant, in a transaction as well, and leaves nothing behind for the next', async () => {
    expect(await sees('acme')).toEqual(['acme']);
    expect(await seen()).toEqual([]);
    expect(await sees('globex')).toEqual(['globex']);
    const inside = await inTenant('acme', () =>
      database.transaction(async (sql) => [...(await sql.query(ALL, [])), ...(await sql.query(ALL))]),
    );
    expect(inside).toEqual([{ tenant_id: 'acme' }, { tenant_id: 'acme' }]);
    expect(await seen()).toEqual([]);
    await expect(database.query(INSERT, [randomUUID()])).rejects.toThrow('row-level security');
  });

  it('for all tenants sees and changes rows, and adds none', async () => {
    await acrossTenants(async () => {
      expect(await seen()).toEqual(['acme', 'globex']);
      const changed = await database.query('UPDATE ce_conversation SET user_id = $1 RETURNING tenant_id', ['ann']);
      expect(changed).toHaveLength(2);
      await expect(database.query(INSERT, [randomUUID()])).rejects.toThrow('row-level security');
    });
  });

  it('that fails spoils neither its connection nor the same statement later', async () => {
    await inTenant('acme', async () => {
      const missing = 'SELECT * FROM ce_missing WHERE a = $1';
      for (let time = 0; time < 2; time += 1)
        await expect(database.query(missing, [1])).rejects.toMatchObject({ code: 'DATABASE_UNUSABLE' });
      await separated.opened.database.query('CREATE TABLE ce_missing (a integer)');
      await separated.opened.database.query(`GRANT SELECT ON ce_missing TO ${separated.role}`);
      for (let time = 0; time < 5; time += 1) expect(await database.query(missing, [1])).toEqual([]);
      await expect(database.query('SELECT 1 / $1::integer AS n', [0])).rejects.toThrow('division by zero');
      await expect(database.query('SELECT $1::uuid', ['no-id'])).rejects.toThrow('uuid');
      await expect(database.query('SELECT FROM WHERE')).rejects.toThrow('syntax');
      expect(await database.query('SELECT 1 / $1::integer AS n', [1])).toEqual([{ n: 1 }]);
      expect(await database.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
      expect(await database.query('UPDATE ce_conversation SET user_id = NULL')).toEqual([]);
    });
  });

  it('is told apart from those of others that run at the same time', async () => {
    const tenants = Array.from({ length: 60 }, (_, at) => ['acme', 'globex', 'nobody'][at % 3] ?? '');
    const found = await Promise.all(tenants.map((tenant) => sees(tenant)));
    expect(found).toEqual(tenants.map((tenant) => (tenant === 'nobody' ? [] : [tenant])));
  });

  it('cannot be one where the role is held to no policy, as a superuser: then there is one tenant', async () => {
    expect(await database.keepsTenantsApart()).toBe(true);
    const { database: owner } = separated.opened;
    expect(await owner.keepsTenantsApart()).toBe(false);
    expect(await inTenant('acme', () => owner.query(ALL, []))).toHaveLength(2);
  });

  it('that is for a list is looked for by an index of its tenant', async () => {
    const { database: owner } = separated.opened;
    for (const sql of MANY_ROWS) await owner.query(sql);
    const sent: { sql: string; parameters: readonly unknown[] }[] = [];
    const recorded = {
      dialect: 'postgres',
      keepsTenantsApart: async () => true,
      query: async (sql: string, parameters: readonly unknown[] = []) => {
        sent.push({ sql, parameters });
        return [];
      },
    } as unknown as Database;
    const flow = { definition: {} } as FlowService;
    await new ConversationList(recorded).page({}, { limit: 50 });
    await new ActionList(recorded).page({ statuses: ['EXECUTED'] }, { limit: 50 });
    await new ModelCallList(recorded).page({}, { limit: 50 });
    await new HandoverList(flow, recorded).page(undefined, { limit: 50 });
    const plans: string[] = [];
    for (const { sql, parameters } of sent) {
      const plan = await inTenant('acme', () => database.query(`EXPLAIN ${sql}`, parameters));
      plans.push(JSON.stringify(plan).match(/ix_\w+_tenant\w*/)?.[0] ?? `${sql}: ${JSON.stringify(plan)}`);
    }
    expect(plans).toEqual([
      'ix_ce_conversation_tenant',
      'ix_ce_action_proposal_tenant',
      'ix_ce_llm_call_log_tenant',
      'ix_ce_conversation_tenant_handover',
    ]);
  });
});

const MANY_ROWS = [
  `INSERT INTO ce_conversation (conversation_id, tenant_id, created_at, handover_at_ms)
   SELECT gen_random_uuid(), 'globex', now() - n * interval '1 second', n FROM generate_series(1, 20000) n`,
  `INSERT INTO ce_action_proposal (conversation_id, proposal_id, tenant_id, action_key, action_ref, intent_code, state_code,
     arguments_json, arguments_hash, status, idempotency_key, created_turn, created_at_ms)
   SELECT conversation_id, conversation_id, 'globex', 'a', 'a', 'I', 'S', '{}', 'h', 'EXECUTED', 'k', 1, handover_at_ms
     FROM ce_conversation WHERE tenant_id = 'globex' AND handover_at_ms IS NOT NULL`,
  `INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, tenant_id, step, provider, model, prompt_text, user_context,
     success, duration_ms, created_at)
   SELECT conversation_id, conversation_id, 'globex', 's', 'p', 'm', '', '', true, 1, created_at
     FROM ce_conversation WHERE tenant_id = 'globex'`,
  'ANALYZE ce_conversation, ce_action_proposal, ce_llm_call_log',
];
