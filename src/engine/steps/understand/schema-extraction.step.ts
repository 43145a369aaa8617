import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { LLM_CLIENT } from '../../../platform/common/tokens.js';
import type { LlmClient } from '../../../platform/llm/index.js';
import { hasHidden } from '../../../tools/index.js';
import {
  acceptExtracted,
  type ReadValues,
  type RejectedValue,
  readSlots,
  schemaStatus,
} from '../../../understanding/slots/index.js';
import type { OutputSchema } from '../../flow/index.js';
import { noteReadByModel, readByModel } from '../../pending-action/asking/index.js';
import { saysWhen } from '../../pending-action/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import {
  askForJson,
  auditSchemaFields,
  type StepOutcome,
  schemaValues,
  setLock,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import { EngineLanguage, engineText, spokenField } from '../../wording/index.js';

type View = ViewOf<SchemaExtractionStep>;

/**
 * Collects the values of the schema in force: from the client's parameters, from the words by the schema itself, and
 * by a model where one is configured. Every value passes the schema; reserved keys never get through.
 */
@Injectable()
export class SchemaExtractionStep implements TurnStep<SchemaExtractionStep> {
  readonly name = 'SchemaExtractionStep';
  readonly reads = {
    passedPolicy: 'PolicyEnforcementStep',
    policy_decision: 'GuardrailStep',
    skip_schema_extraction: 'IntentResolutionStep',
    digression: 'IntentResolutionStep',
    correction_target_field: 'CorrectionStep',
    besideCorrection: 'CorrectionStep',
    updated_fields: 'CorrectionStep',
    proposals: 'ResetResolvedIntentStep',
    params: 'IntentResolutionStep',
    context: 'AddContainerDataStep',
    intent: 'FallbackIntentStateStep',
    state: 'FallbackIntentStateStep',
  } as const;
  readonly writes = [
    ...RULE_WRITES,
    'schema_id',
    'schema_json',
    'schema_description',
    'schema_field_details',
    'missing_fields',
    'missing_field_options',
    'rejected_fields',
    'updated_fields',
    'schema_complete',
    'has_any_schema_value',
    'schema',
    'context',
    'ownWords',
    'valueWords',
  ] as const;

  constructor(
    @Inject(LLM_CLIENT) private readonly llm: LlmClient,
    private readonly rules: RuleEngine,
    private readonly language: EngineLanguage,
  ) {}

  async run(turn: View): Promise<StepOutcome> {
    const schema = turn.flow.schemaFor(turn.intent, turn.state);
    turn.schema = schema;
    if (!schema) {
      setLock(turn, null);
      delete turn.context.pending_slot;
      return 'CONTINUE';
    }
    if (mayRead(turn)) await this.read(turn, schema);
    describe(turn, schema);
    turn.audit.record('SCHEMA_STATUS', {
      ...auditSchemaFields(turn),
      schemaId: schema.id,
      schemaComplete: turn.facts.schema_complete ?? false,
      hasAnySchemaValue: turn.facts.has_any_schema_value ?? false,
    });
    await this.rules.run(turn, 'POST_SCHEMA_EXTRACTION', this.name);
    return 'CONTINUE';
  }

  private async read(turn: View, schema: OutputSchema): Promise<void> {
    turn.audit.record('SCHEMA_EXTRACTION_START', { schemaId: schema.id });
    const settings = this.language.slots;
    const corrected = turn.facts.correction_target_field;
    const rejected: RejectedValue[] = [];
    const updated = new Set<string>(turn.facts.updated_fields);
    const keepValues = (found: { values: JsonObject; rejected: readonly RejectedValue[] }, onlyMissing = false) => {
      for (const [field, value] of Object.entries(found.values)) {
        if (field === corrected || (onlyMissing && turn.context[field] !== undefined)) continue;
        turn.context[field] = value;
        updated.add(field);
      }
      rejected.push(...found.rejected.filter(({ field }) => field !== corrected));
    };
    keepValues(
      { values: acceptExtracted(schema.document, clientSlots(turn, schema), settings).values, rejected: [] },
      true,
    );
    const fromWords = readSlots({
      text: turn.besideCorrection ?? turn.userText,
      schema: schema.document,
      values: turn.context,
      askedFor: turn.besideCorrection === undefined ? asked(turn) : [],
      question: questionOf(turn),
      takesAsked: turn.flow.onlyReads(turn.intent, turn.state),
      settings,
    });
    keepValues(fromWords);
    const said = { values: { ...turn.context }, fields: new Set(updated) };
    const fromModel = await this.askModel(turn);
    if (fromModel) keepValues(acceptExtracted(schema.document, ofFields(fromModel, schema), settings));
    noteReadByModel(turn.context, new Set(unsaidFields(turn, said, updated)));
    turn.valueWords = wordsOfKept(turn.context, fromWords);
    turn.facts.updated_fields = [...updated];
    const stillWrong = rejected.filter(({ field }) => !updated.has(field));
    if (stillWrong.length === 0) return;
    turn.facts.rejected_fields = stillWrong.map(({ field, value, reason }) => ({ field, value, reason }));
    for (const { field, reason } of stillWrong) {
      turn.ownWords.tellFirst(
        engineText(turn, 'SchemaExtractionStep.REJECTED_VALUE_TEXT', {
          field: spokenField(field, schema.document),
          reason,
        }),
      );
    }
  }

