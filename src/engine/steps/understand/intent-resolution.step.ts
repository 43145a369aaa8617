import { Injectable } from '@nestjs/common';
import type { Commands } from '../../../understanding/commands/index.js';
import { readSlots, type SlotSettings, schemaFields, schemaStatus } from '../../../understanding/slots/index.js';
import { normalizeCode, sameCode } from '../../flow/index.js';
import { isTerminal } from '../../pending-action/index.js';
import { RuleEngine } from '../../rules/index.js';
import { lockOf, type StepOutcome, setLock, type TurnStep } from '../../turn/kernel/index.js';
import { EngineLanguage } from '../../wording/index.js';
import type { ClassifiedIntent } from './intent/classify-intent.js';
import { isDigression } from './intent/digression.js';
import { findIntent } from './intent/find-intent.js';
import { IntentAgent } from './intent/intent-agent.js';
import { INTENT_READS, INTENT_WRITES, type IntentView } from './intent/intent-view.js';

/** What the user wants: by the classifier's rows, then by what was learned from examples, then by the agent. */
@Injectable()
export class IntentResolutionStep implements TurnStep<IntentResolutionStep> {
  readonly name = 'IntentResolutionStep';
  readonly reads = INTENT_READS;
  readonly writes = INTENT_WRITES;

  constructor(
    private readonly agent: IntentAgent,
    private readonly rules: RuleEngine,
    private readonly language: EngineLanguage,
  ) {}

  async run(turn: IntentView): Promise<StepOutcome> {
    const { locked, reason } = lockOf(turn);
    turn.audit.record('INTENT_RESOLVE_START', {
      previousIntent: turn.intent,
      intentLocked: locked,
      intentLockReason: reason,
    });
    const classified = await findIntent(turn);
    if (classified && isDigression(turn, classified)) {
      turn.digression = { intent: classified.intent, state: classified.state };
      turn.facts.skip_schema_extraction = true;
      turn.audit.record('INTENT_DIGRESSION', { ...turn.digression, returnsTo: `${turn.intent}/${turn.state}` });
      return 'CONTINUE';
    }
    const skipped = skipReason(turn, classified, this.language);
    if (skipped) {
      turn.audit.record(skipped, { intent: turn.intent, state: turn.state });
      return 'CONTINUE';
    }
    if (classified) return this.accept(turn, classified, 'CLASSIFIER', classified.intent);
    const agreed = await this.agent.resolve(turn);
    if (agreed) return this.accept(turn, agreed, 'AGENT', null);
    if (!turn.ownWords.clarification)
      turn.audit.record('INTENT_RESOLVE_NO_CHANGE', { intent: turn.intent, state: turn.state });
    return 'CONTINUE';
  }

  private async accept(
    turn: IntentView,
    resolved: ClassifiedIntent,
    by: 'CLASSIFIER' | 'AGENT',
    classifierIntent: string | null,
  ): Promise<StepOutcome> {
    const source = by === 'AGENT' ? 'AgentIntentResolver' : 'IntentResolutionStep Classifier';
    startAfresh(turn, resolved.intent);
    turn.intent = resolved.intent;
    turn.state = resolved.state;
    turn.facts.intent_resolved = true;
    setLock(turn, null);
    turn.audit.record(`INTENT_RESOLVED_BY_${by}`, {
      resolvedIntent: resolved.intent,
      source,
      classifierIntent,
      agentIntent: by === 'AGENT' ? resolved.intent : null,
    });
    // Flows are written for either phase, whoever found the intent: both mean "right after the intent is known".
    const phases = ['POST_CLASSIFIER_INTENT', 'POST_AGENT_INTENT'] as const;
    for (const phase of by === 'AGENT' ? phases.toReversed() : phases) await this.rules.run(turn, phase, source);
    return 'CONTINUE';
  }
}

/** Why the conversation keeps its intent, as an audit stage; undefined when the message may choose one. */
function skipReason(
  turn: IntentView,
  classified: ClassifiedIntent | undefined,
  { slots, commands }: EngineLanguage,
): string | undefined {
  if (turn.wasReset || turn.facts.guardrail_blocked || wantsSwitch(turn, commands)) return undefined;
  const bySkip = turn.facts.skip_intent_resolution ? 'INTENT_RESOLVE_SKIPPED_POLICY' : undefined;
  if (bySkip && turn.facts.policy_decision !== 'FILL_PENDING_SLOT') return bySkip;
  if (!isCollecting(turn)) return bySkip;
  if (classified && asksForSomethingElse(turn, classified, slots)) return undefined;
  if (!lockOf(turn).locked) setLock(turn, 'SCHEMA_INCOMPLETE');
  return 'INTENT_RESOLVE_SKIPPED_SCHEMA_COLLECTION';
}

/**
 * A request of another kind in the middle of collecting. A short message may also be the value that was asked for, so
 * it counts as a request only when the values in it belong to that other kind, or to none.
 */
function asksForSomethingElse(turn: IntentView, classified: ClassifiedIntent, settings: SlotSettings): boolean {
  const act = turn.facts.dialogue_act;
  if (sameCode(classified.intent, turn.intent)) return false;
  if (act !== 'ANSWER') return act === 'NEW_REQUEST';
  return hasValuesFor(turn, classified, settings) || !hasValuesFor(turn, turn, settings);
}

function hasValuesFor(turn: IntentView, place: ClassifiedIntent, settings: SlotSettings): boolean {
  const schema = turn.flow.schemaFor(place.intent, place.state);
  if (!schema) return false;
  const takesAsked = turn.flow.onlyReads(place.intent, place.state);
  const read = readSlots({ text: turn.userText, schema: schema.document, values: {}, takesAsked, settings });
  return Object.keys(read.values).length > 0;
}

function wantsSwitch(turn: IntentView, commands: Commands): boolean {
  return turn.client.forceIntentResolution || commands.asksToSwitch(turn.userText);
}

/** True while values of the current flow are still missing. */
function isCollecting(turn: IntentView): boolean {
  const schema = turn.flow.schemaFor(turn.intent, turn.state);
  if (!schema || normalizeCode(turn.intent) === 'UNKNOWN') return false;
  const hasStarted = lockOf(turn).locked || turn.conversation.turnNo > 0;
  return hasStarted && !schemaStatus(schema.document, turn.context).complete;
}

/** A new request of a kind that was already brought to an end must not inherit that one's values. */
function startAfresh(turn: IntentView, intent: string): void {
  const wasClosed = turn.proposals.all.some((proposal) => sameCode(proposal.intent, intent) && isTerminal(proposal));
  const isWaiting = turn.proposals.open.some((proposal) => sameCode(proposal.intent, intent));
  if (!wasClosed || isWaiting) return;
  for (const proposal of turn.proposals.all.filter((one) => sameCode(one.intent, intent))) {
    const schema = turn.flow.schemaFor(proposal.intent, proposal.state);
    for (const field of schema ? schemaFields(schema.document) : []) delete turn.context[field.name];
  }
}
