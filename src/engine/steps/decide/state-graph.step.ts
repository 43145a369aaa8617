import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { normalizeCode, sameCode } from '../../flow/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<StateGraphStep>;

/** What `convengine.flow.state-graph` says. */
export interface StateGraphSettings {
  readonly enabled: boolean;
  /** Tells rules and responses of a violation (`state_graph_soft_block`). */
  readonly softBlockOnViolation: boolean;
  /** Takes a move back that is not allowed. */
  readonly enforce: boolean;
  /** State → states it may move to. Empty: every move is allowed. */
  readonly allowedTransitions: Readonly<Record<string, readonly string[]>>;
}

/** Compares where the turn began with where it ends, and takes a forbidden move back or warns of it. */
@Injectable()
export class StateGraphStep implements TurnStep<StateGraphStep> {
  readonly name = 'StateGraphStep';
  readonly reads = {
    wasReset: 'ResetResolvedIntentStep',
    intent: 'RulesStep',
    state: 'RulesStep',
  } as const;
  readonly writes = ['state_graph_valid', 'state_graph_soft_block', 'state', 'movedByRules'] as const;
  private readonly settings: StateGraphSettings;
  private readonly allowed: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(@Inject(CONFIG) { flow }: ConvEngineConfig) {
    this.settings = flow.stateGraph;
    const entries = Object.entries(this.settings.allowedTransitions);
    this.allowed = new Map(entries.map(([from, to]) => [normalizeCode(from), new Set(to.map(normalizeCode))]));
  }

  run(turn: View): StepOutcome {
    const fromState = turn.startState;
    const toState = turn.state;
    if (!this.settings.enabled || turn.wasReset || sameCode(fromState, toState)) return 'CONTINUE';
    const isAllowed =
      this.allowed.size === 0 || (this.allowed.get(normalizeCode(fromState))?.has(normalizeCode(toState)) ?? false);
    turn.facts.state_graph_valid = isAllowed;
    const move = { fromState, toState, intent: turn.intent, allowed: isAllowed };
    if (isAllowed) {
      turn.audit.record('STATE_GRAPH_VALID', move);
      return 'CONTINUE';
    }
    turn.facts.state_graph_soft_block = this.settings.softBlockOnViolation;
    if (this.settings.enforce) {
      turn.state = fromState;
      turn.movedByRules = false;
    }
    turn.audit.record('STATE_GRAPH_VIOLATION', {
      ...move,
      softBlock: this.settings.softBlockOnViolation,
      enforced: this.settings.enforce,
    });
    return 'CONTINUE';
  }
}
