import type { FlowProblems } from '../../../tools/flow-problem.js';
import type { FlowDefinition, FlowParts } from '../flow-definition.js';

/** Warns of states a conversation can get to in which there would be nothing to say but the default text. */
export function checkCoverage(parts: FlowParts, definition: FlowDefinition, problems: FlowProblems): void {
  const entered = [
    ...parts.classifiers.map(({ intent, state }) => ({ intent, state })),
    ...parts.examples.map(({ intent, state }) => ({ intent, state: state ?? definition.enteredState(intent) })),
    ...parts.rules.flatMap((rule) =>
      rule.action.type === 'SET_STATE' ? [{ intent: rule.intent, state: rule.action.state }] : [],
    ),
  ];
  const told = new Set<string>();
  for (const { intent, state } of entered) {
    const place = `${intent}/${state}`;
    if (intent === 'ANY' || intent === 'UNKNOWN' || state === 'UNKNOWN' || told.has(place)) continue;
    told.add(place);
    if (!definition.responseFor(intent, state)) {
      problems.warn('ce_response', null, null, `nothing to say in ${place}; the default text would be the reply`);
    }
  }
}
