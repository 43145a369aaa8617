import { isJsonObject, type JsonObject } from '../../platform/common/json.js';

/** How operations show who calls, as a capability file writes it; secrets are variables named after the API. */
export function credentialsOf(document: JsonObject, operation: JsonObject, api: string): JsonObject | undefined {
  const wanted = Array.isArray(operation.security) ? operation.security : document.security;
  const choices = Array.isArray(wanted) ? wanted.filter(isJsonObject) : [];
  if (choices.length === 0) return undefined;
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = components.securitySchemes ?? document.securityDefinitions;
  const required = !choices.some((choice) => Object.keys(choice).length === 0);
  for (const choice of choices) {
    const [[name, scopes] = ['', []], ...more] = Object.entries(choice);
    const scheme = isJsonObject(schemes) ? schemes[name] : undefined;
    // Several at once are more than one request can show here.
    const auth = more.length === 0 && isJsonObject(scheme) ? authOf(scheme, scopes, api.toUpperCase()) : undefined;
    if (auth) return { required, ...auth };
  }
  return { required, type: 'unsupported' };
}

function authOf(scheme: JsonObject, scopes: unknown, api: string): JsonObject | undefined {
  const key = `env:${/^\d/.test(api) ? '_' : ''}${api}`;
  const { type } = scheme;
  if (type === 'basic') return { type: 'basic', key: `${key}_LOGIN` };
  if (type === 'http') return httpAuth(String(scheme.scheme).toLowerCase(), key);
  if (type === 'oauth2') return oauth(scheme, scopes, key);
  if (type === 'openIdConnect') return { type: 'bearer', key: `${key}_TOKEN` };
  if (type !== 'apiKey') return undefined;
  if (scheme.in === 'query') return { type: 'api_key', key: `${key}_TOKEN`, param: String(scheme.name) };
  return scheme.in === 'header' ? { type: 'api_key', key: `${key}_TOKEN`, header: String(scheme.name) } : undefined;
}

function httpAuth(scheme: string, key: string): JsonObject | undefined {
  if (scheme === 'bearer') return { type: 'bearer', key: `${key}_TOKEN` };
  // `user:password`
  return scheme === 'basic' ? { type: 'basic', key: `${key}_LOGIN` } : undefined;
}

/** A token for the client itself, where the description says how; else one that somebody has to bring. */
function oauth(scheme: JsonObject, scopes: unknown, key: string): JsonObject {
  const flows = isJsonObject(scheme.flows) ? scheme.flows : {};
  const flow = scheme.flow === 'application' ? scheme : flows.clientCredentials;
  const tokenUrl = isJsonObject(flow) ? flow.tokenUrl : undefined;
  if (typeof tokenUrl !== 'string' || !/^https?:\/\//.test(tokenUrl)) return { type: 'bearer', key: `${key}_TOKEN` };
  return {
    type: 'oauth2',
    flow: 'client_credentials',
    token_url: tokenUrl,
    client_id_key: `${key}_CLIENT_ID`,
    client_secret_key: `${key}_CLIENT_SECRET`,
    ...(Array.isArray(scopes) && scopes.length > 0 && { scopes }),
  };
}
