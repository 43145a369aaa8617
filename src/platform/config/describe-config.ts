import { CONFIG_KEYS } from './keys.js';
import type { LoadedConfig } from './load-config.js';
import { SECRET_REFERENCE } from './schema.js';

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

const SERVERS = 'convengine.mcp.servers';

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
  if (SECRET_KEYS.has(name)) return value === '' ? value : MASK;
  if (name === SERVERS) return mapValues(value as object, (server) => maskPasswords(withMaskedEnv(server as object)));
  return maskPasswords(value);
}

/** The environment of a program may hold secrets themselves, such as those that `${NAME}` has put there. */
function withMaskedEnv(server: object): object {
  const { env } = server as { readonly env?: object };
  if (!env) return server;
  return { ...server, env: mapValues(env, (text) => (SECRET_REFERENCE.test(String(text)) ? text : MASK)) };
}

/** Any text may be an address, or have one in it. */
function maskPasswords(value: unknown): unknown {
  if (typeof value === 'string') return maskPassword(value);
  if (Array.isArray(value)) return value.map(maskPasswords);
  return typeof value === 'object' && value !== null ? mapValues(value, maskPasswords) : value;
}

function mapValues(values: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** Masks the password of an address, with any character in it where that is one of a database, and the secrets of its query. */
function maskPassword(text: string): string {
  return text
    .replace(/^(postgres(?:ql)?:\/\/[^:/?#]*):.*@/i, `$1:${MASK}@`)
    .replace(/(\w:\/\/[^:/?#@\s]*):[^/?#\s]*@/g, `$1:${MASK}@`)
    .replace(/([?&][^=&#\s]*(?:password|secret|token|key|signature)=)[^&#\s]*/gi, `$1${MASK}`);
}
