import type { Role } from '../../src/platform/config/index.js';
import { ApiKeyStore } from '../../src/platform/identity/index.js';
import type { TestDatabase } from '../helpers/databases.js';

/** Makes an API key as `convengine keys create` does, and gives the headers that carry it. */
export async function keyFor(
  { database }: TestDatabase,
  role: Role,
  name: string,
  expiresAtMs: number | null = null,
  tenant: string | null = null,
): Promise<{ keyId: string; key: string; headers: Record<string, string> }> {
  const made = await new ApiKeyStore(database).create({ role, name, tenant, expiresAtMs }, Date.now());
  return { ...made, headers: { authorization: `Bearer ${made.key}` } };
}
