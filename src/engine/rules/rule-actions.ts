import { Logger } from '@nestjs/common';
import { untilAborted } from '../../platform/common/abort.js';
import { messageOf } from '../../platform/common/errors.js';
import { copyJson, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import type { Handlers } from '../../platform/handlers-api/index.js';
import { DIALOGUE_ACTS } from '../../understanding/dialogue-act/index.js';
import { type Rule, type RuleAction } from '../flow/index.js';
import { callContext, isFactName } from '../turn/kernel/index.js';
import { filled, render } from '../wording/index.js';
import type { RuleView } from './rule-view.js';

/** What a rule's call has come to; `error`: why it was refused, or failed. */
interface CalledTool {
  readonly status: string;
  readonly result?: JsonValue;
  readonly error?: string;
}

/** Calls a tool by its code, as for any other caller: what reads runs, what writes is put before the user. */
export type CallTool = (toolCode: string, args: JsonObject) => Promise<CalledTool>;

const logger = new Logger('Rules');

/** Carries out what a rule says, and tells for the audit what changed. */
export async function applyRuleAction(
  turn: RuleView,
  rule: Rule,
  handlers: Handlers,
  callTool: CallTool | undefined,
): Promise<JsonObject> {
  const { action } = rule;
  switch (action.type) {
    case 'SET_INTENT': {
      const fromIntent = turn.intent;
      turn.intent = action.intent;
      return { fromIntent, toIntent: action.intent };
    }
    case 'SET_STATE': {
      const fromState = turn.state;
      turn.state = action.state;
      return { fromState, toState: action.state };
    }
    case 'SET_JSON': {
      const [value] = action.path.read(turn.document.forRules);
      if (value !== undefined) setParam(turn, action.key, value);
      return { key: action.key, value: value ?? null };
    }
    case 'GET_CONTEXT':
      return setParam(turn, action.key, copyJson(turn.context));
    case 'GET_SCHEMA_JSON':
      return setParam(turn, action.key, copyJson(turn.document.session.schemaJson ?? {}));
    case 'GET_SESSION':
      return setParam(turn, action.key, turn.document.session);
    case 'SET_INPUT_PARAM':
      for (const [key, value] of Object.entries(action.values)) setParam(turn, key, value);
      return { appliedInputParams: action.values };
    case 'SET_DIALOGUE_ACT':
      return setDialogueAct(turn, action);
    case 'SET_TASK':
      return runTasks(turn, rule.id, action, handlers);
    case 'HAND_OVER':
      return handOver(turn, action);
    case 'CALL_TOOL':
      return callNamedTool(turn, rule.id, action, callTool);
  }
}

/** Rules write parameters of their own; the engine's facts keep the engine's word, except those rules exist to set. */
const RULES_MAY_SET = new Set(['skip_intent_resolution', 'skip_schema_extraction', 'skip_tool_execution']);

function setParam(turn: RuleView, key: string, value: JsonObject[string]): JsonObject {
  if (isFactName(key) && !RULES_MAY_SET.has(key)) return { key, ignored: 'this name belongs to the engine' };
  if (RULES_MAY_SET.has(key)) Object.assign(turn.facts, { [key]: value === true || value === 'true' });
  else turn.params[key] = value;
  return { key };
}

function setDialogueAct(turn: RuleView, action: Extract<RuleAction, { type: 'SET_DIALOGUE_ACT' }>): JsonObject {
  const act = DIALOGUE_ACTS.find((known) => known === action.act);
  if (!act) return { ignored: `"${action.act}" is no dialogue act` };
  turn.facts.dialogue_act = act;
  turn.facts.dialogue_act_confidence = action.confidence ?? 1;
  turn.facts.dialogue_act_source = 'RULE';
  if (action.standaloneQuery) turn.facts.standalone_query = action.standaloneQuery;
  return { dialogueAct: act };
}

/** Runs the tasks of a rule one after the other; one that fails is audited, and the turn goes on without its values. */
async function runTasks(
  turn: RuleView,
  ruleId: number,
  action: Extract<RuleAction, { type: 'SET_TASK' }>,
  handlers: Handlers,
): Promise<JsonObject> {
  const about = { beanName: action.handler, beanMethodNames: [...action.methods] };
  for (const name of action.methods) {
    const method = handlers.ruleTaskMethod(action.handler, name);
    if (!method) return { ...about, error: `no rule task "${action.handler}:${name}" is registered` };
    try {
      const call = { ...callContext(turn), ruleId, inputParams: turn.document.inputParams };
      const values = await untilAborted(Promise.resolve(method(call)), turn.signal);
      for (const [key, value] of Object.entries(values ?? {})) setParam(turn, key, value);
    } catch (error) {
      return { ...about, error: messageOf(error) };
    }
  }
  return about;
}

/** Who hands over where a rule does. */
const FLOW = 'FLOW';
/** Characters of a queue's name and of a note, however long the values in them are. */
const MAX_NOTE = 2_000;

function handOver(turn: RuleView, action: Extract<RuleAction, { type: 'HAND_OVER' }>): JsonObject {
  const filledIn = (template: string) => render(turn, template).trim().slice(0, MAX_NOTE);
  const [queue, note] = [filledIn(action.queue), filledIn(action.note)];
  turn.handover = { sinceMs: turn.moment.epochMs, queue, note, by: FLOW };
  if (action.reply !== '') turn.reply = { type: 'TEXT', value: render(turn, action.reply).trim() };
  return { queue, note };
}

/** Calls a tool with arguments filled in; its result is a parameter, and the fact `tool_result`. */
async function callNamedTool(
  turn: RuleView,
  ruleId: number,
  { toolCode, args, as }: Extract<RuleAction, { type: 'CALL_TOOL' }>,
  callTool: CallTool | undefined,
): Promise<JsonObject> {
  const about = { tool_code: toolCode };
  if (!callTool) return { ...about, error: 'no tool is called in this phase' };
  const { status, result, error } = await callTool(toolCode, filled(turn, args));
  if (result !== undefined && as !== null) setParam(turn, as, copyJson(result));
  if (error === undefined) return { ...about, status };
  logger.warn(`rule ${ruleId} could not call ${toolCode} (conversation ${turn.conversationId}): ${error}`);
  return { ...about, status, error };
}
