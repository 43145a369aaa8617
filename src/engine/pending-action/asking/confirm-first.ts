import type { ReplyPayload } from '../../../platform/handlers-api/index.js';
import { type Tool, type ToolRunner } from '../../../tools/index.js';
import { usableBy } from '../../principal/index.js';
import { completedSchema, type Reads, schemaValues, type TurnGiven } from '../../turn/kernel/index.js';
import { hashArguments, scheduleProperty, shownArguments } from '../index.js';
import { replyText } from './asked-actions.js';
import { type Draft, type WithdrawingView, withdraw } from './propose.js';
import { confirmedFirstRef, isConfirmedFirst } from './propose-tool.js';
import { showsAll } from './shown-values.js';

/**
 * What the user is asked to confirm in a state from which the flow goes on to its tools only after a yes: a template
 * there allows `affirm`, and a rule before the planner moves the conversation to where the tools are.
 *
 * It is the one tool there that writes, with exactly the values that are complete. Empty where several tools write,
 * or where the tool would be called with other arguments.
 */
export function confirmedFirstDrafts(
  turn: TurnGiven & Reads<'intent' | 'state' | 'context'>,
  tools: ToolRunner,
): Draft[] {
  const { intent, state } = turn;
  if (!turn.flow.interactionFor(intent, state)?.allows.has('affirm')) return [];
  const writing = toolsAfter(turn).filter((tool) => tools.sideEffect(tool) === 'WRITE');
  const schema = completedSchema(turn, turn);
  const [tool, ...others] = writing;
  if (!tool || others.length > 0 || !schema) return [];
  const args = schemaValues({ schema, context: turn.context });
  // What is to be done at times to come is asked for when it is called.
  const when = scheduleProperty(tools.inputSchema(tool));
  if (when !== undefined && args[when] !== undefined) return [];
  const isExact = hashArguments(tools.completed(tool, args)) === hashArguments(args);
  if (!isExact || tools.checkCall(tool, args) !== undefined) return [];
  return [
    {
      pendingActionId: null,
      toolCode: tool.code,
      actionKey: tool.code,
      actionRef: confirmedFirstRef(tool, tools),
      intent,
      state,
      arguments: args,
      shownArguments: tools.shownArguments(tool, args),
      executionPolicy: tool.executionPolicy,
      risk: tool.risk,
      consent: tool.consent ?? null,
    },
  ];
}

/** The tools of the states that rules before the planner lead to from here. */
function toolsAfter({ flow, intent, state, principal }: TurnGiven & Reads<'intent' | 'state'>): readonly Tool[] {
  const rules = flow.rulesFor('PRE_AGENT_MCP', intent, state);
  const states = rules.flatMap(({ action }) => (action.type === 'SET_STATE' ? [action.state] : []));
  return [...new Set(states.flatMap((next) => usableBy(principal, flow.toolsFor(intent, next))))];
}

/**
 * Takes such a proposal back where the words of the reply do not show every one of its values. A yes to these words
 * still lets the flow go on, and the call itself is asked for when it is made.
 */
export function withdrawUnshown(turn: WithdrawingView, reply: ReplyPayload): void {
  const text = replyText(reply);
  for (const proposal of turn.proposals.askedNow.filter(isConfirmedFirst)) {
    if (!showsAll(text, shownArguments(proposal))) withdraw(turn, proposal);
  }
}
