import { AnswersAgain } from '../../engine/comparison/index.js';
import { done } from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';
import { outcomeOf, resultOf, type StandIn } from '../flow-engine/index.js';
import type { RecordedConversation } from './recorded-conversations.js';

/**
 * Answers as actions, tools and models answered in a recorded conversation. Who was never asked then is done, as an action,
 * and fails as a tool.
 */
export function recordedOutcomes({
  events,
  proposals,
  modelAnswers,
}: Pick<RecordedConversation, 'events' | 'proposals' | 'modelAnswers'>): {
  readonly standIn: StandIn;
  readonly unrecorded: ReadonlySet<string>;
} {
  const answers = new AnswersAgain(events, proposals);
  const ofModels = Map.groupBy(modelAnswers, ({ step }) => step);
  const unrecorded = new Set<string>();
  const standIn: StandIn = {
    model: (step) => {
      const next = ofModels.get(step)?.shift();
      if (!next) unrecorded.add(`model in ${step}`);
      return next?.text;
    },
    action: ({ actionKey, arguments: args }) => {
      const stub = answers.action(actionKey, args);
      if (!stub) unrecorded.add(`action ${actionKey}`);
      return stub ? outcomeOf(stub) : done({});
    },
    tool: ({ toolCode, arguments: args }) => {
      const stub = answers.tool(toolCode, args);
      if (stub) return [resultOf(stub)];
      unrecorded.add(`tool ${toolCode.toLowerCase()}`);
      throw new ToolError(`${toolCode} was not called then: what it gives is not known`);
    },
  };
  return { standIn, unrecorded };
}
