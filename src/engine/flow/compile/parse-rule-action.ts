import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../platform/common/json.js';
import { checkJsonPath, compileJsonPath } from '../../../platform/common/json-path/index.js';
import { normalizeCode } from '../../../tools/scope.js';
import type { RuleAction } from '../rule.js';

/** A rule's action, or what is wrong with it; in `action_value`, where no column is named. */
export type ParsedAction = { readonly action: RuleAction } | { readonly problem: string; readonly column?: string };

const PARSERS: Readonly<Record<string, (value: string) => ParsedAction>> = {
  SET_INTENT: (value) =>
    value ? { action: { type: 'SET_INTENT', intent: normalizeCode(value) } } : missing('an intent code'),
  SET_STATE: (value) => (value ? { action: { type: 'SET_STATE', state: normalizeCode(value) } } : missing('a state')),
  SET_JSON: parseSetJson,
  GET_CONTEXT: (value) => ({ action: { type: 'GET_CONTEXT', key: value || 'context' } }),
  GET_SCHEMA_JSON: (value) => ({ action: { type: 'GET_SCHEMA_JSON', key: value || 'schema_json' } }),
  GET_SESSION: (value) => ({ action: { type: 'GET_SESSION', key: value || 'session' } }),
  SET_TASK: parseSetTask,
  SET_DIALOGUE_ACT: parseSetDialogueAct,
  SET_INPUT_PARAM: parseSetInputParam,
  CALL_TOOL: parseCallTool,
  HAND_OVER: parseHandOver,
};

/** Reads `ce_rule.action` and `ce_rule.action_value`. */
export function parseRuleAction(action: string, actionValue: string | null): ParsedAction {
  const parse = PARSERS[normalizeCode(action)];
  if (!parse) {
    return { problem: `unknown action "${action}"; use one of ${Object.keys(PARSERS).join(', ')}`, column: 'action' };
  }
  return parse((actionValue ?? '').trim());
}

function missing(what: string): ParsedAction {
  return { problem: `action_value must name ${what}` };
}

/** `key:path`; without a colon the one word is both; blank means the whole document under `llm_json`. */
function parseSetJson(value: string): ParsedAction {
  const colon = value.indexOf(':');
  const key = colon < 0 ? value || 'llm_json' : value.slice(0, colon).trim();
  const path = colon < 0 ? value || '$' : value.slice(colon + 1).trim();
  const problem = checkJsonPath(path);
  if (problem) return { problem: `"${path}" is not a JSON path: ${problem}` };
  return { action: { type: 'SET_JSON', key, path: compileJsonPath(path) } };
}

/** `handler:method[,method]`, or one word that names both. */
function parseSetTask(value: string): ParsedAction {
  const [handler = '', list = handler] = value.split(':', 2).map((part) => part.trim());
  const methods = splitList(list);
  if (!handler || methods.length === 0) return missing('a task as handler:method');
  return { action: { type: 'SET_TASK', handler, methods } };
}

/** `EDIT`, or JSON `{dialogueAct, confidence?, source?, standaloneQuery?}` (snake case too). */
function parseSetDialogueAct(value: string): ParsedAction {
  const json = parseJson(value);
  if (!isJsonObject(json)) {
    return value ? { action: { type: 'SET_DIALOGUE_ACT', act: normalizeCode(value) } } : missing('a dialogue act');
  }
  const act = json.dialogueAct ?? json.dialogue_act;
  if (typeof act !== 'string' || !act) return missing('a dialogueAct');
  const source = json.source ?? json.dialogueActSource;
  const query = json.standaloneQuery ?? json.standalone_query;
  return {
    action: {
      type: 'SET_DIALOGUE_ACT',
      act: normalizeCode(act),
      ...(typeof json.confidence === 'number' && { confidence: json.confidence }),
      ...(typeof source === 'string' && { source }),
      ...(typeof query === 'string' && { standaloneQuery: query }),
    },
  };
}

/** A JSON array of `{key, value}`, one such object, a plain JSON object, `key:value`, or a bare key (true). */
function parseSetInputParam(value: string): ParsedAction {
  if (!value) return missing('at least one parameter');
  const json = parseJson(value);
  if (Array.isArray(json)) return { action: { type: 'SET_INPUT_PARAM', values: fromPairs(json) } };
  if (isJsonObject(json)) {
    return { action: { type: 'SET_INPUT_PARAM', values: 'key' in json ? fromPairs([json]) : json } };
  }
  const colon = value.indexOf(':');
  if (colon < 0) return { action: { type: 'SET_INPUT_PARAM', values: { [value]: true } } };
  const text = value.slice(colon + 1).trim();
  return { action: { type: 'SET_INPUT_PARAM', values: { [value.slice(0, colon).trim()]: parseJson(text) ?? text } } };
}

/** JSON `{tool_code, args?, as?}`. */
function parseCallTool(value: string): ParsedAction {
  const json = parseJson(value);
  if (!isJsonObject(json) || typeof json.tool_code !== 'string' || json.tool_code.trim() === '')
    return {
      problem: 'action_value must be JSON like {"tool_code": "orders.status", "args": {"orderId": "{{orderId}}"}}',
    };
  const { tool_code: code, args = {}, as = null, ...rest } = json;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return { problem: `"${unknown}" is unknown; use tool_code, args and as` };
  if (!isJsonObject(args)) return { problem: 'args must be a JSON object' };
  if (as !== null && (typeof as !== 'string' || as.trim() === ''))
    return { problem: 'as must be the name of a parameter' };
  return { action: { type: 'CALL_TOOL', toolCode: code.trim(), args, as } };
}

/** JSON `{queue?, note?, reply?}`, or the name of a queue alone. */
function parseHandOver(value: string): ParsedAction {
  const json = parseJson(value);
  const { queue = '', note = '', reply = '', ...rest } = isJsonObject(json) ? json : { queue: value };
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return { problem: `"${unknown}" is unknown; use queue, note and reply` };
  if (typeof queue !== 'string' || typeof note !== 'string' || typeof reply !== 'string')
    return { problem: 'queue, note and reply must be texts' };
  return { action: { type: 'HAND_OVER', queue, note, reply } };
}

function fromPairs(pairs: readonly JsonValue[]): JsonObject {
  const values: JsonObject = {};
  for (const pair of pairs) {
    if (isJsonObject(pair) && typeof pair.key === 'string') values[pair.key] = pair.value ?? null;
  }
  return values;
}

/** A comma list, blanks dropped. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
