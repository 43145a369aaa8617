import { ALL_TENANTS } from '../common/tenant.js';
import type { Database } from './database.js';
import { tablesWith } from './distribution.js';
import { FLOW_TABLES } from './flow-row-tables.js';
import { TENANT_SETTING } from './tenant-query.js';

const CURRENT = `current_setting('${TENANT_SETTING}', true)`;
const IS_OF_TENANT = `tenant_id = ${CURRENT}`;

const IS_OF_ANY = `${IS_OF_TENANT} OR ${CURRENT} = '${ALL_TENANTS}'`;

/** A row that is added without a word of whose it is would be of all tenants, where somebody works for all. */
const POLICY = `USING (${IS_OF_ANY}) WITH CHECK (tenant_id <> '${ALL_TENANTS}' AND (${IS_OF_ANY}))`;

/** Everybody reads the rows of the flow that all share; who writes them works for all. */
const READ_SHARED = `FOR SELECT USING (tenant_id = '${ALL_TENANTS}')`;
const FLOW_POLICY = `USING (${IS_OF_ANY}) WITH CHECK (${IS_OF_ANY})`;

/** Each list reads its page from one of them: what other tenants have is not looked through. */
const INDEXES = {
  ix_ce_conversation_tenant: `ce_conversation (tenant_id, created_at, conversation_id) WHERE kind = 'CHAT'`,
  ix_ce_conversation_tenant_handover:
    'ce_conversation (tenant_id, handover_at_ms, conversation_id) WHERE handover_at_ms IS NOT NULL',
  ix_ce_action_proposal_tenant: 'ce_action_proposal (tenant_id, status, created_at_ms, proposal_id)',
  ix_ce_llm_call_log_tenant: 'ce_llm_call_log (tenant_id, created_at, llm_call_id)',
};

/** The tables whose rows each belong to one tenant: what is written while the service answers. */
export function tenantTables(): string[] {
  return tablesWith('conversation_id', 'tenant_id');
}

/** The tables of the flow, whose rows all tenants share or one tenant has, and its versions. */
export function flowTenantTables(): string[] {
  const flow = FLOW_TABLES.filter(({ hasTenants }) => hasTenants).map(({ name }) => name);
  return [...flow.toSorted(), 'ce_flow_version'];
}

/** All tables that are looked at for a tenant. */
export function separatedTables(): string[] {
  return [...tenantTables(), ...flowTenantTables()];
}

/**
 * Statements by which PostgreSQL keeps the rows of tenants apart, for the owner of the tables to run, at any time and again:
 * every role but a superuser sees and writes the rows of the tenant that it has set, and none while it has set none. Needs
 * PostgreSQL 15, for the view.
 */
export function rowSecurityStatements(): string[] {
  return [
    ...Object.entries(INDEXES).map(([name, on]) => `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`),
    'ALTER VIEW ce_audit SET (security_invoker = true)',
    ...tenantTables().flatMap((table) => [
      ...policy('convengine_tenant', table, POLICY),
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ]),
    ...flowTenantTables().flatMap((table) => [
      ...policy('convengine_tenant', table, FLOW_POLICY),
      ...policy('convengine_shared', table, READ_SHARED),
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ]),
  ];
}

function policy(name: string, table: string, rule: string): string[] {
  return [`DROP POLICY IF EXISTS ${name} ON ${table}`, `CREATE POLICY ${name} ON ${table} ${rule}`];
}

/** Whether all of it holds for the role that asks. `$1`: the tables, between commas. */
export const IS_ROW_SECURITY_ACTIVE = `
  SELECT bool_and(COALESCE(row_security_active(to_regclass(name)), false))
         AND EXISTS (SELECT 1 FROM pg_class
                      WHERE oid = to_regclass('ce_audit') AND 'security_invoker=true' = ANY (reloptions)) AS is_active
    FROM unnest(string_to_array($1, ',')) AS tables(name)`;

const HAS_POLICIES = `SELECT 1 FROM pg_policies WHERE policyname = 'convengine_tenant' AND schemaname = current_schema() LIMIT 1`;

/**
 * Why a service must not use a database: it has rows of several tenants, and this role would see all of them. Undefined where it
 * may.
 */
export async function tenantTrouble(database: Database): Promise<string | undefined> {
  if (database.dialect === 'sqlite' || (await database.keepsTenantsApart())) return undefined;
  if ((await database.query(HAS_POLICIES, [])).length === 0) return undefined;
  return (
    'The tables keep the rows of tenants apart, but not from this role, or not all of them do. Run ' +
    '"convengine migrate --row-level-security" as their owner again, and the service under a role that is no superuser.'
  );
}
