import type { AuditEvent } from '../../platform/audit/index.js';
import { type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';

/** What an action is said to come to, as files of scripted conversations write it. */
export type ActionStub =
  | { readonly done: JsonValue }
  | { readonly failed: string; readonly retryable: boolean }
  | { readonly 'in-doubt': string };

/** What a tool is said to give, or what it fails by. */
export interface ToolStub {
  readonly result?: JsonValue | undefined;
  readonly error?: string | undefined;
}

/** What became of an action, as its row says. */
export interface StoredOutcome {
  /** Of an action that is the call of a tool. */
  readonly toolCode: string | null;
  readonly result: JsonValue;
}

/** How an action or a tool answered once. */
export type RecordedAnswer =
  | {
      readonly kind: 'action';
      readonly key: string;
      /** BEAN.METHOD of each of its methods. */
      readonly methods: readonly string[];
      readonly stub: ActionStub;
    }
  | {
      readonly kind: 'tool';
      readonly code: string;
      /** Undefined where the record does not say with what it was called. */
      readonly arguments: JsonObject | undefined;
      readonly stub: ToolStub;
    };

/**
 * Reads off its record how actions and tools answered in a conversation, oldest first.
 * @param proposals what became of its actions, by their ids
 */
export function recordedAnswers(
  events: readonly AuditEvent[],
  proposals: ReadonlyMap<string, StoredOutcome>,
): RecordedAnswer[] {
  const answers: RecordedAnswer[] = [];
  let called: JsonObject | undefined;
  for (const { stage, payload } of events) {
    if (stage === 'PENDING_ACTION_EXECUTED') {
      const { toolCode, result } = proposals.get(String(payload.proposalId)) ?? { toolCode: null, result: {} };
      if (toolCode === null) answers.push(answerOfAction(payload, { done: result }));
      else answers.push({ kind: 'tool', code: toolCode, arguments: undefined, stub: { result } });
    } else if (stage === 'PENDING_ACTION_FAILED') {
      answers.push(answerOfAction(payload, failureOf(payload)));
    } else if (/^(TOOL_ORCHESTRATION_REQUEST|MCP_TOOL_CALL)$/.test(stage)) {
      called = (payload.args ?? {}) as JsonObject;
    } else if (/^(TOOL_ORCHESTRATION|MCP_TOOL)_(RESULT|ERROR)$/.test(stage)) {
      const stub = toolAnswer(payload);
      if (stub) answers.push({ kind: 'tool', code: String(payload.tool_code), arguments: called, stub });
      called = undefined;
    }
  }
  return answers;
}

function answerOfAction({ actionKey, actionRef }: JsonObject, stub: ActionStub): RecordedAnswer {
  const [bean = '', methods = ''] = String(actionRef ?? '').split(':', 2);
  const named = methods.split(',').map((method) => `${bean}.${method}`);
  return { kind: 'action', key: String(actionKey), methods: named, stub };
}

function failureOf({ status, reason, error }: JsonObject): ActionStub {
  if (reason === 'IN_DOUBT' || status === 'IN_PROGRESS') return { 'in-doubt': String(error) };
  return { failed: String(error), retryable: status === 'OPEN' };
}

/** Undefined where the tool was not run: it was only asked for, or is not for that place. */
function toolAnswer({ result, rows, error, status = 'SUCCESS' }: JsonObject): ToolStub | undefined {
  if (status === 'ERROR' || error !== undefined) return { error: String(error ?? 'it failed') };
  if (status !== 'SUCCESS') return undefined;
  return { result: (typeof rows === 'string' ? parseJson(rows) : result) ?? {} };
}
