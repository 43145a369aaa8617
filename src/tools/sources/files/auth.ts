import type { JsonValue } from '../../../platform/common/json.js';
import type { HttpApiAuthSpec } from '../../../platform/handlers-api/index.js';
import { isSecretReference, type SecretReference } from '../../../platform/secrets/index.js';
import type { Capability, CapabilityAuth } from './capability-file/index.js';
import { secretsIn } from './placeholders.js';
import type { Problems } from './problem.js';

/** How a capability shows who calls. */
export interface ReadAuth {
  readonly spec: HttpApiAuthSpec;
  /** The header that the credentials fill in; what the file has for it itself is left out. */
  readonly headerName?: string;
  /** The query parameter that takes the secret instead. */
  readonly param?: { readonly name: string; readonly secret: SecretReference };
}

const NONE: ReadAuth = { spec: { type: 'NONE' } };
const TYPES = '"none", "api_key", "bearer", "basic" and "oauth2" with client credentials are';

/** Reads the `auth` of a capability file. Secrets stay references; one that is written out is refused. */
export function readAuth({ auth }: Capability, config: JsonValue, problems: Problems): ReadAuth | undefined {
  const type = auth?.type?.trim().toLowerCase() ?? '';
  if (!auth || type === 'none' || (type === '' && auth.key === undefined)) return NONE;
  if (type === 'oauth' || type === 'oauth2') return readOAuth(auth, problems);
  const secret = referenceOf(auth.key);
  const isPlaced = secret !== undefined && secretsIn(config).has(secret);
  // The file itself says where its secret goes.
  if (isPlaced && auth.header === undefined && auth.param === undefined) return NONE;
  if (!['', 'api_key', 'bearer', 'basic'].includes(type)) {
    return void problems.add(['auth', 'type'], `"${auth.type}" is not supported; ${TYPES}`);
  }
  if (!secret) return void problems.add(['auth', 'key'], keyProblem(auth.key));
  const headerName = auth.header ?? 'Authorization';
  const isLeftOut = !auth.required && isUnset(secret);
  if (auth.param !== undefined) return isLeftOut ? NONE : { ...NONE, param: { name: auth.param, secret } };
  return { spec: isLeftOut ? NONE.spec : headerSpec(auth, type, headerName, secret), headerName };
}

/** Without a prefix of its own, an API key stands alone, and every other secret as its scheme says. */
function headerSpec(auth: CapabilityAuth, type: string, headerName: string, secret: SecretReference): HttpApiAuthSpec {
  const isAuthorization = headerName.toLowerCase() === 'authorization';
  const prefix = auth.prefix?.trim();
  if (type === 'basic' && isAuthorization && prefix === undefined) return { type: 'BASIC', secret };
  if (isAuthorization && type !== 'api_key' && prefix === undefined) return { type: 'BEARER_STATIC', secret };
  if (isAuthorization && prefix) return { type: 'BEARER_STATIC', prefix, secret };
  return { type: 'API_KEY', headerName, ...(prefix && { prefix }), secret };
}

function readOAuth(auth: CapabilityAuth, problems: Problems): ReadAuth | undefined {
  const { flow, token_url: tokenUrl = auth.token_endpoint, client_id: clientId, client_id_key: idKey } = auth;
  const isForClients = flow === undefined || flow === 'client_credentials';
  const id = referenceOf(idKey) ?? clientId;
  const clientSecret = referenceOf(auth.client_secret_key);
  if (!isForClients || typeof tokenUrl !== 'string' || typeof id !== 'string' || !clientSecret) {
    const text =
      'has no login of a user, which this engine cannot make: name token_url, client_id_key and client_secret_key ' +
      '(env:NAME) for the flow client_credentials, or answer the tool by a handler';
    return void problems.add(['auth', 'type'], `"${auth.type}" ${text}`);
  }
  if (!/^https?:\/\//.test(tokenUrl) || !URL.canParse(tokenUrl)) {
    return void problems.add(['auth', 'token_url'], 'must be an address that begins with https://');
  }
  const headerName = 'Authorization';
  if (!auth.required && isUnset(clientSecret)) return { ...NONE, headerName };
  const scope = auth.scopes.join(' ');
  const client = { tokenUrl, clientId: id, clientSecret, ...(scope !== '' && { scope }) };
  return { spec: { type: 'OAUTH2_CLIENT_CREDENTIALS', ...client }, headerName };
}

/** `env:NAME`, `{env.NAME}` and `NAME` in capitals are environment variables, `file:/path` is a file. */
function referenceOf(key: unknown): SecretReference | undefined {
  if (typeof key !== 'string') return undefined;
  const text = key.trim().replace(/^\{env\.(\w+)\}$/, 'env:$1');
  const reference = /^(?=.*[A-Z])[A-Z0-9_]+$/.test(text) ? `env:${text}` : text;
  return isSecretReference(reference) ? reference : undefined;
}

/** Never with the key itself: it may be the secret. */
function keyProblem(key: string | undefined): string {
  const [, store] = /^(keychain|oauth):/.exec(key ?? '') ?? [];
  const what = store ? `refers to ${store}, which is not read here` : 'is not a reference that can be used';
  return `${what}; put the secret into an environment variable or a file, and write env:NAME or file:/path`;
}

/** Credentials that are not required are left out where their variable is not set. */
function isUnset(secret: SecretReference): boolean {
  return secret.startsWith('env:') && !process.env[secret.slice('env:'.length)];
}
