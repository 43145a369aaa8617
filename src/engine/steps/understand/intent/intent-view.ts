import { RULE_WRITES } from '../../../rules/index.js';
import type { ViewOf } from '../../../turn/kernel/index.js';

/** What the finding of the intent reads of a turn. */
export const INTENT_READS = {
  passedPolicy: 'PolicyEnforcementStep',
  dialogue_act: 'DialogueActStep',
  dialogue_acts: 'DialogueActStep',
  policy_decision: 'GuardrailStep',
  skip_intent_resolution: 'ConsentStep',
  guardrail_blocked: 'GuardrailStep',
  wasReset: 'DialogueActStep',
  proposals: 'GuardrailStep',
  context: 'ActionLifecycleStep',
  intent: 'ConsentStep',
  state: 'ConsentStep',
  ownWords: 'GuardrailStep',
} as const;

/** What it writes of it. */
export const INTENT_WRITES = [
  ...RULE_WRITES,
  'intent_resolved',
  'agentResolver',
  'intent_scores',
  'intent_top3',
  'intent_collision_candidates',
  'followups',
  'intentCandidates',
  'digression',
  'context',
  'ownWords',
] as const;

/** What of a turn the finding of its intent works on. */
export type IntentView = ViewOf<{ readonly reads: typeof INTENT_READS; readonly writes: typeof INTENT_WRITES }>;
