import { isJsonObject, type JsonObject } from '../../../../platform/common/json.js';
import type { Auth } from '../../../../tools/package-format/index.js';

/** The address of the first server, variables filled; where none is named, a service on a developer's machine. */
export function serverOf({ servers }: JsonObject): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const { url = '', variables } = isJsonObject(first) ? first : {};
  const filled = String(url).replace(/\{([^{}]+)\}/g, (whole, name) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    return isJsonObject(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
  return /^https?:\/\//.test(filled) ? filled.replace(/\/$/, '') : `http://127.0.0.1:8080${filled.replace(/\/$/, '')}`;
}

/**
 * How the service knows who calls: the first scheme that a token or a header satisfies, of those the document asks of
 * every call before the others.
 * @param warn told of schemes that cannot be satisfied
 */
export function authOf(
  { components, security }: JsonObject,
  project: string,
  warn: (text: string) => void,
): Auth | undefined {
  const defined =
    isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  const asked = (Array.isArray(security) ? security : []).filter(isJsonObject).flatMap((one) => Object.keys(one));
  const names = [...new Set([...asked, ...Object.keys(defined)])].filter((name) => name in defined);
  const auths = names.map((name) => authOfScheme(defined[name], variableOf(project)));
  const found = auths.find((auth) => auth !== undefined);
  if (!found && names.length > 0)
    warn(`the service asks for ${names.join(', ')}, which cannot be given: only tokens and headers can`);
  if (found?.name === 'Authorization')
    warn(`${found.env} must hold the whole value of the header Authorization, such as "Basic …"`);
  return found;
}

function authOfScheme(scheme: unknown, env: string): Auth | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const isHttp = scheme.type === 'http';
  const kind = String(scheme.scheme).toLowerCase();
  if ((isHttp && kind === 'bearer') || scheme.type === 'oauth2' || scheme.type === 'openIdConnect')
    return { type: 'bearer', env, required: false };
  if (isHttp && kind === 'basic') return { type: 'header', name: 'Authorization', env, required: false };
  if (scheme.type === 'apiKey' && scheme.in === 'header')
    return { type: 'header', name: String(scheme.name), env, required: false };
  return undefined;
}

/** `my-service` → `MY_SERVICE_API_KEY`. */
function variableOf(project: string): string {
  const words = project.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return `${words.replace(/^(\d)/, '_$1')}_API_KEY`;
}
