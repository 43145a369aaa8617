import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, toJson } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import type { Invoker, Outcome, PackagedTool } from '../../package-format/index.js';
import type { Executable } from '../../tool.js';
import { ANYWHERE, AS_FILE, type Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';

/** How a package reads its schemas. */
type Schemas = Pick<typeof import('../../package-format/index.js'), 'closeObjects' | 'limitedInput'>;

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
export function packagedTools({ limitedInput, closeObjects }: Schemas, invoker: Invoker, place: PackagePlace): Tool[] {
  const { tools } = invoker.manifest;
  const confirming = new Set(tools.map(({ constraints }) => constraints.confirmed_by));
  return tools
    .filter(({ name }) => !confirming.has(name))
    .map((tool) => {
      const confirm = tools.find(({ name }) => name === tool.constraints.confirmed_by);
      const sideEffect = isReading(tool) ? 'READ' : 'WRITE';
      return {
        ...ANYWHERE,
        code: `${place.name}.${tool.name}`,
        group: 'PACKAGE',
        intent: place.intent.trim().toUpperCase(),
        state: place.state.trim().toUpperCase(),
        description: tool.description,
        inputSchema: limitedInput(tool.input_schema) as JsonObject,
        // What is answered after the word of a user is another tool's.
        outputSchema: confirm ? null : (closeObjects(tool.output_schema) as JsonObject),
        sideEffect,
        risk: tool.risk.toUpperCase() as 'LOW' | 'MEDIUM' | 'HIGH',
        executionPolicy: tool.idempotency === 'idempotent' ? 'idempotent' : 'at-most-once',
        timeoutMs: tool.timeout_ms + (confirm?.timeout_ms ?? 0),
        origin: { source: 'packages', place: place.file },
        does: { kind: 'package', answer: answerOf(invoker, tool, confirm) },
        treatment: AS_FILE,
      };
    });
}

function answerOf(invoker: Invoker, tool: PackagedTool, confirm: PackagedTool | undefined): Executable {
  const digest = canonicalJson(toJson([invoker.manifest.project, tool, confirm ?? null]));
  return {
    digest: () => digest,
    execute: (call) =>
      confirm ? askAndConfirm(invoker, tool, confirm, call) : execute(invoker, tool, call, !isReading(tool)),
  };
}

function isReading({ category, risk }: PackagedTool): boolean {
  return (category === 'read' || category === 'analytics') && risk !== 'high';
}

async function execute(invoker: Invoker, { name }: PackagedTool, call: ToolCall, writes: boolean): Promise<JsonValue> {
  const outcome = await invoke(invoker, name, call.arguments, call);
  if (outcome.ok) return outcome.output as JsonObject;
  const { details = {}, message } = outcome.error;
  // What has answered is done, whatever its answer is worth.
  if (writes && details.answered === true) return { note: `Done, but its answer was left out: ${message}` };
  throw failure(outcome, writes);
}

/** The user has said yes to exactly this call here: the question of the other side is answered with it. */
async function askAndConfirm(
  invoker: Invoker,
  tool: PackagedTool,
  confirm: PackagedTool,
  call: ToolCall,
): Promise<JsonValue> {
  const asked = await invoke(invoker, tool.name, call.arguments, call);
  if (!asked.ok) throw failure(asked, false);
  const { action_id = '', status } = asked.output;
  if (status !== 'OPEN') return resultOf(asked.output as JsonObject);
  const done = await invoke(invoker, confirm.name, { action_id, decision: 'yes' }, call);
  if (!done.ok) throw failure(done, true);
  return resultOf(done.output as JsonObject);
}

function resultOf({ status, message, result, consent_url, consent_problem }: JsonObject): JsonValue {
  if (status === 'EXECUTED') return isJsonObject(result) || Array.isArray(result) ? result : { result: result ?? null };
  // The other side does not take this word for consent: its user has to give it there.
  const problem = consent_problem === undefined ? '' : ` ${String(consent_problem)}`;
  const where = consent_url === undefined ? problem : ` The user decides at ${String(consent_url)}`;
  throw new ToolError(`${String(status)}: ${String(message)}${where}`, { mayHaveHappened: status === 'IN_PROGRESS' });
}

function invoke(invoker: Invoker, name: string, input: JsonObject, call: ToolCall): Promise<Outcome> {
  const { signal, idempotencyKey, conversationId } = call;
  const key = idempotencyKey === null ? {} : { idempotencyKey };
  return invoker.invoke(name, input, { signal, requestId: conversationId, ...key });
}

function failure({ error }: Extract<Outcome, { ok: false }>, writes: boolean): ToolError {
  const { code, message, details = {} } = error;
  const said = [details.stderr, details.stdout, details.body].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const more = said === undefined ? '' : ` It said: ${String(said).trim().slice(-MAX_TOLD)}`;
  const mayHaveHappened = writes && DOUBTFUL.has(code) && details.started !== false;
  return new ToolError(`${code}: ${message}${more}`, { mayHaveHappened });
}
