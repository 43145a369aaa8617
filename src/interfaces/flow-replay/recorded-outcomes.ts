import type { JsonValue } from '../../platform/common/json.js';
import { done } from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';
import { type ActionStub, outcomeOf, resultOf, type StandIn, type ToolStub } from '../flow-engine/index.js';
import { recordedAnswers } from './recorded-answers.js';
import type { RecordedConversation } from './recorded-conversations.js';

/** An answer that has not been given yet. */
interface Waiting<Stub> {
  readonly stub: Stub;
  /** As JSON text; undefined where the record does not say with what it was called. */
  readonly arguments: string | undefined;
}

/**
 * Answers as actions, tools and models answered in a recorded conversation: first where the arguments are the same, then in
 * order. Who is asked more often than then says the last again; who was never asked then is done, as an action, and fails as a
 * tool.
 */
export function recordedOutcomes({
  events,
  proposals,
  modelAnswers,
}: Pick<RecordedConversation, 'events' | 'proposals' | 'modelAnswers'>): {
  readonly standIn: StandIn;
  readonly unrecorded: ReadonlySet<string>;
} {
  const actions = new Map<string, Waiting<ActionStub>[]>();
  const tools = new Map<string, Waiting<ToolStub>[]>();
  for (const answer of recordedAnswers(events, proposals)) {
    if (answer.kind === 'action') add(actions, answer.key, { stub: answer.stub, arguments: undefined });
    else add(tools, answer.code.toLowerCase(), { stub: answer.stub, arguments: JSON.stringify(answer.arguments) });
  }
  const ofModels = Map.groupBy(modelAnswers, ({ step }) => step);
  const unrecorded = new Set<string>();
  const standIn: StandIn = {
    model: (step) => {
      const next = ofModels.get(step)?.shift();
      if (!next) unrecorded.add(`model in ${step}`);
      return next?.text;
    },
    action: ({ actionKey, arguments: args }) => {
      const stub = take(actions.get(actionKey), args);
      if (!stub) unrecorded.add(`action ${actionKey}`);
      return stub ? outcomeOf(stub) : done({});
    },
    tool: ({ toolCode, arguments: args }) => {
      const stub = take(tools.get(toolCode.toLowerCase()), args);
      if (stub) return [resultOf(stub)];
      unrecorded.add(`tool ${toolCode.toLowerCase()}`);
      throw new ToolError(`${toolCode} was not called then: what it gives is not known`);
    },
  };
  return { standIn, unrecorded };
}

function add<Stub>(waiting: Map<string, Waiting<Stub>[]>, name: string, answer: Waiting<Stub>): void {
  waiting.set(name, [...(waiting.get(name) ?? []), answer]);
}

/** The last one is given again and again. */
function take<Stub>(waiting: Waiting<Stub>[] | undefined, args: JsonValue): Stub | undefined {
  if (!waiting || waiting.length === 1) return waiting?.[0]?.stub;
  const same = waiting.findIndex((one) => one.arguments === JSON.stringify(args));
  return waiting.splice(Math.max(0, same), 1)[0]?.stub;
}
