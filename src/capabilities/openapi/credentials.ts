import { isJsonObject, type JsonObject } from '../../common/json.js';

/** How operations show who calls, as a capability file writes it; the secret is a variable named after the API. */
export function credentialsOf(document: JsonObject, operation: JsonObject, variable: string): JsonObject | undefined {
  const wanted = Array.isArray(operation.security) ? operation.security : document.security;
  if (!Array.isArray(wanted) || wanted.length === 0) return undefined;
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = components.securitySchemes ?? document.securityDefinitions;
  const required = !wanted.some((choice) => isJsonObject(choice) && Object.keys(choice).length === 0);
  for (const name of wanted.flatMap((choice) => (isJsonObject(choice) ? Object.keys(choice) : []))) {
    const auth = isJsonObject(schemes) && authOf(schemes[name], variable);
    if (auth) return { required, ...auth };
  }
  return { required, type: 'unsupported', description: 'No scheme of the description is supported here.' };
}

function authOf(scheme: unknown, variable: string): JsonObject | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const key = `env:${variable}`;
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer') return { type: 'bearer', key };
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return { type: 'bearer', key };
  if (scheme.type !== 'apiKey' || scheme.in !== 'header') return undefined;
  return { type: 'api_key', key, header: String(scheme.name) };
}
