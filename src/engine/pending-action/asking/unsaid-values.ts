import type { JsonObject } from '../../../platform/common/json.js';
import type { Reads, TurnGiven } from '../../turn/kernel/index.js';
import { engineText, spokenChanges } from '../../wording/index.js';
import { type Proposal, shownArguments } from '../index.js';
import { showsAll } from './shown-values.js';

const READ_BY_MODEL = 'read_by_model';

/** The fields whose value a model has read, and the words do not have by themselves. */
export function readByModel({ context }: Reads<'context'>): readonly string[] {
  const fields = context[READ_BY_MODEL];
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
}

/** Keeps them with the conversation: the action that they are for may be asked for much later. */
export function noteReadByModel(context: JsonObject, fields: ReadonlySet<string>): void {
  if (fields.size > 0) context[READ_BY_MODEL] = [...fields];
  else delete context[READ_BY_MODEL];
}

/**
 * The values of an action that only a model has read from the user's words and that the flow's question does not
 * show, in words to be told with the question. Empty for a tool, whose question names its arguments.
 */
export function unsaidText(
  turn: TurnGiven & Reads<'context'>,
  proposal: Pick<Proposal, 'toolCode' | 'arguments' | 'shown'>,
  question: string,
): string {
  if (proposal.toolCode !== null) return '';
  const fields = readByModel(turn);
  const unsaid = Object.entries(shownArguments(proposal)).filter(
    ([name, value]) => fields.includes(name) && !showsAll(question, { [name]: value }),
  );
  if (unsaid.length === 0) return '';
  const values = spokenChanges({}, Object.fromEntries(unsaid), turn.replies);
  return engineText(turn, 'ActionProposalStep.UNSAID_TEXT', { values });
}
