import { messageOf } from '../../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import type {
  ParameterPlace,
  RemoteHttpBinding,
  ResultRule,
  PackagedTool as Tool,
} from '../../../../tools/package-format/index.js';
import { type Discovery, draftTool } from '../draft.js';
import { DESTROYS, freeName, type Nature, natureOf, propertyName, READS, toolName, WRITES } from '../names.js';
import { isBinaryType, isSpread, jsonSchemaOf, type Media, mediaOf, partOf, styleOf } from './media.js';
import { dereference, isOfOtherSide, joined, standAlone } from './openapi-schema.js';
import type { Security } from './security.js';

const CREDENTIAL = /^(api[-_]?key|access[-_]?token|auth[-_]?token|token|secret|password)$/i;

const NATURES: Readonly<Record<string, Nature>> = {
  get: READS,
  post: { ...WRITES, idempotency: 'non-idempotent' },
  put: { ...WRITES, idempotency: 'idempotent' },
  patch: { ...WRITES, idempotency: 'non-idempotent' },
  delete: { ...DESTROYS, idempotency: 'idempotent' },
};

/**
 * One tool for each operation of an OpenAPI 3 document. Operations that cannot be called are named in the warnings.
 * @param shows the credentials of one operation
 */
export function discoverOpenApi(document: JsonObject, shows: Security['of']): Discovery {
  const tools: Tool[] = [];
  const warnings: string[] = [];
  for (const [path, item] of Object.entries((document.paths ?? {}) as JsonObject)) {
    const shared = dereferenceSafely(document, item);
    for (const [method, nature] of Object.entries(NATURES)) {
      if (!isJsonObject(shared[method])) continue;
      try {
        tools.push(new Operation(document, path, method, shared, warnings).toTool(nature, shows));
      } catch (error) {
        warnings.push(`${method.toUpperCase()} ${path} was left out: ${messageOf(error)}`);
      }
    }
  }
  return { tools, warnings };
}

/** What is called a removal is one, by whatever method: a name may raise the risk, never lower it. */
function raisedByName(name: string, nature: Nature): Nature {
  const told = natureOf(nature === READS ? (name.split('_')[0] ?? '') : name);
  return told.risk === 'high' && nature.risk !== 'high' ? { ...told, idempotency: nature.idempotency } : nature;
}

function dereferenceSafely(document: JsonObject, item: JsonValue): JsonObject {
  try {
    return dereference(document, item);
  } catch {
    return {};
  }
}

class Operation {
  private readonly operation: JsonObject;
  private readonly properties: JsonObject = {};
  private readonly required: string[] = [];
  private readonly places: Record<string, ParameterPlace> = {};
  private readonly definitions: JsonObject = {};

  constructor(
    private readonly document: JsonObject,
    private readonly path: string,
    private readonly method: string,
    private readonly item: JsonObject,
    private readonly warnings: string[],
  ) {
    this.operation = item[method] as JsonObject;
  }

