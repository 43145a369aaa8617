import { eventsOf } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { hideInTexts } from '../../tools/index.js';
import type { Decision } from '../pending-action/index.js';
import { type AskedQuestion, askedQuestions, type MessagePayload, messagePayload } from '../turn/index.js';
import type { Place, Turn } from '../turn/kernel/index.js';
import { type ExplainedRule, explainRules } from './explain-rules.js';
import type { Withheld } from './withheld.js';

/** How a message was understood. */
export interface Understood {
  /** What it does, such as AFFIRM; null where the turn did not come to that. */
  readonly act: string | null;
  readonly actConfidence: number | null;
  /** What has told: REGEX for the words, LLM, RULE, … */
  readonly actSource: string | null;
  /** All that was found in it, the strongest first, each with what told. */
  readonly acts: readonly { readonly act: string; readonly confidence: number; readonly evidence: string }[];
  /** Whether the message chose the intent, and how. */
  readonly intentBy: 'CLASSIFIER' | 'AGENT' | null;
  readonly candidates: readonly { readonly intent: string; readonly confidence: number }[];
  /** Values that were taken in the turn; `words` is null for one that was not read from particular words. */
  readonly values: readonly { readonly field: string; readonly value: JsonValue; readonly words: string | null }[];
  readonly rejected: readonly { readonly field: string; readonly value: JsonValue; readonly reason: string }[];
  readonly missing: readonly string[];
}

/** One message as it would be answered. */
export interface DryTurn {
  /** The number that the turn would have. */
  readonly turn: number;
  /** Empty where a button was pressed. */
  readonly message: string;
  /** The button that was pressed. */
  readonly decision: Decision | null;
  readonly from: Place;
  readonly to: Place;
  /** Null where the turn would fail. */
  readonly reply: MessagePayload | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly understood: Understood;
  /** Every rule of the flow, and what became of it. */
  readonly rules: readonly ExplainedRule[];
  /** What the reply would ask consent to. */
  readonly questions: readonly AskedQuestion[];
  /** What would have been done in the turn. */
  readonly withheld: readonly Withheld[];
  /** What the conversation would know. */
  readonly context: JsonObject;
  /** When the turn began, ISO 8601. */
  readonly at: string;
  /** As the audit would have them, oldest first; `offsetMs` since the turn began. */
  readonly events: readonly { readonly stage: string; readonly offsetMs: number; readonly payload: JsonObject }[];
}

/** A turn whose steps have run, or failed, as it may be shown: secrets are hidden. */
export function dryTurn(turn: Turn, withheld: readonly Withheld[], failure: unknown): DryTurn {
  const { conversation, conversationId, moment, intent, state, userText } = turn;
  const recorded = eventsOf(turn.audit.drafts, { conversationId, turnNo: moment.turn, firstAuditId: 1 });
  const shown: DryTurn = {
    turn: moment.turn,
    message: userText,
    decision: turn.answering.decision ?? null,
    from: { intent: conversation.intent, state: conversation.state },
    to: { intent, state },
    reply: failure === undefined && turn.reply ? messagePayload(turn.reply) : null,
    error: failure === undefined ? null : errorOf(failure),
    understood: understood(turn),
    rules: explainRules(turn.flow, recorded),
    questions: failure === undefined ? askedQuestions(turn) : [],
    withheld,
    context: turn.document.shownContext as JsonObject,
    at: new Date(moment.epochMs).toISOString(),
    events: recorded.map(({ stage, payload, createdAtMs }) => {
      return { stage, offsetMs: createdAtMs - moment.epochMs, payload };
    }),
  };
  const { secrets } = turn.document;
  return secrets.length === 0 ? shown : (hideInTexts(shown as unknown as JsonObject, secrets) as unknown as DryTurn);
}

function errorOf(failure: unknown) {
  if (failure instanceof EngineError) return { code: failure.code, message: failure.message };
  return { code: 'INTERNAL_ERROR', message: 'see the log of the service' };
}

function understood({ facts, document, valueWords }: Turn): Understood {
  const { shownContext } = document;
  const known = isJsonObject(shownContext) ? shownContext : {};
  const by = facts.agentResolver ? 'AGENT' : 'CLASSIFIER';
  return {
    act: facts.dialogue_act ?? null,
    actConfidence: facts.dialogue_act_confidence ?? null,
    actSource: facts.dialogue_act_source ?? null,
    acts: facts.dialogue_acts ?? [],
    intentBy: facts.intent_resolved ? by : null,
    candidates: facts.intent_top3 ?? [],
    values: (facts.updated_fields ?? []).map((field) => ({
      field,
      value: known[field] ?? null,
      words: valueWords[field] ?? null,
    })),
    rejected: facts.rejected_fields ?? [],
    missing: facts.missing_fields ?? [],
  };
}
