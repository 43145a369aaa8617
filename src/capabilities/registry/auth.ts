import type { HttpApiAuthSpec } from '../../handlers/index.js';
import type { SecretReference } from '../../secrets/index.js';
import type { Capability } from '../capability-file/index.js';
import type { Problems } from './problem.js';

/** How a capability shows who calls, and the header that it takes. */
export interface ReadAuth {
  readonly spec: HttpApiAuthSpec;
  readonly headerName?: string;
}

const NONE: ReadAuth = { spec: { type: 'NONE' } };

/** Reads the `auth` of a capability file. The secret stays a reference; one that is written out is refused. */
export function readAuth({ auth }: Capability, problems: Problems): ReadAuth | undefined {
  const type = auth?.type?.trim().toLowerCase() ?? '';
  if (!auth || type === 'none' || (type === '' && auth.key === undefined)) return NONE;
  if (auth.param !== undefined) {
    return void problems.add(['auth', 'param'], 'is not supported: keys in addresses end up in logs; use "header"');
  }
  if (type !== 'api_key' && type !== 'bearer' && type !== '') {
    return void problems.add(['auth', 'type'], `"${auth.type}" is not supported; "none", "api_key" and "bearer" are`);
  }
  const secret = referenceOf(auth.key ?? '');
  if (!secret) {
    return void problems.add(['auth', 'key'], 'is not a reference that can be used; write env:NAME or file:/path');
  }
  const headerName = auth.header ?? (type === 'bearer' ? 'Authorization' : 'X-API-KEY');
  if (!auth.required && isUnset(secret)) return { ...NONE, headerName };
  if (headerName.toLowerCase() !== 'authorization')
    return { spec: { type: 'API_KEY', headerName, secret }, headerName };
  const prefix = auth.prefix?.trim();
  return { spec: { type: 'BEARER_STATIC', secret, ...(prefix !== undefined && { prefix }) }, headerName };
}

/** `env:NAME`, `{env.NAME}` and `NAME` in capitals are environment variables, `file:/path` is a file. */
function referenceOf(key: string): SecretReference | undefined {
  const variable = /^(?:env:([A-Za-z_]\w*)|\{env\.([A-Za-z_]\w*)\}|([A-Z][A-Z0-9_]*))$/.exec(key.trim());
  const name = variable?.[1] ?? variable?.[2] ?? variable?.[3];
  if (name !== undefined) return `env:${name}`;
  return /^file:\/[^:]+$/.test(key.trim()) ? (key.trim() as SecretReference) : undefined;
}

/** Credentials that are not required are left out where their variable is not set. */
function isUnset(secret: SecretReference): boolean {
  return secret.startsWith('env:') && !process.env[secret.slice('env:'.length)];
}
