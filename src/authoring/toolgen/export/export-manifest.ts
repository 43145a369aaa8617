import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { ACTION_STATUSES } from '../../../platform/handlers-api/index.js';
import {
  type JsonObject,
  type Manifest,
  type RemoteHttpBinding,
  standardErrorSchema,
  type PackagedTool as Tool,
} from '../../../tools/package-format/index.js';
import type { Discovery } from '../init/draft.js';
import { uniqueNames, withFittingExample } from '../init/draft.js';
import { toolName } from '../init/names.js';
import { sampleOf } from '../init/sample.js';
import { answerSchema, argumentSchema } from './open-schema.js';
import type { Registry, RegistryTool, ServiceAddress } from './registry.js';

/** The variable that a package reads its key from. */
const KEY_VARIABLE = 'CONVENGINE_API_KEY';
const CONFIRM = 'confirm_action';
const ACTION_ID = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.0198c7a4-5b2a-7d10-8c31-5e0f9a1b2c3d';
const MAX_TEXT = 3_500;
const MAX_TIMEOUT_MS = 3_600_000;
const RISKS = ['low', 'medium', 'high'] as const;

/** A manifest, and which tools have no place in it. */
export interface ExportedManifest {
  readonly manifest: Manifest;
  readonly warnings: readonly string[];
}

/**
 * The manifest of a service's tools: its packages call the service. What writes only asks there; `confirm_action` passes
 * the user's word on, which the service takes from packages whose key is that of a service (`kind: service`), unless it is
 * that of a model. The same registry gives the same manifest.
 */
export function exportManifest(registry: Registry, { url, apiKey }: ServiceAddress): ExportedManifest {
  const { tools, warnings } = exportTools(registry.tools);
  const manifest: Manifest = {
    manifest_version: '1.0',
    project: {
      name: 'convengine',
      version: registry.version,
      runtime: 'node',
      execution_model: 'remote-http',
      entrypoint: url,
      description: 'Tools of a ConvEngine service. What writes is asked first, and is done at most once.',
      auth: { type: 'bearer', env: KEY_VARIABLE, required: apiKey !== '' },
    },
    tools,
  };
  return { manifest, warnings };
}

function exportTools(all: readonly RegistryTool[]): Discovery {
  const writing = all.filter(({ side_effect }) => side_effect === 'WRITE');
  const ordered = all.toSorted((a, b) => (a.tool_code < b.tool_code ? -1 : 1)).map(exportTool);
  // The first of a name keeps it: the one that takes the user's word is named by others.
  const named = uniqueNames([...(writing.length > 0 ? [confirmTool(writing)] : []), ...ordered]);
  const fitted = named.map(withFittingExample);
  const tools = fitted.flatMap((tool) => ('problem' in tool ? [] : [tool]));
  return {
    tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    warnings: fitted.flatMap((tool) =>
      'problem' in tool ? [tool.problem.replace('under tools in the hints', 'in `examples` of its input_schema')] : [],
    ),
  };
}

function exportTool(tool: RegistryTool): Tool {
  const input_schema = argumentSchema(tool.input_schema);
  const [shown] = Array.isArray(input_schema.examples) ? input_schema.examples : [];
  const shared = {
    name: toolName(tool.tool_code),
    title: tool.title,
    timeout_ms: Math.min(tool.timeout_ms, MAX_TIMEOUT_MS),
    input_schema,
    error_schema: standardErrorSchema(),
    binding: binding(`/api/v1/tools/${encodeURIComponent(tool.tool_code)}/calls`),
  };
  const input = (shown ?? sampleInput(input_schema)) as JsonObject;
  const description = tool.description.slice(0, MAX_TEXT);
  return tool.side_effect === 'READ'
    ? { ...shared, ...reading(tool, description, input) }
    : { ...shared, ...asking(tool, description, input) };
}

/** Where one of several sets of arguments is required, the first of them. */
function sampleInput({ oneOf, anyOf, ...schema }: JsonObject): JsonValue {
  const [choice] = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []));
  if (!isJsonObject(choice)) return sampleOf(schema);
  const [own, chosen] = [schema, choice].map(({ properties, required }) => ({
    properties: isJsonObject(properties) ? properties : {},
    required: Array.isArray(required) ? required : [],
  }));
  const properties = { ...own?.properties, ...chosen?.properties };
  return sampleOf({
    ...schema,
    ...choice,
    properties,
    required: [...(own?.required ?? []), ...(chosen?.required ?? [])],
  });
}

