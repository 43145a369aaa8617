import { z } from 'zod';
import { type LanguageChoice, readLanguageFile } from '../../understanding/language/index.js';

const text = z.string().min(1);
const words = z.array(z.string().min(1));

const texts = {
  ResetConversationStep: z.strictObject({ RESET_TEXT: text }),
  PendingActionStep: z.strictObject({
    EXPIRED_TEXT: text,
    NOTHING_OPEN_TEXT: text,
    ALREADY_DONE_TEXT: text,
    SETTLED_TEXT: text,
    NOT_DONE_TEXT: text,
    NOT_APPROVED_TEXT: text,
    REJECTED_TEXT: text,
    DONE_TEXT: text,
    FAILED_TEXT: text,
    RETRYABLE_TEXT: text,
    IN_DOUBT_TEXT: text,
    STILL_RUNNING_TEXT: text,
    UNAVAILABLE_TEXT: text,
    TOOL_CHANGED_TEXT: text,
    DONE_BEFORE_TEXT: text,
    PARTLY_DONE_TEXT: text,
    PARTLY_REJECTED_TEXT: text,
    OTHER_QUESTION_TEXT: text,
    CHANGED_QUESTION_TEXT: text,
    UNCLEAR_YES_TEXT: text,
    STRONG_YES_TEXT: text,
    TYPED_YES_TEXT: text,
    AGENT_YES_TEXT: text,
    YES_LABEL: text,
    NO_LABEL: text,
  }),
  GuardrailStep: z.strictObject({ DENIED_TEXT: text, APPROVAL_NEEDED_TEXT: text }),
  CorrectionStep: z.strictObject({ CHANGED_TEXT: text, REJECTED_VALUE_TEXT: text }),
  SchemaExtractionStep: z.strictObject({ REJECTED_VALUE_TEXT: text }),
  DisambiguationStep: z.strictObject({ QUESTION_TEMPLATE: text }),
  ResponseResolutionStep: z.strictObject({ MISSING_FIELDS_TEXT: text, REMINDER_TEXT: text, DEFAULT_TEXT: text }),
  ActionProposalStep: z.strictObject({ QUESTION_TEXT: text, NO_ARGUMENTS_TEXT: text, UNSAID_TEXT: text }),
  ToolConfirmation: z.strictObject({
    QUESTION_TEXT: text,
    STEPS_TEXT: text,
    STEP_TEXT: text,
    POSSIBLE_STEP_TEXT: text,
    UNDO_TEXT: text,
    CHILDREN_TEXT: text,
  }),
  ConsentPage: z.strictObject({
    TITLE: text,
    YES: text,
    NO: text,
    ARGUMENTS: text,
    ASKED_AT: text,
    EXPIRES_AT: text,
    RISK: text,
    ONLY_ONCE: text,
    INVALID_LINK: text,
    CLOSED_LINK: text,
    LINK_TEXT: text,
    CODE: text,
    WRONG_CODE: text,
    TOO_MANY_CODES: text,
    CODES_PAUSED: text,
    NO_CODE: text,
    OPEN_PAGE: text,
    NOT_SENT: text,
    NO_VIEW: text,
    AGREED_AT: text,
    ENDED_AT: text,
    CODE_MISSING: text,
    TITLE_DONE: text,
    TITLE_AGREED: text,
    TITLE_AT_WORK: text,
    TITLE_IN_DOUBT: text,
    TITLE_NOT_DONE: text,
    TITLE_DECLINED: text,
    TITLE_CLOSED: text,
    TITLE_STILL_OPEN: text,
    TITLE_LOCKED: text,
    TITLE_UNKNOWN: text,
    TITLE_NO_ANSWER: text,
    DONE: text,
    SCHEDULED: text,
    AT_WORK: text,
    IN_DOUBT: text,
    FAILED: text,
    TRIED: text,
    DECLINED: text,
    NOT_APPROVED: text,
    UNAVAILABLE: text,
    EXPIRED: text,
    REPLACED: text,
    NO_ANSWER: text,
  }),
  McpToolStep: z.strictObject({
    UNSAFE_PLAN_TEXT: text,
    UNDECIDED_TEXT: text,
    BLOCKED_TEXT: text,
    TOOL_FAILED_TEXT: text,
  }),
  AgentIntentResolver: z.strictObject({ COLLISION_TEXT: text }),
  WorkflowRunsStep: z.strictObject({
    DONE_TEXT: text,
    FAILED_TEXT: text,
    HIDDEN_ERROR_TEXT: text,
    CANCELLED_TEXT: text,
    INTERRUPTED_TEXT: text,
    UNCLEAR_TEXT: text,
    CANCEL_QUESTION_TEXT: text,
  }),
  Schedules: z.strictObject({
    WHEN_TEXT: text,
    SHORTENED_TEXT: text,
    AGREED_TEXT: text,
    REVOKED_TEXT: text,
    REVOKE_QUESTION_TEXT: text,
    FAILED_TEXT: text,
    UNCLEAR_TEXT: text,
    MISSED_TEXT: text,
    DONE_TEXT: text,
    STOPPED_TEXT: text,
  }),
  Handover: z.strictObject({ BEGUN_TEXT: text, PASSED_ON_TEXT: text, NOT_DECIDED_TEXT: text, ENDED_TEXT: text }),
};

const choice = z.strictObject({ or: text, last: words, places: z.array(words) });
const deed = z.strictObject({
  verbs: words,
  endings: z.array(z.tuple([text, z.string()])),
  with: text,
  otherwise: text,
});
const schedule = z.strictObject({
  locale: text,
  date: text,
  once: text,
  onlyOnce: text,
  again: text,
  daily: z.tuple([text, text]),
  weekly: z.tuple([text, text]),
  monthly: z.tuple([text, text]),
  day: text,
  lastDay: text,
});
/** The shape of `replies.yaml`. */
export const replyWords = z.strictObject({ ...texts, choice, deed, schedule });

type Texts = Omit<z.infer<typeof replyWords>, 'choice' | 'deed' | 'schedule'>;

/** The name of an engine text, as `ce_config` has it: `config_type.config_key`. */
export type EngineText = { [Type in keyof Texts]: `${Type}.${keyof Texts[Type] & string}` }[keyof Texts];

/** What the engine itself says in a language: `config/languages/CODE/replies.yaml`, whose comments say more. */
export interface Replies {
  readonly texts: Readonly<Record<EngineText, string>>;
  /** The words of a list of things to choose from. */
  readonly choice: z.infer<typeof choice>;
  /** How what an action or a tool does is put into a question. */
  readonly deed: z.infer<typeof deed>;
  /** How it is said when something is to be done. */
  readonly schedule: z.infer<typeof schedule>;
}

/**
 * Reads what the engine says from `replies.yaml` of a language.
 * @throws EngineError CONFIGURATION_INVALID where the file is missing or wrong, with the texts that it lacks
 */
export function readReplies(language: LanguageChoice): Replies {
  const { choice, deed, schedule, ...groups } = readLanguageFile(language, 'replies', replyWords);
  const texts = Object.entries(groups).flatMap(([type, group]) =>
    Object.entries(group).map(([key, words]) => [`${type}.${key}`, words] as const),
  );
  return { texts: Object.fromEntries(texts) as Record<EngineText, string>, choice, deed, schedule };
}
