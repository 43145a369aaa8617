import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { lookupPath, renderTemplate } from '../../../platform/common/template.js';
import type { HttpApiRequestSpec } from '../../../platform/handlers-api/index.js';

const ONE_PLACEHOLDER = /^\s*\{\{([^{}]+)\}\}\s*$/;

/** A constant request with the arguments in the places of its `{{name}}`; `url` is left to `requestUrl`. */
export function fillTemplate(spec: HttpApiRequestSpec, args: JsonObject): HttpApiRequestSpec {
  const { headers, queryParams, body, ...others } = spec;
  const filledBody = isJsonObject(body) ? fillAll(body, args) : fill(body as JsonValue | undefined, args);
  // A body that is an argument which was not given is no body, and not the name of the argument.
  return {
    ...others,
    ...(headers && { headers: fillAll(headers, args) }),
    ...(queryParams && { queryParams: fillAll(queryParams, args) }),
    ...(filledBody !== undefined && { body: filledBody }),
  };
}

/** A text that is one placeholder becomes the value with its type, or undefined where there is none. */
function fill(value: JsonValue | undefined, args: JsonObject): JsonValue | undefined {
  if (typeof value === 'string') {
    const only = ONE_PLACEHOLDER.exec(value)?.[1];
    if (only !== undefined) return lookupPath(args, only.trim());
    return renderTemplate(value, (path) => lookupPath(args, path)).text;
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, args) ?? null);
  return isJsonObject(value) ? fillAll(value, args) : value;
}

function fillAll(values: Readonly<Record<string, JsonValue | undefined>>, args: JsonObject): JsonObject {
  const filled: JsonObject = {};
  for (const [name, value] of Object.entries(values)) {
    const found = fill(value, args);
    if (found !== undefined) filled[name] = found;
  }
  return filled;
}
