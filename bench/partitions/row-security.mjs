// The tables with the rows of tenants kept apart, and a role that is held to it.
import { randomBytes } from 'node:crypto';
import { grantsFor, rowSecurityStatements } from '../../dist/src/platform/persistence/index.js';

/**
 * @param {(sql: string) => Promise<Record<string, unknown>[]>} query runs one statement as the owner of the tables
 * @returns {Promise<string>} the name of the role
 */
export async function keepTenantsApart(query) {
  const role = `convengine_bench_${randomBytes(4).toString('hex')}`;
  await query(`CREATE ROLE ${role} LOGIN`);
  for (const statement of [...rowSecurityStatements(), ...grantsFor(role)]) await query(statement);
  return role;
}