type Nature = Omit<Tool, 'name' | 'title' | 'timeout_ms' | 'input_schema' | 'error_schema' | 'binding'>;

function reading({ risk, output_schema }: RegistryTool, description: string, input: JsonObject): Nature {
  const schema: JsonObject = {
    type: 'object',
    required: ['result'],
    properties: { result: answerSchema(output_schema) },
  };
  return {
    description,
    category: 'read',
    risk: riskOf(risk) ?? 'low',
    idempotency: 'idempotent',
    output_schema: schema,
    examples: [{ input, output: sampleOf(schema) as JsonObject }],
    constraints: { read_only_mode_supported: true, side_effects: [] },
  };
}

function asking({ risk, execution_policy }: RegistryTool, description: string, input: JsonObject): Nature {
  const message = 'Shall I do this?';
  const output = { action_id: ACTION_ID, status: 'OPEN', message, expires_at: '2026-03-31T14:30:00.000Z' };
  return {
    description,
    category: 'write',
    risk: riskOf(risk) ?? 'medium',
    idempotency: execution_policy === 'idempotent' ? 'idempotent' : 'non-idempotent',
    output_schema: ACTION,
    examples: [{ input, output }],
    constraints: {
      read_only_mode_supported: false,
      side_effects: [`After the yes: ${description}`],
      confirmed_by: CONFIRM,
    },
  };
}

function confirmTool(writing: readonly RegistryTool[]): Tool {
  const risks = writing.map(({ risk }) => RISKS.indexOf(riskOf(risk) ?? 'medium'));
  return {
    name: CONFIRM,
    title: 'Confirm an action',
    description:
      "Passes the user's decision on about an action that another tool has asked for. Call it with yes only after the " +
      "user has read the question and agreed to it; the action is then done once, however often it is called. A model's " +
      'word is not the consent of its user, unless the service leaves the action to agents: it stays OPEN. Give consent_url ' +
      'to the user, who decides there, or tell consent_problem, and call it again to learn what it has come to.',
    category: 'write',
    risk: RISKS[Math.max(...risks)] ?? 'high',
    idempotency: 'idempotent',
    timeout_ms: Math.min(Math.max(...writing.map(({ timeout_ms }) => timeout_ms)), MAX_TIMEOUT_MS),
    input_schema: {
      type: 'object',
      required: ['action_id', 'decision'],
      properties: {
        action_id: { type: 'string', description: 'As the tool has answered that asked' },
        decision: { type: 'string', enum: ['yes', 'no'], description: 'What the user has decided' },
        by: { type: 'string', enum: ['agent'], description: 'Stands with a yes that a model has brought' },
      },
    },
    output_schema: ACTION,
    error_schema: standardErrorSchema(),
    examples: [
      {
        input: { action_id: ACTION_ID, decision: 'yes' },
        output: { action_id: ACTION_ID, status: 'EXECUTED', message: 'Done.', result: {} },
      },
    ],
    constraints: { read_only_mode_supported: false, side_effects: ['Does what the user has agreed to.'] },
    binding: {
      ...binding('/api/v1/tools/actions/{action_id}/decision'),
      parameters: { action_id: { in: 'path' }, decision: { in: 'body' }, by: { in: 'body' } },
    },
  };
}

/** The whole input is the body; the statuses are those that differ from the usual. */
function binding(path: string): RemoteHttpBinding {
  const statuses = { 413: 'INVALID_INPUT', 422: 'CONFLICT' };
  return { type: 'remote-http', method: 'POST', path, statuses, result: { parse: 'json' } };
}

/** An action as the service answers it. */
const ACTION: JsonObject = {
  type: 'object',
  required: ['action_id', 'status', 'message'],
  properties: {
    action_id: { type: 'string' },
    status: {
      type: 'string',
      enum: [...ACTION_STATUSES],
      description: 'OPEN: nothing has been done, the yes is awaited. IN_PROGRESS: nobody can tell yet.',
    },
    message: { type: 'string', description: 'What there is to say to the user: while OPEN, the question' },
    expires_at: { type: ['string', 'null'], description: 'When the question expires' },
    consent_url: { type: 'string', description: 'While OPEN: the page on which the user decides' },
    consent_problem: { type: 'string', description: 'While OPEN, without consent_url: why the user cannot agree' },
    result: { description: 'What the tool answered, once it is EXECUTED' },
  },
};

function riskOf(risk: RegistryTool['risk']): Tool['risk'] | undefined {
  return RISKS.find((one) => one.toUpperCase() === risk);
}
