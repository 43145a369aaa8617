import { messageOf } from '../../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import type {
  ParameterPlace,
  RemoteHttpBinding,
  ResultRule,
  PackagedTool as Tool,
} from '../../../../tools/package-format/index.js';
import { type Discovery, draftTool } from '../draft.js';
import { DESTROYS, type Nature, natureOf, propertyName, READS, toolName, WRITES } from '../names.js';
import { dereference, isOfOtherSide, standAlone } from './openapi-schema.js';

const CREDENTIAL = /^(api[-_]?key|access[-_]?token|auth[-_]?token|token|secret|password)$/i;

const NATURES: Readonly<Record<string, Nature>> = {
  get: READS,
  post: { ...WRITES, idempotency: 'non-idempotent' },
  put: { ...WRITES, idempotency: 'idempotent' },
  patch: { ...WRITES, idempotency: 'non-idempotent' },
  delete: { ...DESTROYS, idempotency: 'idempotent' },
};

/** One tool for each operation of an OpenAPI 3 document. Operations that cannot be called are named in the warnings. */
export function discoverOpenApi(document: JsonObject): Discovery {
  const tools: Tool[] = [];
  const warnings: string[] = [];
  for (const [path, item] of Object.entries((document.paths ?? {}) as JsonObject)) {
    const shared = dereferenceSafely(document, item);
    for (const [method, nature] of Object.entries(NATURES)) {
      if (!isJsonObject(shared[method])) continue;
      try {
        tools.push(new Operation(document, path, method, shared, warnings).toTool(nature));
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

  toTool(nature: Nature): Tool {
    if (!/^\/[^?#\s]*$/.test(this.path)) throw new SyntaxError('has more than a path in its path');
    for (const parameter of this.parameters()) this.addParameter(parameter);
    this.addBody();
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
      binding: { type: 'remote-http', method, path: this.path, parameters: this.places, result },
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

  private addParameter({ name, in: place, required, schema, description, example }: JsonObject): void {
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
    const own: JsonObject = {
      ...(isJsonObject(schema) ? schema : { type: 'string' }),
      ...(description ? { description } : {}),
    };
    if (example !== undefined) own.examples = [example];
    this.add(text, place, own, required === true);
  }

  private credentials(): string[] {
    const components = isJsonObject(this.document.components) ? this.document.components : {};
    const schemes = isJsonObject(components.securitySchemes) ? Object.values(components.securitySchemes) : [];
    return schemes.filter(isJsonObject).map(({ name = '' }) => String(name).toLowerCase());
  }

  private addBody(): void {
    if (this.operation.requestBody === undefined) return;
    const body = dereference(this.document, this.operation.requestBody);
    const schema = jsonSchemaOf(body);
    if (!schema) throw new SyntaxError('takes a body that is not JSON');
    const {
      properties,
      required = [],
      type,
      allOf,
      oneOf,
      anyOf,
      additionalProperties,
    } = dereference(this.document, schema);
    const isPlain = !allOf && !oneOf && !anyOf && (additionalProperties ?? false) === false;
    if (type !== 'object' || !isPlain || !isJsonObject(properties)) {
      this.add('body', 'whole-body', schema, body.required === true);
      return;
    }
    const needed = body.required === true && Array.isArray(required) ? required : [];
    for (const [name, child] of Object.entries(properties)) {
      const isGiven = !isOfOtherSide(dereference(this.document, child), 'input');
      if (isGiven) this.add(name, 'body', child as JsonObject, needed.includes(name));
    }
  }

  /** A name that is taken already is told apart by its place. */
  private add(name: string, place: ParameterPlace['in'], schema: JsonObject, isRequired: boolean): void {
    const plain = propertyName(name);
    const property = plain in this.properties ? propertyName(`${place}_${name}`) : plain;
    const { $defs, ...own } = standAlone(this.document, schema, 'input');
    Object.assign(this.definitions, $defs);
    this.properties[property] = own;
    this.places[property] = property === name || place === 'whole-body' ? { in: place } : { in: place, name };
    if (isRequired || place === 'path') this.required.push(property);
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

function jsonSchemaOf({ content }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(content)) return undefined;
  const type = Object.keys(content).find((name) => /^(application|text)\/(.+\+)?json\b|^\*\/\*$/.test(name));
  const media = type === undefined ? undefined : content[type];
  return isJsonObject(media) ? (isJsonObject(media.schema) ? media.schema : {}) : undefined;
}
