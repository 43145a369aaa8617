import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';

/**
 * Where an operation's requests go, without a slash at the end; undefined where no whole address is known.
 * @param above what may name servers, the nearest first: the operation, its path, the document
 * @param given goes before addresses that begin with a slash, and stands where none is named
 */
export function serverOf(
  above: readonly JsonObject[],
  document: JsonObject,
  given: string | undefined,
): string | undefined {
  const lists = above
    .map(({ servers }) => servers)
    .filter((list): list is JsonValue[] => Array.isArray(list) && list.length > 0);
  const [server] = lists[0] ?? [];
  const written = isJsonObject(server) ? filled(server) : swaggerAddress(document);
  const address = /^https?:\/\//i.test(written) ? written : joined(given, written);
  return /^https?:\/\/[^{}]+$/i.test(address) ? address.replace(/\/+$/, '') : undefined;
}

function joined(given = '', path: string): string {
  return given.replace(/\/+$/, '') + (path === '' || path.startsWith('/') ? path : `/${path}`);
}

function filled({ url, variables }: JsonObject): string {
  return String(url ?? '').replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    return isJsonObject(variable) && variable.default !== undefined ? String(variable.default) : written;
  });
}

function swaggerAddress({ host, basePath = '', schemes }: JsonObject): string {
  if (typeof host !== 'string') return String(basePath);
  const scheme = Array.isArray(schemes) && !schemes.includes('https') ? schemes[0] : 'https';
  return `${scheme}://${host}${basePath}`;
}
