import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { lookupPath, renderTemplate, templateVariables } from '../../../platform/common/template.js';
import type { HttpApiRequestSpec } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';

const ORIGIN = /^https?:\/\/[^/?#\\]+/i;
const SECRET_BASE = /^\{\{\$secret\.\w+\}\}/;
/** As the URL standard reads them: a step in the path, not a name. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/**
 * The address of a request: the template with its arguments encoded, and the query parameters.
 * @throws ToolError in the contract's words when there is none, and when an argument of the path is missing or `..`
 */
export function requestUrl({ url: template, queryParams = {} }: HttpApiRequestSpec, args: JsonObject): URL {
  if (typeof template !== 'string' || template.trim() === '') {
    throw new ToolError('HTTP_API request URL cannot be blank');
  }
  const { origin, base, text } = cut(template.trim(), args);
  const [path = '', query] = text.split('#', 1)[0]?.split(/\?(.*)/s, 2) ?? [];
  const search = [query === undefined ? '' : encoded(query, args), formEncoded(queryParams)].filter(
    (part) => part !== '',
  );
  const isUsable = origin !== '' && templateVariables(origin).length === 0 && URL.canParse(origin);
  if (!isUsable) throw new ToolError('HTTP_API request URL must begin with http:// or https:// and a host as it is');
  const url = new URL(base + encodedPath(path, args));
  url.search = [url.search.slice(1), ...search].filter((part) => part !== '').join('&');
  return url;
}

/**
 * Where a request goes, and the template of what follows. An address that begins with a secret goes where the secret
 * says; what stands in a secret is no template.
 */
function cut(template: string, args: JsonObject): { origin: string; base: string; text: string } {
  const [secret] = SECRET_BASE.exec(template) ?? [];
  const base = secret === undefined ? undefined : renderTemplate(secret, (name) => lookupPath(args, name)).text.trim();
  const origin = ORIGIN.exec(base ?? template)?.[0] ?? '';
  return { origin, base: base ?? origin, text: template.slice(secret?.length ?? origin.length) };
}

function encodedPath(path: string, args: JsonObject): string {
  const missing = templateVariables(path).find((name) => textOf(lookupPath(args, name)) === '');
  if (missing !== undefined) throw new ToolError(`HTTP_API request URL needs the argument "${missing}"`);
  const rendered = encoded(path, args);
  if (rendered.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment))) {
    throw new ToolError('HTTP_API request URL must not have "." or ".." in its path');
  }
  return rendered;
}

function encoded(template: string, args: JsonObject): string {
  const lookup = (name: string) => encodeURIComponent(textOf(lookupPath(args, name)).toWellFormed());
  return renderTemplate(template, lookup).text;
}

/** Names and values as a form or a query has them; null and undefined are left out, a list is one pair an item. */
export function formEncoded(params: Readonly<Record<string, JsonValue | undefined>>): string {
  const pairs = Object.entries(params).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    const present = values.filter((item) => item !== null && item !== undefined && name.trim() !== '');
    return present.map((item): [string, string] => [name, textOf(item)]);
  });
  return new URLSearchParams(pairs).toString();
}

/** A value as it stands in an address or a header. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
