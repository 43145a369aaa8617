import type { Role } from '../../../platform/config/index.js';
import { ApiKeyStore, type ListedKey } from '../../../platform/identity/index.js';
import { type DataSource, migrate, openDatabase } from '../../../platform/persistence/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, print, table } from '../terminal.js';
import { withDatabase, withMigratedDatabase } from '../use-database.js';

interface CreateOptions {
  readonly role: Role;
  readonly name: string;
  readonly tenant?: string;
  /** Milliseconds since 1970 UTC. */
  readonly expires: number | 'never';
  readonly json?: boolean;
}

/** Makes a key. It is printed here and nowhere else: the database has its hash. */
export async function runKeysCreate(globals: GlobalOptions, options: CreateOptions): Promise<ExitCode> {
  const { role, name, tenant = null, json } = options;
  const expiresAtMs = options.expires === 'never' ? null : options.expires;
  const loaded = loadCommandConfig(globals);
  // The first key may well be made before the service has begun.
  const { keyId, key, isApart } = await withDatabase(loaded, async (dataSource) => {
    await migrate(dataSource);
    const database = openDatabase(dataSource);
    try {
      const made = await new ApiKeyStore(database).create({ name, role, tenant, expiresAtMs }, Date.now());
      return { ...made, isApart: await database.keepsTenantsApart() };
    } finally {
      await database.close();
    }
  });
  const own = loaded.config.auth.tenant;
  const isRefused = tenant !== null && tenant !== own && !isApart;
  const expires = shownTime(expiresAtMs);
  const text = [
    key,
    '',
    `This is the key of ${name} (${role}${tenant === null ? '' : ` of ${tenant}`}, ${expires === null ? 'never runs out' : `until ${expires}`}), and it is not shown again.`,
    'Send it as "Authorization: Bearer KEY" or "X-API-KEY: KEY".',
    `To end it: convengine keys revoke ${keyId}`,
    ...(isRefused ? [`It opens nothing yet: this database has the tenant ${own} alone (docs/tenants.md).`] : []),
  ];
  print(json ? JSON.stringify({ keyId, key, name, role, tenant, expires }, null, 2) : text.join('\n'));
  return 0;
}

/** Lists the keys, oldest first. */
export async function runKeysList(globals: GlobalOptions, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const keys = await withKeys(globals, (store) => store.list());
  if (json) print(JSON.stringify(keys.map(shown), null, 2));
  else if (keys.length === 0) print('There are no keys. Make one with "convengine keys create".');
  else print(table([['id', 'role', 'tenant', 'name', 'state', 'last used'], ...keys.map(lineOf)]));
  return 0;
}

/** Ends a key. @throws CommandError where there is none with this id */
export async function runKeysRevoke(globals: GlobalOptions, keyId: string): Promise<ExitCode> {
  const isThere = await withKeys(globals, (store) => store.revoke(keyId, Date.now()));
  if (!isThere) throw new CommandError(`There is no key ${keyId}.`, '"convengine keys list" shows those there are.');
  print(`The key ${keyId} is revoked; within half a minute it opens nothing in any process.`);
  return 0;
}

function withKeys<T>(globals: GlobalOptions, work: (store: ApiKeyStore) => Promise<T>): Promise<T> {
  return withMigratedDatabase(loadCommandConfig(globals), (dataSource) => withStore(dataSource, work));
}

function withStore<T>(dataSource: DataSource, work: (store: ApiKeyStore) => Promise<T>): Promise<T> {
  const database = openDatabase(dataSource);
  return work(new ApiKeyStore(database)).finally(() => database.close());
}

function shown({ keyId, name, role, tenant, ...times }: ListedKey) {
  return {
    keyId,
    name,
    role,
    tenant,
    state: stateOf(times),
    created: shownTime(times.createdAtMs),
    expires: shownTime(times.expiresAtMs),
    revoked: shownTime(times.revokedAtMs),
    lastUsed: shownTime(times.lastUsedAtMs),
  };
}

function lineOf(key: ListedKey): string[] {
  const { keyId, role, tenant, name, state, expires, lastUsed } = shown(key);
  const until = state === 'in force' && expires !== null ? `until ${expires}` : state;
  return [keyId, role, tenant ?? '', plain(name), until, lastUsed ?? 'never'];
}

function stateOf({ revokedAtMs, expiresAtMs }: Pick<ListedKey, 'revokedAtMs' | 'expiresAtMs'>): string {
  if (revokedAtMs !== null) return 'revoked';
  return expiresAtMs !== null && expiresAtMs <= Date.now() ? 'run out' : 'in force';
}

function shownTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
