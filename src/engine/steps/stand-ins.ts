/*
 * The steps of a conversation that a shorter turn leaves out, by where they stand. The step that has their part there
 * names them, so that what is read from them is known to be settled.
 */

/** From the beginning to where an action is carried out, but for those that a shorter turn has of its own. */
export const ALL_BEFORE_ACTING = [
  'ResetConversationStep',
  'PolicyEnforcementStep',
  'DialogueActStep',
  'InteractionPolicyStep',
  'CorrectionStep',
  'DisambiguationStep',
  'IntentResolutionStep',
  'ResetResolvedIntentStep',
  'FallbackIntentStateStep',
  'AddContainerDataStep',
  'SchemaExtractionStep',
  'AutoAdvanceStep',
] as const;

/** What stands between the carrying out of an action and the reply, and what only fills the context after it. */
export const ALL_BETWEEN_ACTING_AND_ANSWERING = [
  'ToolOrchestrationStep',
  'McpToolStep',
  'RulesStep',
  'StateGraphStep',
  'WorkflowRunsStep',
  'SchedulesStep',
  'ActionProposalStep',
  'MemoryStep',
] as const;

/** All that a turn which only asks leaves out. */
export const ALL_BEFORE_ANSWERING = [
  'LoadOrCreateConversationStep',
  ...ALL_BEFORE_ACTING,
  'ActionLifecycleStep',
  'GuardrailStep',
  'PendingActionStep',
  ...ALL_BETWEEN_ACTING_AND_ANSWERING,
] as const;

/** All that a turn which only writes something down leaves out. */
export const ALL_BEFORE_STORING = [...ALL_BEFORE_ANSWERING, 'ResponseResolutionStep'] as const;