  toTool(nature: Nature, shows: Security['of']): Tool {
    if (!/^\/[^?#\s]*$/.test(this.path)) throw new SyntaxError('has more than a path in its path');
    for (const parameter of this.parameters()) this.addParameter(parameter);
    this.checkPath();
    const media = this.addBody();
    const credentials = shows(this.operation);
    const { output_schema, result } = this.output();
    const { operationId, summary = '', description = '' } = this.operation;
    const method = this.method.toUpperCase() as RemoteHttpBinding['method'];
    const hasDefinitions = Object.keys(this.definitions).length > 0;
    const name = toolName(typeof operationId === 'string' ? operationId : `${this.method} ${this.path}`);
    const texts = [summary, description].filter((text) => typeof text === 'string' && text !== '');
    return draftTool({
      name,
      description: texts.join(/[.!?]\s*$/.test(String(texts[0])) ? ' ' : '. ') || `${method} ${this.path}`,
      nature: raisedByName(name, nature),
      input_schema: {
        type: 'object',
        properties: this.properties,
        required: this.required,
        additionalProperties: false,
        ...(hasDefinitions ? { $defs: this.definitions } : {}),
      },
      output_schema,
      binding: {
        type: 'remote-http',
        method,
        path: this.path,
        parameters: this.places,
        ...(media?.type !== undefined && { content_type: media.type }),
        ...(credentials && { credentials }),
        result,
      },
    });
  }

  /** Those of the operation stand for those of the path with the same name and place. */
  private parameters(): JsonObject[] {
    const all = [this.item.parameters, this.operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
    const byPlace = new Map<string, JsonObject>();
    for (const one of all) {
      const parameter = dereference(this.document, one);
      byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    return [...byPlace.values()];
  }

  private addParameter(parameter: JsonObject): void {
    const { name, in: place, required, schema, description, example } = parameter;
    const text = String(name);
    // Credentials come from the environment, never from the caller.
    const isSent = ['authorization', 'accept', 'content-type', ...this.credentials()].includes(text.toLowerCase());
    const isSecret = place === 'query' && required !== true && CREDENTIAL.test(text);
    if (
      (place === 'header' && isSent) ||
      (place === 'query' && this.credentials().includes(text.toLowerCase())) ||
      isSecret
    )
      return;
    if (place !== 'path' && place !== 'query' && place !== 'header') {
      if (required === true) throw new SyntaxError(`needs a ${place}`);
      this.warnings.push(`${this.method.toUpperCase()} ${this.path}: the ${place} ${text} was left out`);
      return;
    }
    if (place === 'path' && !this.path.includes(`{${text}}`)) {
      this.warnings.push(
        `${this.method.toUpperCase()} ${this.path}: the parameter ${text} was left out: it is not in the path`,
      );
      return;
    }
    if (place === 'path' && (parameter.style === 'label' || parameter.style === 'matrix'))
      throw new SyntaxError(`has ${text} in its path in the style ${parameter.style}`);
    const own: JsonObject = {
      ...(isJsonObject(schema) ? schema : { type: 'string' }),
      ...(description ? { description } : {}),
    };
    if (example !== undefined) own.examples = [example];
    const whole = joined(this.document, dereference(this.document, own));
    if (place === 'query' && isSpread(parameter) && isJsonObject(whole.properties)) {
      const needed = required === true && Array.isArray(whole.required) ? whole.required : [];
      for (const [key, child] of Object.entries(whole.properties))
        this.add({ in: 'query', name: key }, child as JsonObject, needed.includes(key));
      return;
    }
    const style = place === 'query' ? styleOf(parameter, whole) : {};
    this.add({ in: place, name: text, ...style }, own, required === true);
  }

  private checkPath(): void {
    const filled = Object.entries(this.places).flatMap(([property, { in: place, name = property }]) =>
      place === 'path' ? [name] : [],
    );
    const open = [...this.path.matchAll(/\{([^{}]+)\}/g)].find(([, name = '']) => !filled.includes(name));
    if (open) throw new SyntaxError(`has no parameter for ${open[0]} of its path`);
  }

  private credentials(): string[] {
    const components = isJsonObject(this.document.components) ? this.document.components : {};
    const schemes = isJsonObject(components.securitySchemes) ? Object.values(components.securitySchemes) : [];
    return schemes.filter(isJsonObject).map(({ name = '' }) => String(name).toLowerCase());
  }

  /** The type of the body is undefined where there is none. */
  private addBody(): Media | undefined {
    if (this.operation.requestBody === undefined) return undefined;
    const body = dereference(this.document, this.operation.requestBody);
    const media = mediaOf(body);
    if (!media) throw new SyntaxError('takes a body that is neither JSON nor a form');
    const { schema } = media;
    const {
      properties,
      required = [],
      type,
      allOf,
      oneOf,
      anyOf,
      additionalProperties,
    } = dereference(this.document, schema);
    // A form is nothing but its fields; JSON that may hold others is given as a whole.
    const isClosed = media.isForm || (additionalProperties ?? false) === false;
    const isPlain = !allOf && !oneOf && !anyOf && isClosed;
    if (type !== 'object' || !isPlain || !isJsonObject(properties)) {
      this.add({ in: 'whole-body', name: 'body' }, schema, body.required === true);
      return media;
    }
    const needed = body.required === true && Array.isArray(required) ? required : [];
    for (const [name, child] of Object.entries(properties)) {
      const own = dereference(this.document, child);
      if (!isOfOtherSide(own, 'input')) this.addField(name, child as JsonObject, media, needed.includes(name));
    }
    return media;
  }

  private addField(name: string, child: JsonObject, media: Media, isRequired: boolean): void {
    const own = dereference(this.document, child);
    const encoding = media.encoding[name];
    const isPart = media.type === 'multipart/form-data';
    const { schema, file } = isPart ? partOf(own, encoding) : { schema: child };
    const style = media.isForm && isJsonObject(encoding) ? styleOf(encoding, own) : {};
    this.add({ in: 'body', name, ...(file === undefined ? style : { file }) }, schema, isRequired);
  }

  /** A name that is taken already is told apart by its place: an input may have `page.size` and `page-size`. */
  private add(place: ParameterPlace & { readonly name: string }, schema: JsonObject, isRequired: boolean): void {
    const { name, ...rest } = place;
    const property = freeName(this.properties, propertyName(name), place.in);
    const { $defs, ...own } = standAlone(this.document, schema, 'input');
    Object.assign(this.definitions, $defs);
    this.properties[property] = own;
    this.places[property] = property === name || place.in === 'whole-body' ? rest : place;
    if (isRequired || place.in === 'path') this.required.push(property);
  }

  /** Whether `allOf` puts objects together. */
  private isObjectOfParts(schema: JsonObject): boolean {
    const { allOf } = dereference(this.document, schema);
    const parts = Array.isArray(allOf) ? allOf.map((part) => dereference(this.document, part)) : [];
    const isObject = (part: JsonObject) => part.type === 'object' || isJsonObject(part.properties);
    return parts.length > 0 && parts.every((part) => isObject(part) || this.isObjectOfParts(part));
  }

  private output(): { output_schema: JsonObject; result: ResultRule } {
    const responses = Object.entries((this.operation.responses ?? {}) as JsonObject);
    const [, success] = responses.find(([status]) => /^2(\d\d|XX)$/i.test(status)) ?? [
      '',
      this.operation.responses ?? {},
    ];
    const response = dereference(this.document, success);
    if (isJsonObject(response.content) && 'text/event-stream' in response.content)
      throw new SyntaxError('answers with a stream');
    const schema = jsonSchemaOf(response);
    const types = isJsonObject(response.content) ? Object.keys(response.content) : [];
    if (types.length > 0 && types.every(isBinaryType))
      throw new SyntaxError(`answers with ${types[0]}, which is no text`);
    if (!schema) {
      const output_schema = {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      };
      return { output_schema, result: { parse: 'text', property: 'text' } };
    }
    const whole = standAlone(this.document, dereference(this.document, schema), 'output');
    if (whole.type === 'object') return { output_schema: whole, result: { parse: 'json' } };
    if (this.isObjectOfParts(schema))
      return { output_schema: { ...whole, type: 'object', additionalProperties: true }, result: { parse: 'json' } };
    const { $defs, ...own } = whole;
    const wrapped = { type: 'object', properties: { result: own }, required: ['result'], additionalProperties: false };
    return { output_schema: $defs ? { ...wrapped, $defs } : wrapped, result: { parse: 'json', property: 'result' } };
  }
}
