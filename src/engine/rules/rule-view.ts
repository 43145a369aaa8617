import { type Reads, type TurnGiven, type Writes } from '../turn/kernel/index.js';

/** What rules may change. A step that runs a phase of them declares all of it. */
export const RULE_WRITES = [
  'intent',
  'state',
  'handover',
  'reply',
  'params',
  'dialogue_act',
  'dialogue_act_confidence',
  'dialogue_act_source',
  'standalone_query',
  'skip_intent_resolution',
  'skip_schema_extraction',
  'skip_tool_execution',
  'rule_phase',
  'rule_execution_source',
] as const;

/** What of a turn rules work on, beside its document. */
export type RuleView = TurnGiven & Reads<'context'> & Writes<(typeof RULE_WRITES)[number]>;
