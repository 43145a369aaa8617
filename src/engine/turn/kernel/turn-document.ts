import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { ReplyPayload } from '../../../platform/handlers-api/index.js';
import { hiddenTexts, hideInTexts } from '../../../tools/index.js';
import type { HistoryEntry } from '../../conversation/index.js';
import { type FlowDefinition, type OutputSchema } from '../../flow/index.js';
import type { Proposal } from '../../pending-action/index.js';
import type { ReadableOwnWords } from '../../wording/index.js';
import type { EngineFacts } from './engine-facts.js';
import { lockOf } from './intent-lock.js';
import { schemaValues } from './schema-values.js';
import { maskedContext, type SaidTo, secretsIn, secretsSaid, secretWords } from './secrets.js';

/** What a document is made of. */
interface DocumentSource {
  readonly conversationId: string;
  readonly history: readonly HistoryEntry[];
  readonly userText: string;
  readonly flow: FlowDefinition;
  readonly facts: Readonly<EngineFacts>;
  readonly params: Readonly<JsonObject>;
  readonly context: Readonly<JsonObject>;
  readonly intent: string;
  readonly state: string;
  readonly schema: OutputSchema | undefined;
  readonly proposals: { readonly all: readonly Pick<Proposal, 'arguments' | 'shown'>[] };
  /** The words that values of this turn were read from. */
  readonly valueWords: Readonly<Record<string, string>>;
  readonly ownWords: ReadableOwnWords;
  readonly reply: ReplyPayload | undefined;
}

/**
 * The turn as JSON, for what the authors of flows write: templates, prompts, conditions and actions of rules may name
 * all that is known when they are read. Steps have no other use for it: what they read they declare.
 */
export class TurnDocument {
  readonly #turn: DocumentSource;
  /** What the message answers, which the turn forgets as it goes on. */
  readonly #saidTo: SaidTo;
  /** Of the message, which does not change. */
  #said: readonly string[] | undefined;
  /** What tools were called with, as far as their own schemas mark it as secret. */
  #called: readonly string[] = [];

  constructor(turn: DocumentSource) {
    this.#turn = turn;
    const { pending_slot: slot } = turn.context;
    const askedFor = Array.isArray(slot) ? slot.filter((field) => typeof field === 'string') : [];
    this.#saidTo = { askedFor, values: { ...turn.context } };
  }

  /** The context as the user's side may read it: without what schemas mark as secret. */
  get shownContext(): JsonValue {
    const { context, flow } = this.#turn;
    return maskedContext(flow, context, () => this.secrets);
  }

  /** Values that schemas mark as secret, as far as they are known: of the conversation, and of this message. */
  get secrets(): readonly string[] {
    const { flow, context, params, userText, schema, valueWords } = this.#turn;
    this.#said ??= secretsSaid(flow, userText, this.#saidTo);
    const words = schema ? secretWords(schema.document, context, valueWords) : [];
    // Also those of tools that a model has called, whose schemas are not the flow's.
    const inActions = this.#turn.proposals.all.flatMap((one) => hiddenTexts(one.arguments, one.shown));
    const known = [...secretsIn(flow, context), ...secretsIn(flow, params), ...this.#said];
    return [...known, ...words, ...inActions, ...this.#called];
  }

  /**
   * Hides from now on what a tool is called with that is shown as something else: its schema is not the flow's, and no action
   * keeps what only reads.
   */
  hideArguments(args: JsonObject, shown: JsonObject): void {
    this.#called = [...this.#called, ...hiddenTexts(args, shown)];
  }

  /** A value that later turns read, who know nothing of what tools were called with in this one. */
  withoutArguments<T extends JsonValue>(value: T): T {
    return hideInTexts(value, this.#called) as T;
  }

  /** A value as it may be recorded: without these secrets in its texts. */
  withoutSecrets<T extends JsonValue>(value: T): T {
    return hideInTexts(value, this.secrets) as T;
  }

  /** What rules and templates see as `inputParams`: parameters, and the engine's facts over them. */
  get inputParams(): JsonObject {
    return { ...this.#turn.params, ...(this.#turn.facts as JsonObject) };
  }

  /** What GET_SESSION gives and JSON_PATH rules see beside the context (contract names). */
  get session(): JsonObject {
    const turn = this.#turn;
    const { facts, context } = turn;
    const lock = lockOf(turn);
    return {
      conversationId: turn.conversationId,
      intent: turn.intent,
      state: turn.state,
      schemaComplete: facts.schema_complete ?? false,
      hasAnySchemaValue: facts.has_any_schema_value ?? false,
      hasContainerData: context.container_data !== undefined,
      containerData: context.container_data ?? null,
      intentLocked: lock.locked,
      intentLockReason: lock.reason,
      missingRequiredFields: facts.missing_fields ?? [],
      missingFieldOptions: facts.missing_field_options ?? {},
      userText: turn.userText,
      standaloneQuery: facts.standalone_query ?? null,
      resolvedUserInput: facts.resolved_user_input ?? turn.userText,
      pendingClarificationQuestion: turn.ownWords.clarification?.question ?? null,
      postIntentRule: facts.rule_phase === 'POST_AGENT_INTENT',
      ruleExecutionSource: facts.rule_execution_source ?? null,
      schemaJson: schemaValues(turn),
    };
  }

  /** The document of JSON_PATH rules: the context at the root, and over it the session's facts and the parameters. */
  get forRules(): JsonObject {
    const { context, reply } = this.#turn;
    const payload: JsonValue = reply ? { text: reply.value } : null;
    return { ...context, ...this.session, context, inputParams: this.inputParams, ...(payload && { payload }) };
  }

  /** Where a name in a template is looked up, in this order: what the engine names, facts, context, parameters. */
  get forTemplates(): readonly [JsonObject, JsonObject, JsonObject, JsonObject] {
    return this.named(this.#turn.context, this.#turn.params);
  }

  /** The same for prompts: what schemas mark as secret is no value there, whatever it is, and has its place alone. */
  get forPrompts(): readonly [JsonObject, JsonObject, JsonObject, JsonObject] {
    const { flow, params } = this.#turn;
    const masked = (values: Readonly<JsonObject>) => maskedContext(flow, values, () => []) as JsonObject;
    return this.named(masked(this.#turn.context), masked(params));
  }

  private named(
    context: Readonly<JsonObject>,
    params: Readonly<JsonObject>,
  ): readonly [JsonObject, JsonObject, JsonObject, JsonObject] {
    const turn = this.#turn;
    const { facts } = turn;
    const named: JsonObject = {
      context,
      user_input: turn.userText,
      schema: turn.schema?.document ?? {},
      container_data: context.container_data ?? {},
      allowed_intents: turn.flow.shownIntents,
      pending_clarification: context.pending_clarification ?? null,
      conversation_history: turn.history.map(({ user, assistant, by }) => ({
        user,
        assistant,
        ...(by !== undefined && { by }),
      })),
      standalone_query: facts.standalone_query ?? turn.userText,
      intent: turn.intent,
      state: turn.state,
      conversation_id: turn.conversationId,
      inputParams: { ...params, ...(facts as JsonObject) },
      missing_fields: facts.missing_fields ?? [],
    };
    return [named, facts as JsonObject, context, params];
  }
}
