import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import {
  closeObjects,
  describeForModels,
  type Manifest,
  publishedSchema,
  type PackagedTool as Tool,
} from '../../../tools/package-format/index.js';
import { GENERATED } from './generated.js';

/** The tools as OpenAI takes them for function calling. */
export function openAiBundle({ tools }: Manifest): JsonObject {
  return { $comment: GENERATED, format: 'openai', tools: tools.map((tool) => openAiTool(tool, false)) };
}

/** The same for strict mode: every property is required, and one that need not be given may be null. */
export function openAiStrictBundle({ tools }: Manifest): JsonObject {
  return { $comment: GENERATED, format: 'openai-strict', tools: tools.map((tool) => openAiTool(tool, true)) };
}

function openAiTool(tool: Tool, wantsStrict: boolean): JsonObject {
  const { name, input_schema } = tool;
  const description = describeForModels(tool);
  const closed = published(input_schema);
  const isStrict = wantsStrict && canBeStrict(closed);
  const parameters = isStrict ? requireAll(closed) : closed;
  return { type: 'function', function: { name, description, parameters, ...(wantsStrict && { strict: isStrict }) } };
}

/** What strict mode cannot express. */
const BEYOND_STRICT = ['allOf', 'oneOf', 'not', 'if', 'patternProperties', 'propertyNames', 'dependentRequired'];

function canBeStrict(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.every(canBeStrict);
  if (!isJsonObject(schema)) return true;
  const isOpen = 'additionalProperties' in schema && schema.additionalProperties !== false;
  if (isOpen || BEYOND_STRICT.some((key) => key in schema)) return false;
  return Object.values(schema).every(canBeStrict);
}

function requireAll(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(requireAll);
  if (!isJsonObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, child]) => [key, requireAll(child)]));
  const { properties } = inner;
  if (!isJsonObject(properties)) return inner;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const all = Object.entries(properties).map(([name, child]) => [
    name,
    required.includes(name) ? child : orNull(child),
  ]);
  return { ...inner, properties: Object.fromEntries(all), required: Object.keys(properties).sort() };
}

function orNull(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema) || schema.type === undefined) return { anyOf: [schema ?? true, { type: 'null' }] };
  const { default: _, ...rest } = schema;
  const types = [schema.type].flat();
  const choices: JsonObject = Array.isArray(schema.enum) ? { enum: [...new Set([...schema.enum, null])] } : {};
  return { ...rest, ...choices, type: [...new Set([...types, 'null'])] };
}

const FAILURES: readonly (readonly [string, string])[] = [
  ['400', 'INVALID_INPUT'],
  ['401', 'UNAUTHORIZED'],
  ['403', 'FORBIDDEN'],
  ['404', 'NOT_FOUND'],
  ['409', 'CONFLICT'],
  ['429', 'RATE_LIMITED'],
  ['500', 'INTERNAL_ERROR'],
  ['502', 'UPSTREAM_ERROR'],
  ['504', 'TIMEOUT'],
];

/** An OpenAPI document of the gateway (`mcp/src/gateway.ts`): one operation for each tool. */
export function openApiFacade({ project, tools }: Manifest): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: `${project.name} tools`,
      version: project.version,
      description: `${project.description} ${GENERATED}`,
    },
    servers: [{ url: 'http://127.0.0.1:8787' }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(tools.map((tool) => [`/tools/${tool.name}`, { post: operation(tool) }])),
  };
}

function operation(tool: Tool): JsonObject {
  const { name, title, examples, ...schemas } = tool;
  const errorBody = { type: 'object', required: ['error'], properties: { error: schemas.error_schema } };
  const failures = FAILURES.map(([status, code]) => [status, { description: code, ...content(errorBody) }]);
  return {
    operationId: name,
    summary: title,
    description: describeForModels(tool),
    requestBody: { required: true, ...content(published(schemas.input_schema), examples[0]?.input) },
    responses: {
      200: { description: 'The output.', ...content(published(schemas.output_schema), examples[0]?.output) },
      ...Object.fromEntries(failures),
    },
  };
}

/** As programs of others can use it. */
function published(schema: JsonObject): JsonObject {
  return publishedSchema(closeObjects(schema) as JsonObject).schema as JsonObject;
}

function content(schema: JsonValue, example?: JsonValue): JsonObject {
  return { content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } };
}
