import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import type { Auth, RemoteHttpBinding } from '../../../../tools/package-format/index.js';

/** How a service knows who calls. */
export interface Security {
  /** What every call shows, where there is one way alone. */
  readonly auth?: Auth;
  /** All ways by name, where there are several. */
  readonly credentials?: Readonly<Record<string, Auth>>;
  /** What the calls of one operation show; undefined where it is what every call shows. */
  readonly of: (operation: JsonObject) => RemoteHttpBinding['credentials'];
}

/** One way to show who calls, as a document asks for it: the names of the schemes that are shown together. */
type Choice = readonly string[];

/**
 * What an OpenAPI document says of credentials, with variables named after the project. Where it defines schemes and asks
 * for none of them, the first that can be given is shown.
 * @param warn told of schemes that cannot be given, and of variables that hold more than a secret
 */
export function securityOf(document: JsonObject, project: string, warn: (text: string) => void): Security {
  const schemes = schemesOf(document);
  const asked = [document, ...operationsOf(document)].flatMap((owner) => choicesOf(owner) ?? []);
  const named = [...new Set(asked.flat())].filter((name) => name in schemes);
  const wanted = named.length > 0 ? named : Object.keys(schemes);
  const known = wanted.filter((name) => authOf(schemes[name], '', []) !== undefined);
  const used = named.length > 0 ? known : known.slice(0, 1);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    warn(`the service asks for ${unknown.join(', ')}, which cannot be given: only tokens, keys and logins can`);
  const prefix = variableOf(project);
  const scopes = (name: string) => scopesOf(document, name);
  const of = (operation: JsonObject) => shownBy(choicesOf(operation) ?? choicesOf(document), used);
  const [only] = used;
  if (only === undefined) return { of: () => undefined };
  if (used.length > 1) {
    const auths = used.map((name) => [name, authOf(schemes[name], `${prefix}_${variableOf(name)}`, scopes(name))]);
    return { credentials: Object.fromEntries(auths), of };
  }
  const auth = authOf(schemes[only], prefix, scopes(only), '_API_KEY');
  if (auth?.name?.toLowerCase() === 'authorization')
    warn(`${auth.env} must hold the whole value of the header Authorization, such as "Basic …"`);
  const isShown = (operation: JsonObject) => of(operation)?.some((choice) => choice.includes(only)) ?? true;
  return { ...(auth && { auth }), of: (operation) => (isShown(operation) ? undefined : [[]]) };
}

/** The choices of which all can be given; where there is none, a call shows nothing. */
function shownBy(choices: readonly Choice[] | undefined, used: readonly string[]): readonly Choice[] | undefined {
  if (choices === undefined) return undefined;
  const possible = choices.filter((choice) => choice.every((name) => used.includes(name)));
  return possible.length > 0 ? possible : [[]];
}

function schemesOf({ components }: JsonObject): JsonObject {
  const { securitySchemes } = isJsonObject(components) ? components : {};
  return isJsonObject(securitySchemes) ? securitySchemes : {};
}

function operationsOf({ paths }: JsonObject): JsonObject[] {
  const items = Object.values(isJsonObject(paths) ? paths : {}).filter(isJsonObject);
  return items.flatMap((item) => Object.values(item).filter(isJsonObject));
}

function requirementsOf({ security }: JsonObject): JsonObject[] | undefined {
  return Array.isArray(security) ? security.filter(isJsonObject) : undefined;
}

function choicesOf(owner: JsonObject): Choice[] | undefined {
  return requirementsOf(owner)?.map((requirement) => Object.keys(requirement));
}

/** All that operations ask of a scheme: one token serves them all. */
function scopesOf(document: JsonObject, name: string): string[] {
  const owners = [document, ...operationsOf(document)];
  const asked = owners.flatMap((owner) =>
    (requirementsOf(owner) ?? []).flatMap((requirement) => requirement[name] ?? []),
  );
  return [...new Set(asked.filter((scope) => typeof scope === 'string'))];
}

function authOf(scheme: JsonValue | undefined, variable: string, scopes: string[], suffix = ''): Auth | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const key = { env: variable + suffix, required: false };
  const kind = String(scheme.scheme).toLowerCase();
  if (scheme.type === 'oauth2') return clientOf(scheme, variable, scopes) ?? { type: 'bearer', ...key };
  if (scheme.type === 'openIdConnect' || (scheme.type === 'http' && kind === 'bearer'))
    return { type: 'bearer', ...key };
  if (scheme.type === 'http' && kind === 'basic')
    return { type: 'basic', env: ended(variable, 'LOGIN'), required: false };
  const place = scheme.type === 'apiKey' ? scheme.in : undefined;
  const isKnown = place === 'header' || place === 'query' || place === 'cookie';
  return isKnown ? { type: place, name: String(scheme.name), ...key } : undefined;
}

/** A token for the client itself, where the document says how it is had. */
function clientOf({ flows }: JsonObject, variable: string, scopes: string[]): Auth | undefined {
  const flow = isJsonObject(flows) ? flows.clientCredentials : undefined;
  const url = isJsonObject(flow) ? flow.tokenUrl : undefined;
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  return {
    type: 'oauth2',
    env: `${ended(variable, 'CLIENT')}_SECRET`,
    client_id_env: `${ended(variable, 'CLIENT')}_ID`,
    token_url: url,
    ...(scopes.length > 0 && { scopes }),
    required: false,
  };
}

/** `MY_CLIENT` for a scheme that is called so already. */
function ended(variable: string, word: string): string {
  return variable.endsWith(`_${word}`) ? variable : `${variable}_${word}`;
}

/** `my-service` → `MY_SERVICE`, `basicAuth` → `BASIC_AUTH`. */
function variableOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
  return words
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(\d)/, '_$1');
}
