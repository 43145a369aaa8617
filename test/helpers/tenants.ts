import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { grantsFor, rowSecurityStatements } from '../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from './databases.js';
import { runAsAdmin } from './postgres.global.js';

/** A database whose rows PostgreSQL keeps apart by tenant. */
export interface SeparatedDatabase {
  /** As its owner, a superuser, who sees all rows. */
  readonly opened: TestDatabase;
  /** The address for a service: a role that owns nothing, and has what "convengine grants" gives. */
  readonly url: string;
  readonly role: string;
  close(): Promise<void>;
}

/**
 * Does what docs/tenants.md says: `migrate --row-level-security` and `grants ROLE`.
 * @param editsRows with `grants ROLE --rows`
 */
export async function openSeparated(editsRows = false): Promise<SeparatedDatabase> {
  const server = inject('postgres');
  const adminUrl = server.available ? server.adminUrl : '';
  const role = `convengine_app_${randomBytes(4).toString('hex')}`;
  const opened = await openPostgres();
  await runAsAdmin(adminUrl, [`CREATE ROLE ${role} LOGIN`]);
  for (const statement of [...rowSecurityStatements(), ...grantsFor(role, editsRows)])
    await opened.database.query(statement);
  const address = new URL(opened.url);
  address.username = role;
  return {
    opened,
    role,
    url: address.href,
    close: async () => {
      await opened.close();
      await runAsAdmin(adminUrl, [`DROP ROLE ${role}`]);
    },
  };
}

/** What a service on such a database is configured with. */
export function separatedConfig({ url }: SeparatedDatabase): Record<string, unknown> {
  return { 'database.url': url, 'database.migrate-on-start': false };
}
