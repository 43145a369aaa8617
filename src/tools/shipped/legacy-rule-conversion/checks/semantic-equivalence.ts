import { forOneField, isSame, type LegacyRule } from '../legacy-rule.js';
import { type Comparison, compareMeaning } from '../meaning/compare.js';
import { assumedFields } from '../meaning/unnamed-fields.js';
import { assignmentsTo, type Expression } from '../rule.js';
import { MANUAL } from '../template/processors.js';
import type { ReadTemplate } from '../template/template-parser.js';
import { CAPS, type CheckResult, failed, type Proposal, passed } from './check.js';
import { proposedFields } from './target-field-match.js';

const NAME = 'semantic_equivalence';

/** Whether the template leaves in the target what the rule does, whatever comes in. */
export function semanticEquivalence(proposal: Proposal): CheckResult {
  const { rule, template } = proposal;
  if (!template) return withoutTemplate(proposal);
  const { residue, syntax } = template.findings;
  if (residue.length + syntax.length > 0) return undecided('the template cannot run as it is');
  const field = comparedField(rule.target, template);
  if (field === undefined) return undecided('the template sets several fields, and the target is none of them');
  const comparison = compareBothWays(rule, template, field);
  if (rule.doubt !== undefined) return undecided(rule.doubt);
  if (comparison.verdict === 'undecided') return undecided(comparison.reason);
  if (comparison.verdict === 'same') return same(template);
  const assumed = assumedFields(rule.statements, template.statements, rule.target, field);
  if (assumed) {
    const pairs = [...assumed].map(([name, path]) => `${name} is ${path}`).join(', ');
    return undecided(`equivalent only if ${pairs}, which the snippet does not show`);
  }
  const collapsed = collapse(proposal, template, field);
  if (collapsed !== undefined) return failed(NAME, collapsed, CAPS.unresolved);
  return failed(NAME, `Not equivalent: ${comparison.example}.`, CAPS.contradiction);
}

/** A template may read a field that the rule sets further up, and may as well read what the rule makes it of. */
function compareBothWays({ statements, target }: LegacyRule, template: ReadTemplate, field: string): Comparison {
  const whole = compareMeaning(statements, template.statements, target, field);
  if (whole.verdict === 'same') return whole;
  const alone = compareMeaning(forOneField(target, statements), template.statements, target, field);
  return alone.verdict === 'same' ? alone : whole;
}

function withoutTemplate({ item, rule }: Proposal): CheckResult {
  const isSimple = rule.doubt === undefined && item.status !== MANUAL && item.suggestedProcessor !== MANUAL;
  if (!isSimple) return failed(NAME, 'There is no template.', CAPS.unresolved, ['manual conversion required']);
  const detail = 'There is no template to compare with, though the expression can be converted.';
  return passed(NAME, detail, { cap: { score: CAPS.undecided, reason: detail }, warnings: ['no template to verify'] });
}

function same({ findings }: ReadTemplate): CheckResult {
  const detail = 'The target holds the same in every case.';
  if (!findings.usesPatterns) return passed(NAME, detail);
  const cap = { score: CAPS.patterns, reason: 'patterns were compared as they are written' };
  return passed(NAME, detail, { cap, warnings: ['verify regex edge cases'] });
}

function undecided(reason: string): CheckResult {
  const detail = `Cannot be decided: ${reason}.`;
  return passed(NAME, detail, { cap: { score: CAPS.undecided, reason: detail }, warnings: [detail] });
}

/** The target; where the template sets one other field instead, that one, so that the value is judged by itself. */
function comparedField(target: string, template: ReadTemplate): string | undefined {
  const fields = proposedFields(template);
  if (fields.has(target) || fields.size === 0) return target;
  return fields.size === 1 ? [...fields][0] : undefined;
}

/** The rule gives different values in different branches, and the template has one of them for all. */
function collapse({ rule }: Proposal, { statements }: ReadTemplate, field: string): string | undefined {
  const before = distinct(assignmentsTo(rule.target, rule.statements));
  const after = distinct(assignmentsTo(field, statements));
  const isUnconditional = statements.every(({ kind }) => kind !== 'if');
  const isPart = after.length < before.length && after.every((value) => before.some((other) => isSame(value, other)));
  if (before.length < 2 || !isUnconditional || !isPart) return undefined;
  return `Branches collapsed: the rule gives ${before.length} different values, the template ${after.length}.`;
}

function distinct(values: readonly Expression[]): Expression[] {
  return values.filter((value, at) => values.findIndex((other) => isSame(value, other)) === at);
}
