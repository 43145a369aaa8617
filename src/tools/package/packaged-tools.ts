import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, toJson } from '../../common/json.js';
import type { ToolDefinition } from '../../flow/index.js';
import type { ToolCall } from '../../handlers/index.js';
import type { Invoker, Outcome, Tool } from '../../tool-package/index.js';
import { ToolError } from '../tool-error.js';

/** How a package reads its schemas. */
type Schemas = Pick<typeof import('../../tool-package/index.js'), 'closeObjects' | 'limitedInput'>;

/** Where the tools of one package belong. */
export interface PackagePlace {
  readonly name: string;
  readonly file: string;
  readonly intent: string;
  readonly state: string;
}

/** Errors that leave open whether a write has happened. */
const DOUBTFUL: ReadonlySet<string> = new Set(['TIMEOUT', 'UPSTREAM_ERROR', 'INTERNAL_ERROR']);
const MAX_TOLD = 500;

/**
 * A package's tools as tools of the group PACKAGE: `NAME.TOOL`. What is neither `read` nor `analytics`, or has high risk,
 * is WRITE. A tool that takes the user's word for others is none here: consent is this engine's, which passes it on.
 */
export function packagedTools(
  { limitedInput, closeObjects }: Schemas,
  invoker: Invoker,
  place: PackagePlace,
): ToolDefinition[] {
  const { tools, project } = invoker.manifest;
  const confirming = new Set(tools.map(({ constraints }) => constraints.confirmed_by));
  return tools
    .filter(({ name }) => !confirming.has(name))
    .map((tool) => {
      const confirm = tools.find(({ name }) => name === tool.constraints.confirmed_by);
      const sideEffect = isReading(tool) ? 'READ' : 'WRITE';
      return {
        id: 0,
        code: `${place.name}.${tool.name}`,
        file: place.file,
        group: 'PACKAGE',
        intent: place.intent.trim().toUpperCase(),
        state: place.state.trim().toUpperCase(),
        priority: 100,
        description: tool.description,
        inputSchema: limitedInput(tool.input_schema) as JsonObject,
        // What is answered after the word of a user is another tool's.
        outputSchema: confirm ? null : (closeObjects(tool.output_schema) as JsonObject),
        sideEffect,
        risk: tool.risk.toUpperCase() as 'LOW' | 'MEDIUM' | 'HIGH',
        executionPolicy: tool.idempotency === 'idempotent' ? 'idempotent' : 'at-most-once',
        timeoutMs: tool.timeout_ms + (confirm?.timeout_ms ?? 0),
        packaged: {
          digest: canonicalJson(toJson([project, tool, confirm ?? null])),
          execute: (call) =>
            confirm
              ? askAndConfirm(invoker, tool, confirm, call)
              : execute(invoker, tool, call, sideEffect === 'WRITE'),
        },
      };
    });
}

function isReading({ category, risk }: Tool): boolean {
  return (category === 'read' || category === 'analytics') && risk !== 'high';
}

async function execute(invoker: Invoker, { name }: Tool, call: ToolCall, writes: boolean): Promise<JsonValue> {
  const outcome = await invoke(invoker, name, call.arguments, call);
  if (outcome.ok) return outcome.output as JsonObject;
  const { details = {}, message } = outcome.error;
  // What has answered is done, whatever its answer is worth.
  if (writes && 'schema_errors' in details) return { note: `Done, but its answer was left out: ${message}` };
  throw failure(outcome, writes);
}

/** The user has said yes to exactly this call here: the question of the other side is answered with it. */
async function askAndConfirm(invoker: Invoker, tool: Tool, confirm: Tool, call: ToolCall): Promise<JsonValue> {
  const asked = await invoke(invoker, tool.name, call.arguments, call);
  if (!asked.ok) throw failure(asked, false);
  const { action_id = '', status } = asked.output;
  if (status !== 'OPEN') return answerOf(asked.output as JsonObject);
  const done = await invoke(invoker, confirm.name, { action_id, decision: 'yes' }, call);
  if (!done.ok) throw failure(done, true);
  return answerOf(done.output as JsonObject);
}

function answerOf({ status, message, result }: JsonObject): JsonValue {
  if (status === 'EXECUTED') return isJsonObject(result) || Array.isArray(result) ? result : { result: result ?? null };
  throw new ToolError(`${String(status)}: ${String(message)}`, { mayHaveHappened: status === 'IN_PROGRESS' });
}

function invoke(invoker: Invoker, name: string, input: JsonObject, call: ToolCall): Promise<Outcome> {
  const { signal, idempotencyKey, conversationId } = call;
  const key = idempotencyKey === null ? {} : { idempotencyKey };
  return invoker.invoke(name, input, { signal, requestId: conversationId, ...key });
}

function failure({ error }: Extract<Outcome, { ok: false }>, writes: boolean): ToolError {
  const { code, message, details = {} } = error;
  const said = [details.stderr, details.body].find((text) => typeof text === 'string' && text.trim() !== '');
  const more = said === undefined ? '' : ` It said: ${String(said).trim().slice(-MAX_TOLD)}`;
  const mayHaveHappened = writes && DOUBTFUL.has(code) && details.started !== false;
  return new ToolError(`${code}: ${message}${more}`, { mayHaveHappened });
}