  private async askModel(turn: View): Promise<JsonObject | undefined> {
    const template = turn.flow.promptFor('SCHEMA_JSON', turn.intent, turn.state);
    const answer = await askForJson(
      turn,
      this.llm,
      {
        step: this.name,
        stagePrefix: 'SCHEMA_EXTRACTION',
        system: template?.systemPrompt ?? SYSTEM_PROMPT,
        user: template?.userPrompt ?? USER_PROMPT,
        temperature: template?.temperature ?? 0,
      },
      template ? { type: 'object' } : fieldsOf(turn.schema?.document),
    );
    if (!isJsonObject(answer)) return undefined;
    // What is hidden from the model is known from the words.
    return Object.fromEntries(Object.entries(answer).filter(([, value]) => !hasHidden(value)));
  }
}

/** Of values that a correction or a model has put others in the place of, the words are none. */
function wordsOfKept(context: Readonly<JsonObject>, { values, words }: ReadValues): Readonly<Record<string, string>> {
  const kept = Object.entries(words).filter(([field]) => isDeepStrictEqual(context[field], values[field]));
  return Object.fromEntries(kept);
}

/** Fields that a model has given another value than the words, and those that it has read before and nobody has named since. */
function unsaidFields(
  turn: View,
  said: { readonly values: Readonly<JsonObject>; readonly fields: ReadonlySet<string> },
  updated: ReadonlySet<string>,
): string[] {
  const changed = [...updated].filter((field) => !isDeepStrictEqual(turn.context[field], said.values[field]));
  return [...changed, ...readByModel(turn).filter((field) => !said.fields.has(field))];
}

/** A yes or a no is about what was asked, not a source of values; what a correction corrects has been read already. */
function mayRead(turn: View): boolean {
  const decided = turn.facts.policy_decision;
  if (turn.facts.skip_schema_extraction || turn.digression) return false;
  return decided !== 'EXECUTE_PENDING_ACTION' && decided !== 'REJECT_PENDING_ACTION';
}

/** The fields the last reply asked for. */
function asked(turn: View): string[] {
  const slot = turn.conversation.context.pending_slot;
  return Array.isArray(slot) ? slot.filter((field) => typeof field === 'string') : [];
}

/** The question about the one action that is to be confirmed, which says the known values. */
function questionOf(turn: View): string {
  const [open, ...others] = turn.proposals.askedLast;
  return open && others.length === 0 ? open.question : '';
}

/** Parameters of the client that are fields of the schema. */
function clientSlots(turn: View, schema: OutputSchema): JsonObject {
  return ofFields(turn.params, schema);
}

/** Values of fields of the schema; of others nobody is told: their names are whatever a client or a model makes up. */
function ofFields(values: Readonly<JsonObject>, { document: { properties } }: OutputSchema): JsonObject {
  const fields = isJsonObject(properties) ? Object.keys(properties) : [];
  return Object.fromEntries(
    fields.flatMap((field) => (Object.hasOwn(values, field) ? [[field, values[field] ?? null]] : [])),
  );
}

/** States what is known and what is missing, and keeps the intent while something is. */
function describe(turn: View, schema: OutputSchema): void {
  const status = schemaStatus(schema.document, schemaValues(turn));
  turn.facts.schema_id = schema.id;
  turn.facts.schema_json = schema.document;
  turn.facts.schema_description = schema.description ?? '';
  turn.facts.schema_field_details = status.details as unknown as JsonObject;
  const missing = [...new Set([...status.missing, ...unclearTimes(turn, schema)])];
  const complete = status.complete && missing.length === 0;
  turn.facts.missing_fields = missing;
  turn.facts.missing_field_options = status.missingOptions;
  turn.facts.schema_complete = complete;
  turn.facts.has_any_schema_value = status.hasAnyValue;
  setLock(turn, complete ? null : 'SCHEMA_INCOMPLETE');
  if (complete) delete turn.context.pending_slot;
  else turn.context.pending_slot = missing;
}

/** Whoever has said when, and could not be understood, does not want it at once: it is asked for as what is required. */
function unclearTimes(turn: View, { document }: OutputSchema): string[] {
  const rejected = (turn.facts.rejected_fields ?? []).map(({ field }) => String(field));
  return rejected.filter((field) => saysWhen(document, field) && turn.context[field] === undefined);
}

/** Names the fields, for models that are held to a schema; whether a value fits is told field by field afterwards. */
function fieldsOf(document: JsonObject | undefined): JsonObject {
  const properties = isJsonObject(document?.properties) ? document.properties : {};
  const described = Object.entries(properties).map(([name, field]): [string, JsonObject] => {
    const description = isJsonObject(field) ? (field.description ?? field.title) : undefined;
    return [name, typeof description === 'string' ? { description } : {}];
  });
  return { type: 'object', properties: Object.fromEntries(described) };
}

const SYSTEM_PROMPT = `You read values out of a user's message. Answer with one JSON object that holds only the fields of
this JSON Schema which the message states; leave out what it does not state. Never guess.
{{schema_json}}`;
const USER_PROMPT = `Known so far: {{context}}
Message: {{user_input}}`;
