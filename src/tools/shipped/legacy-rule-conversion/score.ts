import { type Cap, type Check, type CheckResult, type Proposal, WEIGHTS } from './checks/check.js';
import { processorSuitability } from './checks/processor-suitability.js';
import { statusConsistency, syntacticValidity, valueDomain } from './checks/remaining-checks.js';
import { requiredMappings } from './checks/required-mappings.js';
import { semanticEquivalence } from './checks/semantic-equivalence.js';
import { targetFieldMatch } from './checks/target-field-match.js';
import type { ConversionItem } from './item.js';
import { readLegacyRule } from './legacy-rule.js';
import { readTemplate } from './template/template-parser.js';

/** How good a proposal is, and why. */
export interface Score {
  /** 0…1, two decimals. */
  readonly score: number;
  /** What no reviewer can lift it above. */
  readonly cap: number;
  readonly checks: readonly Check[];
  readonly warnings: readonly string[];
  readonly rationale: string;
}

const CHECKS: readonly ((proposal: Proposal) => CheckResult)[] = [
  semanticEquivalence,
  requiredMappings,
  processorSuitability,
  syntacticValidity,
  targetFieldMatch,
  statusConsistency,
  valueDomain,
];

/** Scores a proposal by what its rule and its template mean. The same item always gets the same score. */
export function scoreConversion(item: ConversionItem): Score {
  const template = item.suggestedTemplate ? { template: readTemplate(item.suggestedTemplate) } : {};
  const proposal: Proposal = { item, rule: readLegacyRule(item), ...template };
  const results = CHECKS.map((check) => check(proposal));
  const checks = results.map(({ check }) => check);
  const cap = lowest(results.flatMap((result) => result.cap ?? []));
  const sum = checks.reduce((total, { name, passed }) => total + (passed ? WEIGHTS[name] : 0), 0);
  return {
    score: rounded(Math.min(sum, cap.score)),
    cap: cap.score,
    checks,
    warnings: [
      ...new Set([
        ...results.flatMap(({ warnings = [] }) => warnings),
        ...(proposal.template?.findings.warnings ?? []),
      ]),
    ],
    rationale: explain(checks, cap),
  };
}

function lowest(caps: readonly Cap[]): Cap {
  return caps.reduce((least, cap) => (cap.score < least.score ? cap : least), { score: 1, reason: '' });
}

function explain(checks: readonly Check[], cap: Cap): string {
  const failed = checks.filter(({ passed }) => !passed).map(({ detail }) => detail);
  const limit = cap.score < 1 ? [`At most ${cap.score}: ${cap.reason}`] : [];
  if (failed.length > 0) return [...failed, ...limit.filter(() => !failed.includes(cap.reason))].join(' ');
  return ['Every check passed: the template sets the target to what the rule does.', ...limit]
    .slice(cap.score < 0.9 ? 1 : 0)
    .join(' ');
}

/** Two decimals. */
export function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
