import type { JsonObject } from '../../common/json.js';
import type { Turn } from '../turn.js';
import { render } from './template-view.js';

/**
 * What the engine itself says, in words that DBAs can replace: a `ce_config` row with the part before the dot as
 * `config_type` and the part after it as `config_key`.
 */
const TEXTS = {
  'ResetConversationStep.RESET_TEXT': 'All right, let us start over. What can I do for you?',
  'PendingActionStep.EXPIRED_TEXT':
    'That request has expired and nothing was done. Please ask again if you still want it.',
  'PendingActionStep.NOTHING_OPEN_TEXT': 'There is nothing waiting for your confirmation, so nothing was done.',
  'PendingActionStep.ALREADY_DONE_TEXT': 'That has already been done; it was not done again. {{outcome}}',
  'PendingActionStep.SETTLED_TEXT': 'That is done. {{outcome}}',
  'PendingActionStep.NOT_DONE_TEXT': 'That request is closed and nothing was done. Please ask again if you want it.',
  'PendingActionStep.REJECTED_TEXT': 'All right, nothing was done.',
  'PendingActionStep.DONE_TEXT': 'Done. {{outcome}}',
  'PendingActionStep.FAILED_TEXT': 'It could not be done: {{error}}',
  'PendingActionStep.RETRYABLE_TEXT': 'It could not be done just now: {{error}} Shall I try again?',
  'PendingActionStep.IN_DOUBT_TEXT':
    'I cannot tell yet whether that went through, so it will not be tried again. Somebody will look into it.',
  'PendingActionStep.STILL_RUNNING_TEXT':
    'That was begun, and I do not know yet how it ended. It is being looked into; nothing is done twice.',
  'PendingActionStep.UNAVAILABLE_TEXT': 'That cannot be carried out at the moment, so nothing was done.',
  'PendingActionStep.TOOL_CHANGED_TEXT': 'What I asked about has changed in the meantime, so nothing was done.',
  'GuardrailStep.DENIED_TEXT': 'That needs an approval first, so nothing was done.',
  'CorrectionStep.CHANGED_TEXT': 'Changed: {{changes}}.',
  'CorrectionStep.REJECTED_VALUE_TEXT': 'I could not change {{field}}: {{reason}}.',
  'SchemaExtractionStep.REJECTED_VALUE_TEXT': 'I could not use the {{field}}: {{reason}}.',
  'DisambiguationStep.QUESTION_TEMPLATE': 'I found multiple actions. Which one should I execute: {{options}}?',
  'ResponseResolutionStep.MISSING_FIELDS_TEXT': 'Please tell me: {{fields}}.',
  'ResponseResolutionStep.REMINDER_TEXT': '{{question}}',
  'ActionProposalStep.QUESTION_TEXT': 'Shall I {{action}} with {{arguments}}?',
  'ToolConfirmation.QUESTION_TEXT': 'Shall I run {{tool}} with {{arguments}}?',
  'ToolConfirmation.STEPS_TEXT': 'It takes these steps: {{steps}}.',
  'AgentIntentResolver.COLLISION_TEXT': 'Did you mean {{options}}?',
} as const;
export type EngineText = keyof typeof TEXTS;

/** An engine text with its values, as the flow's own words or the default ones. */
export function engineText(turn: Turn, name: EngineText, values: JsonObject = {}): string {
  const [type = '', key = ''] = name.split('.');
  return render(turn, turn.flow.setting(type, key) ?? TEXTS[name], values).trim();
}
