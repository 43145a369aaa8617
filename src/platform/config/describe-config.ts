import { CONFIG_KEYS } from './keys.js';
import type { LoadedConfig } from './load-config.js';

/** One line of `convengine config`. */
export interface ConfigLine {
  readonly key: string;
  /** As JSON, so that text, numbers, lists and maps can be told apart; secrets are masked. */
  readonly value: string;
  readonly origin: string;
}

const SECRET_KEYS: ReadonlySet<string> = new Set([
  'convengine.security.admin-api-key',
  'convengine.security.conversation-api-key',
  'convengine.llm.api-key',
  'convengine.embeddings.api-key',
  'convengine.webhooks.secret',
  'convengine.consent.page-code',
  'convengine.auth.oidc.client-secret',
]);

/** Addresses that may hold a password. */
const DATABASE_URLS: ReadonlySet<string> = new Set(['convengine.database.url', 'convengine.mcp.db.url']);

const MASK = '***';

/** Every key with its effective value and where that came from, fit to be shown and logged. */
export function describeConfig(loaded: LoadedConfig): ConfigLine[] {
  return [...CONFIG_KEYS.values()].map(({ name, path }) => ({
    key: name,
    value: JSON.stringify(mask(name, valueAt(loaded.config, path))),
    origin: loaded.origins.get(name) ?? 'config/default.yaml',
  }));
}

function valueAt(config: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}

function mask(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (SECRET_KEYS.has(name)) return MASK;
  if (DATABASE_URLS.has(name)) return maskPassword(value);
  return value;
}

/** Masks the password before the last `@` of a URL, and the one a driver takes from the query string. */
function maskPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:/?#]*):.*@/, `$1:${MASK}@`).replace(/([?&]password=)[^&]*/gi, `$1${MASK}`);
}
