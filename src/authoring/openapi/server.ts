import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';

/**
 * Where an operation's requests go, without a slash at the end; undefined where no whole address is known.
 * @param above what may name servers, the nearest first: the operation, its path, the document
 * @param given an address of the caller's. It goes before a server that is only a path. Of a server with a whole
 *   address it replaces scheme and host, or all of it where it has a path itself
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
  const isWhole = /^https?:\/\//i.test(written);
  const address = isWhole && given !== undefined ? moved(written, given) : isWhole ? written : joined(given, written);
  return /^https?:\/\/[^{}]+$/i.test(address) ? address.replace(/\/+$/, '') : undefined;
}

/** The address with another scheme and host, or, where that one has a path of its own, that one. */
function moved(written: string, given: string): string {
  const path = /^https?:\/\/[^/?#]*(\/.*)?$/i.exec(given)?.[1] ?? '/';
  return path === '/' ? joined(given, written.replace(/^https?:\/\/[^/?#]*/i, '')) : given;
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
