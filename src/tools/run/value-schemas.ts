import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { checkRegex, compileRegex } from '../../platform/common/regex.js';

/** Keywords whose schemas are about the very same value. */
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/**
 * All that a document says of one value, whichever branches hold for it: what may be secret in one way of reading it, is
 * secret.
 */
export class ValueSchemas {
  private readonly found: JsonObject[] = [];

  constructor(
    private readonly root: JsonObject,
    schemas: readonly (JsonValue | undefined)[],
  ) {
    for (const schema of schemas) this.add(schema);
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  some(holds: (schema: JsonObject) => boolean): boolean {
    return this.found.some(holds);
  }

  /** What is said of one property of the value. */
  ofProperty(name: string): ValueSchemas {
    const own = this.found.map((schema) => [
      ...(isJsonObject(schema.properties) && Object.hasOwn(schema.properties, name) ? [schema.properties[name]] : []),
      ...matching(schema.patternProperties, name),
    ]);
    const isNamed = own.some((schemas) => schemas.length > 0);
    const others = this.found.flatMap((schema, at) => [
      ...(own[at]?.length === 0 ? [schema.additionalProperties] : []),
      ...(isNamed ? [] : [schema.unevaluatedProperties]),
    ]);
    return new ValueSchemas(this.root, [...own.flat(), ...others]);
  }

  /** What is said of the item of a list at a place, from 0. */
  ofItem(at: number): ValueSchemas {
    const items = this.found.flatMap(({ items, prefixItems, additionalItems, unevaluatedItems, contains }) => {
      // Draft-07 has the schemas of the first items, as a list, in `items`.
      const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
      const rest = Array.isArray(items) ? additionalItems : (items ?? unevaluatedItems);
      return [at < first.length ? first[at] : rest, contains];
    });
    return new ValueSchemas(this.root, items);
  }

  private add(schema: JsonValue | undefined): void {
    // A document may lead back to where it began.
    if (!isJsonObject(schema) || this.found.includes(schema)) return;
    this.found.push(schema);
    this.add(lookUp(this.root, schema.$ref));
    for (const keyword of BRANCHES) for (const branch of [schema[keyword]].flat()) this.add(branch);
    if (isJsonObject(schema.dependentSchemas)) for (const one of Object.values(schema.dependentSchemas)) this.add(one);
  }
}

/** All that a document says of the value that it describes. */
export function schemasOf(root: JsonObject): ValueSchemas {
  return new ValueSchemas(root, [root]);
}

function matching(patterns: JsonValue | undefined, name: string): JsonValue[] {
  if (!isJsonObject(patterns)) return [];
  // Of a pattern that cannot be used nobody knows what it does not match.
  return Object.entries(patterns).flatMap(([pattern, schema]) =>
    checkRegex(pattern) !== undefined || compileRegex(pattern).test(name) ? [schema] : [],
  );
}

/** Where a reference within the document leads to. */
function lookUp(root: JsonObject, reference: JsonValue | undefined): JsonValue | undefined {
  if (typeof reference !== 'string' || !/^#(?:$|\/)/.test(reference)) return undefined;
  const keys = reference.split('/').slice(1);
  return keys.reduce<JsonValue | undefined>((value, key) => {
    const name = decoded(key).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return value[Number(name)];
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}

/** A part of an address, as it is where it is written wrongly: then it leads nowhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
