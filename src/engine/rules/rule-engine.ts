import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { Handlers } from '../../platform/handlers-api/index.js';
import { conditionHolds, type Rule, type RulePhase, sameCode } from '../flow/index.js';
import { Verbose } from '../wording/index.js';
import { operandValues } from './operand-values.js';
import { applyRuleAction, type CallTool } from './rule-actions.js';
import type { RuleView } from './rule-view.js';

/** A chain of rules may move the conversation on this often in one turn. */
const MAX_PASSES = 5;

/** What the rules of one phase are tried with. */
interface PhaseRun {
  readonly source: string;
  /** Ids of rules that have acted. */
  readonly done: Set<number>;
  readonly callTool: CallTool | undefined;
}

/**
 * Runs the rules of a phase. In a pass, every rule of the scope at its beginning is looked at, specific scopes first,
 * then by priority; each match acts at once, so later rules see what earlier ones did, and the last SET_STATE stands.
 * When intent or state have changed, the rules of the new scope run in another pass. A rule acts once in a phase.
 */
@Injectable()
export class RuleEngine {
  constructor(
    private readonly handlers: Handlers,
    private readonly verbose: Verbose,
  ) {}

  /**
   * @param source the step that runs the phase, for audit
   * @param callTool how rules call tools, in the phases in which they may
   */
  async run(turn: RuleView, phase: RulePhase, source: string, callTool?: CallTool): Promise<void> {
    turn.facts.rule_phase = phase;
    turn.facts.rule_execution_source = source;
    const done = new Set<number>();
    const run = { source, done, callTool };
    for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
      const { intent, state } = turn;
      const rules = turn.flow.rulesFor(phase, intent, state).filter((rule) => !done.has(rule.id));
      for (const [index, rule] of rules.entries()) await this.tryRule(turn, rule, run, pass === 1 && index === 0);
      if (rules.length === 0 && pass === 1) tellNoRules(turn, phase, source);
      if (sameCode(turn.intent, intent) && sameCode(turn.state, state)) return;
    }
    turn.audit.record('RULE_NO_MATCH', { phase, source, reason: 'PASS_LIMIT_REACHED', passes: MAX_PASSES });
  }

  private async tryRule(turn: RuleView, rule: Rule, run: PhaseRun, isFirst: boolean): Promise<void> {
    const { source, done, callTool } = run;
    const about: JsonObject = { ...describeRule(rule, turn, source), ...(isFirst && leftOut(turn, rule.phase)) };
    const subject = { userText: turn.userText, facts: turn.document.forRules, context: turn.context };
    let holds: boolean;
    try {
      holds = conditionHolds(rule.condition, subject);
    } catch (error) {
      turn.audit.record('RULE_NO_MATCH', { ...about, reason: 'CONDITION_FAILED', error: messageOf(error) });
      return;
    }
    if (!holds) {
      const document = rule.condition.type === 'CONTEXT_JSON_PATH' ? subject.context : subject.facts;
      const operands: JsonObject = rule.operands.length > 0 ? { operands: operandValues(turn, rule, document) } : {};
      turn.audit.record('RULE_NO_MATCH', { ...about, reason: 'TYPE_CONDITION_NOT_MET', ...operands });
      return;
    }
    done.add(rule.id);
    turn.audit.record('RULE_MATCH', about);
    this.verbose.tell(turn, source, 'RULE_MATCH', about, { ruleId: rule.id });
    const effect = await applyRuleAction(turn, rule, this.handlers, callTool);
    turn.audit.record(rule.action.type, { ruleId: rule.id, ...effect, intent: turn.intent, state: turn.state });
    turn.audit.record('RULE_APPLIED', { ...about, pattern: rule.pattern, actionValue: rule.actionValue });
    this.verbose.tell(turn, source, 'RULE_APPLIED', about, { ruleId: rule.id });
  }
}

/** Told of the last phase, and of one that has rules for another place: elsewhere nobody expects a rule to run. */
function tellNoRules(turn: RuleView, phase: RulePhase, source: string): void {
  const told = leftOut(turn, phase);
  const elsewhere = told.leftOut?.INTENT_MISMATCH || told.leftOut?.STATE_MISMATCH;
  if (phase !== 'PRE_RESPONSE_RESOLUTION' && !elsewhere) return;
  const { intent, state } = turn;
  turn.audit.record('RULE_NO_MATCH', { phase, source, reason: 'NO_RULES', intent, state, ...told });
}

/** How many rules were not looked at, by the reason; nothing where there are none. */
function leftOut({ flow, intent, state }: RuleView, phase: RulePhase): { leftOut?: Record<string, number> } {
  const counts = flow.rulesLeftOut(phase, intent, state);
  return Object.keys(counts).length > 0 ? { leftOut: { ...counts } } : {};
}

function describeRule(rule: Rule, turn: RuleView, source: string): JsonObject {
  return {
    ruleId: rule.id,
    phase: rule.phase,
    source,
    action: rule.action.type,
    ruleType: rule.condition.type,
    ruleStateCode: rule.state,
    intent: turn.intent,
    state: turn.state,
  };
}
