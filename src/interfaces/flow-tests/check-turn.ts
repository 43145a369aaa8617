import type { MessageResponse } from '../../engine/turn/index.js';
import type { AuditEvent } from '../../platform/audit/index.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';
import type { PerformedCall } from '../flow-engine/index.js';
import { isPart, isSame, isText } from './expected.js';
import type { Performed, SpokenTurn } from './flow-test-file.js';

/** What a turn has come to. */
export interface TurnOutcome {
  readonly reply: MessageResponse;
  readonly calls: readonly PerformedCall[];
  readonly events: readonly AuditEvent[];
  /** The keys of the conversation's actions, by their ids. */
  readonly actionKeys: ReadonlyMap<string, string>;
}

/** Where a turn is not what was expected of it, a line for each. */
export function checkTurn(expected: SpokenTurn, outcome: TurnOutcome): string[] {
  const { reply, calls, events } = outcome;
  const act = events.find(({ stage }) => stage === 'DIALOGUE_ACT_CLASSIFIED')?.payload.dialogueAct;
  return [
    ...checkError(expected.error, reply),
    ...[expected.bot ?? []].flat().flatMap((text) => unlessText('bot', text, reply.payload.value)),
    ...unlessSame('state', expected.state, reply.state),
    ...unlessSame('intent', expected.intent, reply.intent),
    ...unlessSame('act', expected.act, act),
    ...checkValues(expected.values, reply),
    ...checkQuestion(expected.asks, outcome),
    ...checkCalls(
      'executes',
      expected.executes,
      calls.filter(({ isEffect }) => isEffect),
    ),
    ...(expected.calls
      ? checkCalls(
          'calls',
          expected.calls,
          calls.filter(({ isEffect }) => !isEffect),
        )
      : []),
    ...checkStages(expected.stages ?? [], events),
  ];
}

/** As lines name a call: `cancel_order {"orderId":"7017"}`. */
export function callText({ name, arguments: args }: Pick<PerformedCall, 'name' | 'arguments'>): string {
  return `${name} ${JSON.stringify(args)}`;
}

function checkError(expected: string | undefined, { success, errorCode, payload }: MessageResponse): string[] {
  if (expected !== undefined) return unlessSame('error', expected, errorCode ?? undefined);
  return success ? [] : [`failed with ${errorCode}: ${payload.value}`];
}

function unlessText(what: string, expected: string, actual: string): string[] {
  return isText(expected, actual) ? [] : [`${what}: expected ${quoted(expected)}, was ${quoted(actual)}`];
}

function unlessSame(what: string, expected: string | undefined, actual: JsonValue | undefined): string[] {
  if (expected === undefined || expected === actual) return [];
  return [`${what}: expected ${expected}, was ${actual === undefined ? 'none' : String(actual)}`];
}

function checkValues(expected: JsonObject | undefined, { context }: MessageResponse): string[] {
  const known = parseJson(context ?? '{}');
  const given: JsonObject = isJsonObject(known) ? known : {};
  return Object.entries(expected ?? {}).flatMap(([name, value]) => {
    const actual = given[name];
    // A value that must not be there is expected as null.
    if ((value === null && actual === undefined) || isPart(value as JsonValue, actual)) return [];
    return [`values.${name}: expected ${JSON.stringify(value)}, was ${JSON.stringify(actual) ?? 'not there'}`];
  });
}

function checkQuestion(expected: SpokenTurn['asks'], { reply, actionKeys }: TurnOutcome): string[] {
  const { pendingActions } = reply;
  if (expected === undefined) return [];
  if (expected === null) {
    return pendingActions.map(({ question }) => `asks: expected nothing, asked ${quoted(question)}`);
  }
  const [open] = pendingActions;
  if (!open) return ['asks: expected a question, asked none'];
  const { action, question, arguments: args } = expected;
  return [
    ...unlessSame('asks.action', action, actionKeys.get(open.actionId)),
    ...(question === undefined ? [] : unlessText('asks.question', question, open.question)),
    ...(args === undefined || isSame(args, open.arguments)
      ? []
      : [`asks.arguments: expected ${JSON.stringify(args)}, were ${JSON.stringify(open.arguments)}`]),
  ];
}

function checkCalls(what: string, expected: readonly Performed[], actual: readonly PerformedCall[]): string[] {
  const isAll = expected.length === actual.length;
  if (isAll && expected.every((one, index) => isCall(one, actual[index]))) return [];
  const wanted = expected.map(
    (one) => `${one.action ?? one.tool ?? 'anything'} ${JSON.stringify(one.arguments ?? {})}`,
  );
  return [`${what}: expected ${wanted.join(', ') || 'nothing'}, was ${actual.map(callText).join(', ') || 'nothing'}`];
}

function isCall({ action, tool, arguments: args }: Performed, call: PerformedCall | undefined): boolean {
  if (!call) return false;
  const isNamed = [action, tool].every((name) => name === undefined || isNamedSo(call, name));
  return isNamed && (args === undefined || isSame(args, call.arguments));
}

/** Whether somebody means this call by a name: the action's key, BEAN.METHOD, or the tool's code, in any case. */
export function isNamedSo({ name, by }: PerformedCall, wanted: string): boolean {
  return [name, by].some((one) => one.toLowerCase() === wanted.toLowerCase());
}

function checkStages(expected: readonly string[], events: readonly AuditEvent[]): string[] {
  const missing = expected.filter((wanted) => !events.some(({ stage }) => stage === wanted));
  return missing.map((stage) => `stages: ${stage} was not written`);
}

function quoted(text: string): string {
  return text.startsWith('/') && text.endsWith('/') ? text : JSON.stringify(text);
}
