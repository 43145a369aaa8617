import type { Role } from '../config/index.js';
import { ROLES } from '../config/index.js';
import type { Database, Row } from '../persistence/index.js';
import { type ApiKey, hashOf, isSameHash, keyIdOf, newApiKey } from './api-key.js';

/** A key as a list shows it. */
export interface ListedKey extends ApiKey {
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
  /** To the minute; null where it was never used. */
  readonly lastUsedAtMs: number | null;
}

/** What a new key is to be. */
export type NewApiKey = Omit<ApiKey, 'keyId'>;

/** Uses within so long of another are not written down, in milliseconds. */
const USE_EVERY_MS = 60_000;

const COLUMNS = 'key_id, key_hash, name, role, tenant_id, created_at_ms, expires_at_ms, revoked_at_ms, last_used_at_ms';

/** The keys of `ce_api_key`. */
export class ApiKeyStore {
  constructor(private readonly database: Database) {}

  /** @returns the key itself, which nobody can read again */
  async create({ name, role, tenant, expiresAtMs }: NewApiKey, nowMs: number): Promise<{ keyId: string; key: string }> {
    const { keyId, key } = newApiKey();
    await this.database.query(
      `INSERT INTO ce_api_key (key_id, key_hash, name, role, tenant_id, created_at_ms, expires_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [keyId, hashOf(key), name, role, tenant, nowMs, expiresAtMs],
    );
    return { keyId, key };
  }

  /** Oldest first. */
  async list(): Promise<ListedKey[]> {
    const rows = await this.database.query(`SELECT ${COLUMNS} FROM ce_api_key ORDER BY created_at_ms, key_id`);
    return rows.flatMap((row) => readKey(row) ?? []);
  }

  /** @returns whether there is such a key; one that was revoked before stays as it is */
  async revoke(keyId: string, nowMs: number): Promise<boolean> {
    const rows = await this.database.query(
      'UPDATE ce_api_key SET revoked_at_ms = COALESCE(revoked_at_ms, $2) WHERE key_id = $1 RETURNING key_id',
      [keyId, nowMs],
    );
    return rows.length > 0;
  }

  /** The key with this text, unless it was revoked. It is found by the part that may be shown, and told by its hash. */
  async find(text: string): Promise<ApiKey | undefined> {
    const keyId = keyIdOf(text);
    if (keyId === undefined) return undefined;
    const [row] = await this.database.query(`SELECT ${COLUMNS} FROM ce_api_key WHERE key_id = $1`, [keyId]);
    if (row === undefined || !isSameHash(String(row.key_hash), hashOf(text))) return undefined;
    const key = readKey(row);
    return key?.revokedAtMs === null ? key : undefined;
  }

  /** Whether there is any key at all, also one that is over: a service does not open its doors when its last key runs out. */
  async isAny(): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM ce_api_key LIMIT 1')).length > 0;
  }

  async noteUse(keyId: string, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_api_key SET last_used_at_ms = $2
        WHERE key_id = $1 AND (last_used_at_ms IS NULL OR last_used_at_ms <= $3)`,
      [keyId, nowMs, nowMs - USE_EVERY_MS],
    );
  }
}

/** Undefined for a row with a role that this version does not know. */
function readKey(row: Row): ListedKey | undefined {
  const role = ROLES.find((one) => one === row.role);
  if (!role) return undefined;
  const tenant = row.tenant_id === null ? null : String(row.tenant_id);
  return { ...readTimes(row), keyId: String(row.key_id), name: String(row.name), role: role satisfies Role, tenant };
}

function readTimes(row: Row) {
  return {
    createdAtMs: Number(row.created_at_ms),
    expiresAtMs: numberOrNull(row.expires_at_ms),
    revokedAtMs: numberOrNull(row.revoked_at_ms),
    lastUsedAtMs: numberOrNull(row.last_used_at_ms),
  };
}

function numberOrNull(value: unknown): number | null {
  return value == null ? null : Number(value);
}
