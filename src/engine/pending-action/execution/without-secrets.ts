import type { FlowDefinition } from '../../flow/index.js';
import { type Masking, maskingOf } from '../../turn/kernel/index.js';
import { type Proposal, shownArguments } from '../index.js';

/** An action as those who look after it read it: without its secrets, also where what was thrown or asked repeats them. */
export function withoutSecrets(flow: FlowDefinition, proposal: Proposal): Proposal {
  const mask = maskingOf(flow, proposal);
  const { question, error } = proposal;
  return { ...proposal, arguments: mask(shownArguments(proposal)), question: mask(question), error: mask(error) };
}

/** How a run of a workflow is shown. @param start the action that has started it, where it is on record */
export function maskingOfRun(flow: FlowDefinition, start: Proposal | undefined): Masking {
  return maskingOf(flow, start ?? { arguments: {}, shown: null });
}
