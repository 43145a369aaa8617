import { Inject, Injectable } from '@nestjs/common';
import { untilAborted } from '../../../platform/common/abort.js';
import { copyJson, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../platform/common/json.js';
import { CONFIG, LLM_CLIENT } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { Handlers, type ReplyPayload } from '../../../platform/handlers-api/index.js';
import type { LlmClient } from '../../../platform/llm/index.js';
import { type ResponseTemplate, sameCode } from '../../flow/index.js';
import {
  type AskedAction,
  askedBy,
  closedNotice,
  endsWith,
  isConfirmedFirst,
  keepQuestion,
  replyText,
  saysAll,
  stillAsked,
  withdrawUnshown,
} from '../../pending-action/asking/index.js';
import { isRunApproval, noteAsked, type Proposal, runtimeProjection } from '../../pending-action/index.js';
import {
  askForJson,
  askForText,
  callContext,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import {
  defaultText,
  engineText,
  type FirstWords,
  render,
  renderQuestion,
  spaced,
  spokenCall,
  spokenField,
} from '../../wording/index.js';

type View = ViewOf<ResponseResolutionStep>;

/**
 * Words the reply. What the engine itself has to say or ask goes first, unless rules have moved the conversation on to
 * where the flow says it better; then the row of the scope; then a default. No turn ends without a reply.
 */
@Injectable()
export class ResponseResolutionStep implements TurnStep<ResponseResolutionStep> {
  readonly name = 'ResponseResolutionStep';
  readonly reads = {
    passedPolicy: 'PolicyEnforcementStep',
    dialogue_act: 'RulesStep',
    missing_fields: 'SchemaExtractionStep',
    schema: 'ActionProposalStep',
    schema_complete: 'AutoAdvanceStep',
    intent_resolved: 'IntentResolutionStep',
    pending_action_result: 'RulesStep',
    mcp_final_answer: 'McpToolStep',
    movedByRules: 'StateGraphStep',
    digression: 'IntentResolutionStep',
    expiredNow: 'RulesStep',
    uncounted: 'RulesStep',
    proposals: 'ActionProposalStep',
    ownWords: 'ActionProposalStep',
    context: 'ActionProposalStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = ['reply', 'proposals', 'ownWords', 'context'] as const;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(LLM_CLIENT) private readonly llm: LlmClient,
    private readonly handlers: Handlers,
  ) {}

  async run(turn: View): Promise<StepOutcome> {
    const { payload, own } = await this.word(turn);
    keepQuestion(turn, own);
    withdrawUnshown(turn, own);
    const worded = withAsides(turn, payload);
    const { reply, asked } = await this.transform(turn, worded, askedBy(turn, worded, own));
    turn.reply = reply;
    renewAsked(
      turn,
      asked.map(({ proposal }) => proposal),
    );
    const { open, askedNow } = turn.proposals;
    const questions = {
      asked: keysOf(asked.map(({ proposal }) => proposal)),
      fresh: keysOf(askedNow),
      open: keysOf(open),
      tried: keysOf(open.filter(({ inProgressTurn }) => inProgressTurn === turn.moment.turn)),
    };
    noteAsked(turn.context, questions, turn.principal, turn.moment);
    turn.audit.record('ASSISTANT_OUTPUT', {
      output: turn.reply.value,
      outputFormat: turn.reply.type,
      intent: turn.intent,
      state: turn.state,
      ...(turn.uncounted && { uncounted: { ...turn.uncounted } }),
    });
    return 'CONTINUE';
  }

  private async word(turn: View): Promise<Worded> {
    const place = turn.digression ?? turn;
    const row = turn.flow.responseFor(place.intent, place.state);
    const flowKnowsBetter = row !== undefined && turn.movedByRules;
    const first = turn.ownWords.first({ isSilenced: flowKnowsBetter || turn.digression !== undefined });
    if (first) return own({ type: 'TEXT', value: withQuestion(turn, first) });
    const settled = turn.digression ? undefined : settledAction(turn);
    if (settled) return own({ type: 'TEXT', value: closedNotice(turn, settled) });
    if (!row) {
      turn.audit.record('RESPONSE_MAPPING_NOT_FOUND', { intent: place.intent, state: place.state });
      return own({ type: 'TEXT', value: this.fallback(turn) });
    }
    turn.audit.record('RESOLVE_RESPONSE', { responseId: row.id, intent: place.intent, state: place.state });
    if (row.type === 'EXACT') return own(exact(turn, row));
    // A flow that confirms first may leave the words to a model, as long as they show every value.
    const isAsking = turn.proposals.askedNow.some((one) => !isConfirmedFirst(one));
    const asked = isAsking ? exactOr(turn, row, () => this.fallback(turn)) : undefined;
    const payload = await this.derive(turn, row, place, asked);
    if (!payload) return own(asked ?? exactOr(turn, row, () => this.fallback(turn)));
    tellWhatModelsMayNot(turn);
    return asked ? withOwnQuestion(payload, asked) : own(payload);
  }

  private async derive(
    turn: View,
    row: ResponseTemplate,
    place: { intent: string; state: string },
    asked: ReplyPayload | undefined,
  ): Promise<ReplyPayload | undefined> {
    const template = turn.flow.promptFor(row.format, place.intent, place.state);
    turn.audit.record('RESOLVE_RESPONSE_SELECTED', {
      templateId: template?.id ?? null,
      intent: place.intent,
      outputFormat: row.format,
      resolver: 'DERIVED',
    });
    const hint = row.derivationHint ? `\n${row.derivationHint}` : '';
    const question = {
      step: this.name,
      stagePrefix: 'RESOLVE_RESPONSE',
      system: `${template?.systemPrompt ?? SYSTEM_PROMPT}${hint}${asked ? QUESTION_NOTICE : ''}`,
      user: template?.userPrompt ?? USER_PROMPT,
      temperature: template?.temperature ?? 0,
      ...(asked && { values: { asked_question: asked.value } }),
    };
    if (row.format === 'TEXT') {
      const text = await askForText(turn, this.llm, question);
      return text === undefined ? undefined : { type: 'TEXT', value: text };
    }
    const json = await askForJson(turn, this.llm, question, row.jsonSchema ?? { type: 'object' });
    return json === undefined ? undefined : { type: 'JSON', value: json };
  }

  /** What can be said without a row and without a model. */
  private fallback(turn: View): string {
    const [asked] = turn.proposals.askedNow;
    if (asked) return askInEngineWords(turn, asked);
    if (turn.facts.missing_fields?.length) {
      return engineText(turn, 'ResponseResolutionStep.MISSING_FIELDS_TEXT', { fields: spokenMissing(turn) });
    }
    return (
      turn.ownWords.notice ?? turn.facts.mcp_final_answer ?? defaultText(turn, this.config.flow.response.defaultText)
    );
  }

  /** Lets the transformers change the reply; what it does not ask for any more afterwards was not asked. */
  private async transform(turn: View, payload: ReplyPayload, askedBefore: readonly AskedAction[]) {
    let reply = payload;
    let asked = askedBefore;
    for (const transformer of this.handlers.transformersFor(turn.intent, turn.state)) {
      try {
        const changed = await untilAborted(transformer.transform(copyJson(reply), callContext(turn)), turn.signal);
        if (!changed) continue;
        reply =
          changed.type === 'TEXT' ? { type: 'TEXT', value: changed.value } : { type: 'JSON', value: changed.value };
        asked = stillAsked(turn, reply, asked, changed.asks === true);
      } catch (error) {
        turn.signal.throwIfAborted();
        const message = error instanceof Error ? error.message : String(error);
        turn.audit.record('RESPONSE_TRANSFORMER_ERROR', { error: message });
      }
    }
    return { reply, asked };
  }
}

/** A reply, and what of it the engine and the flow have worded: the question is theirs, whoever words the rest. */
interface Worded {
  readonly payload: ReplyPayload;
  readonly own: ReplyPayload;
}

function own(payload: ReplyPayload): Worded {
  return { payload, own: payload };
}

/**
 * A model may say what it likes before the question, and cannot reword, hide or answer it: a yes is to what the flow asks. JSON
 * that does not hold it is not sent.
 */
function withOwnQuestion(payload: ReplyPayload, question: ReplyPayload): Worded {
  if (payload.type !== 'TEXT') return saysAll(payload, question) ? { payload, own: question } : own(question);
  const asked = replyText(question);
  const value = endsWith(payload.value, asked) ? payload.value : `${payload.value.trim()}\n\n${asked}`;
  return { payload: { type: 'TEXT', value }, own: { type: 'TEXT', value: asked } };
}

/** That something was not done, or is not known to be, is told by the engine: a model might say that it was. */
function tellWhatModelsMayNot({ ownWords, facts, digression }: View): void {
  if (!ownWords.notice || digression || facts.pending_action_result === 'EXECUTED') return;
  ownWords.tellFirst(ownWords.notice);
}

/** What the engine has to say; where the flow has no words for an action that is to be asked, the question as well. */
function withQuestion(turn: View, { kind, text }: FirstWords): string {
  const [asked] = turn.proposals.askedNow;
  if (!asked || kind === 'question') return text;
  turn.ownWords.tellFirst(text);
  return askInEngineWords(turn, asked);
}

/**
 * The action whose question the scope's row is, when it is closed and nothing new was asked for: asking again would
 * invite a yes to nothing.
 */
function settledAction(turn: View): Proposal | undefined {
  const definitions = turn.flow.pendingActionsFor(turn.intent, turn.state);
  const isMissingValues = turn.schema !== undefined && turn.facts.schema_complete === false;
  if (turn.proposals.open.length > 0 || turn.facts.intent_resolved || turn.movedByRules || isMissingValues)
    return undefined;
  return turn.proposals.all.find((proposal) => definitions.some(({ id }) => id === proposal.pendingActionId));
}

/** The question for an action where the flow has no words for it: what would be done, with what. */
function askInEngineWords(turn: View, asked: Proposal): string {
  const definition = turn.flow.pendingAction(asked.pendingActionId, asked.intent, asked.state);
  const deed = { description: definition?.description ?? spaced(asked.actionKey), arguments: asked.arguments };
  const call = spokenCall(deed, turn.replies, (name) => engineText(turn, name));
  return engineText(turn, 'ActionProposalStep.QUESTION_TEXT', call);
}

function exact(turn: View, row: ResponseTemplate): ReplyPayload {
  const text = row.exactText ?? '';
  turn.audit.record('RESPONSE_EXACT', { responseId: row.id, text });
  if (row.format === 'TEXT') return { type: 'TEXT', value: renderReply(turn, text, spokenLists(turn)) };
  return { type: 'JSON', value: renderJson(turn, parseJson(text) ?? {}) };
}

function exactOr(turn: View, row: ResponseTemplate, fallback: () => string): ReplyPayload {
  const text = row.exactText?.trim() ? exact(turn, row) : undefined;
  if (text && (text.type === 'JSON' || text.value.trim() !== '')) return text;
  return { type: 'TEXT', value: fallback() };
}

/** A reply that asks for an action, or is read while one waits for its yes, is a question: no value may change its look. */
function renderReply(turn: View, text: string, extra: JsonObject = {}): string {
  return (turn.proposals.open.length > 0 ? renderQuestion : render)(turn, text, extra);
}

/** Lists that people read rather than programs: `customer id, phone`. */
function spokenLists(turn: View): JsonObject {
  return { missing_fields: spokenMissing(turn) };
}

function spokenMissing({ facts, schema }: View): string {
  return (facts.missing_fields ?? []).map((field) => spokenField(field, schema?.document)).join(', ');
}

/** Renders the texts inside a JSON reply: a value can break neither the JSON nor its shape. */
function renderJson(turn: View, value: JsonValue): JsonValue {
  if (typeof value === 'string') return renderReply(turn, value);
  if (Array.isArray(value)) return value.map((item) => renderJson(turn, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renderJson(turn, item)]));
}

/** Who requested the same once more, and is asked again, has all its turns to answer in. */
function renewAsked(turn: View, asked: readonly Proposal[]): void {
  const shown = turn.context.pending_action_runtime;
  for (const renewed of turn.proposals.renewAsked(asked)) {
    if (isJsonObject(shown) && shown.proposal_id === renewed.proposalId)
      turn.context.pending_action_runtime = runtimeProjection(renewed);
  }
}

function keysOf(proposals: readonly Proposal[]): string[] {
  return proposals.map(({ idempotencyKey }) => idempotencyKey);
}

/** Adds what must be said beside the reply: a value that was not taken, an expiry, the question that is still open. */
function withAsides(turn: View, payload: ReplyPayload): ReplyPayload {
  if (payload.type !== 'TEXT') return payload;
  const after = turn.digression ? asidesOfDigression(turn) : openQuestion(turn, payload.value);
  return { type: 'TEXT', value: [...turn.ownWords.preface, payload.value, ...after].join('\n\n').trim() };
}

/** While an action waits for its yes, what the user reads ends with its question: a yes is about what was read last. */
function openQuestion(turn: View, reply: string): string[] {
  const isHere = (one: Proposal) => sameCode(one.intent, turn.intent) && sameCode(one.state, turn.state);
  const open =
    turn.proposals.open.find((one) => !isRunApproval(one) && isHere(one)) ?? turn.proposals.open.find(isRunApproval);
  if (
    !open?.question ||
    turn.proposals.askedNow.length > 0 ||
    turn.ownWords.clarification ||
    turn.facts.pending_action_result !== undefined
  )
    return [];
  // A question in the middle may be one that a value has brought there, such as the text of a document.
  if (endsWith(reply, open.question)) return [];
  return [engineText(turn, 'ResponseResolutionStep.REMINDER_TEXT', { question: open.question })];
}

function asidesOfDigression(turn: View): string[] {
  const [open] = turn.proposals.open;
  const notice = turn.expiredNow ? engineText(turn, 'PendingActionStep.EXPIRED_TEXT') : '';
  const question = open?.question ?? '';
  const reminder = question ? engineText(turn, 'ResponseResolutionStep.REMINDER_TEXT', { question }) : '';
  return [notice, reminder].filter((text) => text !== '');
}

const QUESTION_NOTICE = `
The user is asked to agree to something. End the reply with this question, word for word, and ask nothing else:
{{asked_question}}`;
const SYSTEM_PROMPT = `You word the reply of an assistant. Say only what the given state supports: never claim that
something was done unless the state says so, and invent no values. Be brief and friendly.`;
const USER_PROMPT = `Conversation state: {{context}}
Conversation, newest first: {{conversation_history}}
Still needed: {{missing_fields}}
Message: {{user_input}}`;
