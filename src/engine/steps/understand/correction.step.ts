import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../platform/common/json.js';
import { type Correction, readCorrection, type SlotSettings } from '../../../understanding/slots/index.js';
import { isOpen } from '../../pending-action/index.js';
import {
  auditSchemaFields,
  completedSchema,
  type Place,
  START,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import { EngineLanguage, engineText, spokenField } from '../../wording/index.js';

type View = ViewOf<CorrectionStep>;

/**
 * Changes one value the user corrects ("change the phone to …"), without asking for the others again. What stands
 * beside it ("… and for three") is left to the reading of values.
 */
@Injectable()
export class CorrectionStep implements TurnStep<CorrectionStep> {
  readonly name = 'CorrectionStep';
  readonly reads = {
    dialogue_act: 'DialogueActStep',
    policy_decision: 'InteractionPolicyStep',
    proposals: 'DialogueActStep',
    context: 'DialogueActStep',
    intent: 'DialogueActStep',
    state: 'DialogueActStep',
    missing_fields: START,
    missing_field_options: START,
  } as const;
  readonly writes = [
    'routing_decision',
    'correction_applied',
    'correction_target_field',
    'skip_schema_extraction',
    'skip_intent_resolution',
    'updated_fields',
    'rejected_fields',
    'besideCorrection',
    'intent',
    'state',
    'context',
    'ownWords',
  ] as const;

  constructor(private readonly language: EngineLanguage) {}

  run(turn: View): StepOutcome {
    turn.facts.routing_decision = 'CONTINUE_STANDARD_FLOW';
    turn.facts.correction_applied = false;
    turn.facts.correction_target_field = null;
    const [open] = turn.proposals.askedLast;
    const place = open ?? turn;
    const allows = turn.flow.interactionFor(place.intent, place.state)?.allows;
    const act = turn.facts.dialogue_act;
    if (act === 'ANSWER') turn.facts.routing_decision = 'HANDLE_AS_ANSWER';
    if (allows?.has('retry') && this.language.slots.language.phrases.retry.test(turn.userText)) return retry(turn);
    if (act === 'AFFIRM' && isConfirmation(turn, allows)) {
      turn.facts.routing_decision = 'PROCEED_CONFIRMED';
      turn.audit.record('CORRECTION_STEP_CONFIRM_ACCEPT', { intent: turn.intent, state: turn.state });
    }
    const mayEdit = allows === undefined || allows.has('edit');
    if (act === 'EDIT' && mayEdit) correct(turn, place, this.language.slots);
    return 'CONTINUE';
  }
}

/**
 * Whether a yes lets the flow go on: it is about an action that was asked for, or about values which a place that may be
 * agreed to has shown. What writes is not run by the latter: it is asked for when it is known.
 */
function isConfirmation(turn: View, allows: ReadonlySet<string> | undefined): boolean {
  if (turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION') return true;
  if (!allows?.has('affirm') || turn.answering.address || turn.proposals.all.some(isOpen)) return false;
  if (!completedSchema(turn, turn)) return false;
  turn.facts.skip_schema_extraction = true;
  turn.facts.skip_intent_resolution = true;
  return true;
}

function retry(turn: View): StepOutcome {
  turn.facts.routing_decision = 'RETRY_IN_PLACE';
  turn.facts.skip_schema_extraction = true;
  turn.facts.skip_intent_resolution = true;
  turn.audit.record('CORRECTION_STEP_RETRY_REQUESTED', { intent: turn.intent, state: turn.state });
  return 'CONTINUE';
}

function correct(turn: View, place: Place, settings: SlotSettings): void {
  const schema = turn.flow.schemaFor(place.intent, place.state) ?? shownSchema(turn, place);
  if (!schema) return;
  const correction = readCorrection({ text: turn.userText, schema: schema.document, values: turn.context, settings });
  if (!correction) return;
  turn.intent = place.intent;
  turn.state = place.state;
  turn.facts.correction_target_field = correction.field;
  turn.facts.skip_intent_resolution = true;
  turn.facts.routing_decision = 'APPLY_CORRECTION';
  apply(turn, correction, schema.document);
}

/** Of a place that collects nothing itself: what was collected before, where the user has just been asked to agree to it. */
function shownSchema(turn: View, place: Place) {
  const isAsked = turn.proposals.askedLast.length > 0;
  const allowsEdit = turn.flow.interactionFor(place.intent, place.state)?.allows.has('edit') === true;
  return isAsked || allowsEdit ? completedSchema(turn, place) : undefined;
}

function apply(turn: View, correction: Correction, schema: JsonObject): void {
  const { field } = correction;
  if ('problem' in correction) {
    turn.facts.skip_schema_extraction = true;
    turn.facts.rejected_fields = [{ field, value: turn.userText, reason: correction.problem }];
    turn.ownWords.tell(
      engineText(turn, 'CorrectionStep.REJECTED_VALUE_TEXT', {
        field: spokenField(field, schema),
        reason: correction.problem,
      }),
    );
    return;
  }
  turn.context[field] = correction.value;
  if (/[\p{L}\p{N}]/u.test(correction.beside)) turn.besideCorrection = correction.beside;
  else turn.facts.skip_schema_extraction = true;
  turn.facts.correction_applied = true;
  turn.facts.updated_fields = [field];
  turn.audit.record('CORRECTION_STEP_CORRECTION_PATCH_APPLIED', { ...auditSchemaFields(turn), field });
}
