import { checkJsonPath, compileJsonPath } from '../../../platform/common/json-path/index.js';
import { checkRegex, compileRegex } from '../../../platform/common/regex.js';
import type { RuleRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { normalizeCode } from '../../../tools/scope.js';
import { enabled, scope } from '../../../tools/sources/rows/index.js';
import {
  RULE_PHASE_ALIASES,
  RULE_PHASES,
  type Rule,
  type RuleCondition,
  type RulePhase,
  TOOL_PHASES,
} from '../rule.js';
import { operandsOf } from '../rule-operands.js';
import type { KnownHandlers } from './known-handlers.js';
import { parseRuleAction } from './parse-rule-action.js';

export function compileRules(rows: readonly RuleRow[], problems: FlowProblems, handlers?: KnownHandlers): Rule[] {
  return enabled(rows).flatMap((row) => {
    const condition = readCondition(row);
    const parsed = parseRuleAction(row.action, row.actionValue);
    const phase = readPhase(row.phase);
    if ('problem' in condition)
      problems.error('ce_rule', row.ruleId, condition.column ?? 'match_pattern', condition.problem);
    if ('problem' in parsed) problems.error('ce_rule', row.ruleId, parsed.column ?? 'action_value', parsed.problem);
    if (!phase) {
      problems.error('ce_rule', row.ruleId, 'phase', `"${row.phase}" is unknown; use ${RULE_PHASES.join(', ')}`);
    }
    if ('problem' in condition || 'problem' in parsed || !phase) return [];
    if (parsed.action.type === 'CALL_TOOL' && !TOOL_PHASES.includes(phase)) {
      const text = `CALL_TOOL does not run in ${phase}; use ${TOOL_PHASES.join(', ')}`;
      problems.error('ce_rule', row.ruleId, 'phase', text);
      return [];
    }
    if (parsed.action.type === 'HAND_OVER' && phase !== 'PRE_RESPONSE_RESOLUTION') {
      problems.error('ce_rule', row.ruleId, 'phase', `HAND_OVER does not run in ${phase}; use PRE_RESPONSE_RESOLUTION`);
      return [];
    }
    if (parsed.action.type === 'SET_TASK' && handlers) {
      const { handler, methods } = parsed.action;
      for (const method of methods.filter((name) => !handlers.hasRuleTask(handler, name))) {
        problems.warn('ce_rule', row.ruleId, 'action_value', `no rule task "${handler}:${method}" is registered`);
      }
    }
    return {
      ...scope(row, row.ruleId),
      phase,
      condition,
      action: parsed.action,
      pattern: row.matchPattern,
      actionValue: row.actionValue,
      operands: 'path' in condition ? operandsOf(row.matchPattern) : [],
    };
  });
}

function readPhase(phase: string | null): RulePhase | undefined {
  const name = normalizeCode(phase ?? '') || 'PRE_RESPONSE_RESOLUTION';
  return RULE_PHASES.find((known) => known === name) ?? RULE_PHASE_ALIASES[name];
}

function readCondition(row: RuleRow): RuleCondition | { readonly problem: string; readonly column?: string } {
  const pattern = row.matchPattern;
  const type = normalizeCode(row.ruleType);
  switch (type) {
    case 'EXACT':
      return { type, text: pattern };
    case 'REGEX': {
      const problem = checkRegex(pattern);
      return problem ? { problem } : { type, regex: compileRegex(pattern, { ignoreCase: true }) };
    }
    case 'JSON_PATH':
    case 'CONTEXT_JSON_PATH': {
      const problem = checkJsonPath(pattern);
      return problem ? { problem } : { type, path: compileJsonPath(pattern) };
    }
    default:
      return {
        problem: `"${row.ruleType}" is unknown; use EXACT, REGEX, JSON_PATH or CONTEXT_JSON_PATH`,
        column: 'rule_type',
      };
  }
}
