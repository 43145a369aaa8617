import type { ClassifierRow, IntentRow, PolicyRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { ANY, normalizeCode } from '../../../tools/scope.js';
import { enabled } from '../../../tools/sources/rows/index.js';
import type { Intent, IntentClassifier, Policy } from '../definition-types.js';
import { textMatcher } from './text-matcher.js';

export function compileIntents(rows: readonly IntentRow[]): Intent[] {
  return enabled(rows).map((row) => ({
    code: normalizeCode(row.intentCode),
    description: row.description,
    displayName: row.displayName,
    llmHint: row.llmHint,
    priority: row.priority ?? 100,
  }));
}

/** A blank state, or `ANY`, leaves the state to the rules: the conversation enters the intent at UNKNOWN. */
export function compileClassifiers(rows: readonly ClassifierRow[], problems: FlowProblems): IntentClassifier[] {
  return enabled(rows).flatMap((row) => {
    const matcher = textMatcher(row.ruleType, row.pattern);
    if ('problem' in matcher) {
      problems.error('ce_intent_classifier', row.classifierId, matcher.column ?? 'pattern', matcher.problem);
      return [];
    }
    const state = normalizeCode(row.stateCode ?? '');
    const { ruleType, pattern, priority } = row;
    return {
      id: row.classifierId,
      intent: normalizeCode(row.intentCode),
      state: state === '' || state === ANY ? 'UNKNOWN' : state,
      priority,
      ruleType,
      pattern,
      matches: matcher.matches,
    };
  });
}

export function compilePolicies(rows: readonly PolicyRow[], problems: FlowProblems): Policy[] {
  return enabled(rows).flatMap((row) => {
    const matcher = textMatcher(row.ruleType, row.pattern);
    if ('problem' in matcher) {
      problems.error('ce_policy', row.policyId, matcher.column ?? 'pattern', matcher.problem);
      return [];
    }
    const { ruleType, pattern, responseText } = row;
    return { id: row.policyId, ruleType, pattern, responseText, matches: matcher.matches };
  });
}
