import { forOneField, isSame, type LegacyRule } from '../legacy-rule.js';
import { type Comparison, canAgree, compareMeaning } from '../meaning/compare.js';
import { choosesObject, namedCases, objectCases } from '../meaning/objects.js';
import { assumedFields } from '../meaning/unnamed-fields.js';
import { assignmentsTo, type Expression, type Statement } from '../rule.js';
import { MANUAL } from '../template/processors.js';
import type { ReadTemplate } from '../template/template-parser.js';
import { CAPS, type Cap, type CheckResult, failed, type Proposal, passed } from './check.js';
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
  const comparison = compareReadings(rule, template, field);
  if (comparison.verdict === 'same') {
    return rule.doubt === undefined ? same(template) : undecided(rule.doubt, rule.unread);
  }
  const chosen = byObject(proposal, template, field);
  if (chosen) return chosen;
  if (comparison.verdict === 'undecided') return unread(proposal, template, field, rule.doubt ?? comparison.reason);
  const assumed = assumedFields(rule.statements, template.statements, rule.target, field);
  if (assumed) {
    const pairs = [...assumed].map(([name, path]) => `${name} is ${path}`).join(', ');
    return undecided(`equivalent only if ${pairs}, which the snippet does not show`);
  }
  const collapsed = collapse(proposal, template, field);
  if (collapsed !== undefined) return failed(NAME, collapsed, CAPS.collapsed);
  return failed(NAME, `Not equivalent: ${comparison.example}.`, CAPS.contradiction);
}

/**
 * Compares with the rule as it is, and, where that uses a look-up table of its own, also with the look-ups written
 * out as choices between the values of the table. The last of these readings leaves open what any other key gives, so
 * that the template may give anything for one.
 */
function compareReadings(
  rule: LegacyRule,
  template: ReadTemplate,
  field: string,
  assumed: readonly Statement[] = [],
): Comparison {
  let comparison = compareBothWays(rule, template, field, assumed);
  for (const statements of rule.spelledOut)
    if (comparison.verdict !== 'same') comparison = compareBothWays({ ...rule, statements }, template, field, assumed);
  return comparison;
}

/** A template may read a field that the rule sets further up, and may as well read what the rule makes it of. */
function compareBothWays(
  { statements, target }: LegacyRule,
  template: ReadTemplate,
  field: string,
  assumed: readonly Statement[] = [],
): Comparison {
  const proposed = [...assumed, ...template.statements];
  const whole = compareMeaning([...assumed, ...statements], proposed, target, field);
  if (whole.verdict === 'same') return whole;
  const alone = compareMeaning([...assumed, ...forOneField(target, statements)], proposed, target, field);
  return alone.verdict === 'same' ? alone : whole;
}

/**
 * The comparison for a rule that chooses the object first, where the template leaves that to the target system.
 * @returns undefined where it does not, or the template is right for none of the objects
 */
function byObject({ rule, item }: Proposal, template: ReadTemplate, field: string): CheckResult | undefined {
  if (rule.doubt !== undefined || choosesObject(template.statements)) return undefined;
  const cases = objectCases(rule.statements, rule.target, item.objectName).filter(({ assumed }) =>
    isAssigned(rule, assumed),
  );
  const named = namedCases(cases);
  const judged = (named.length > 0 ? named : cases).map((one) => ({
    ...one,
    comparison: compareReadings(rule, template, field, one.assumed),
  }));
  const [contradicted] = named.length > 0 && judged.every(isContradicted) ? judged : [];
  if (contradicted) {
    const { label, comparison } = contradicted;
    const example = comparison.verdict === 'different' ? comparison.example : '';
    return failed(NAME, `Not equivalent for ${label}, which is ${item.objectName}: ${example}.`, CAPS.contradiction);
  }
  const fitting = judged.filter(({ comparison }) => comparison.verdict === 'same');
  if (judged.length === 0 || fitting.length === 0) return undefined;
  const labels = listed(fitting);
  if (fitting.length === judged.length) {
    const detail = `The target holds the same in every case of ${labels}.`;
    if (named.length > 0) return same(template, detail);
    const question = `${detail} Which of them ${item.objectName} is, the snippet does not say.`;
    return same(template, detail, { score: CAPS.anyObject, reason: question });
  }
  const others = listed(judged.filter(({ comparison }) => comparison.verdict !== 'same'));
  const question = `The template is right for ${labels}, and not for ${others}: which of them is ${item.objectName}?`;
  const cap = named.length > 0 ? CAPS.collapsed : CAPS.unresolved;
  return failed(NAME, question, cap, [question]);
}

function isContradicted({ comparison }: { readonly comparison: Comparison }): boolean {
  return comparison.verdict === 'different';
}

function isAssigned({ statements, target }: LegacyRule, assumed: readonly Statement[]): boolean {
  return compareMeaning([...assumed, ...statements], [], target).verdict !== 'same';
}

function listed(cases: readonly { readonly label: string }[]): string {
  const labels = cases.slice(0, 5).map(({ label }) => label);
  return cases.length > 5 ? `${labels.join('; ')} and ${cases.length - 5} more` : labels.join('; ');
}

/**
 * What was not read leaves open what the rule does, but not what the expression gives: a template that never gives the
 * same is wrong, whatever stands around it.
 */
function unread({ rule }: Proposal, template: ReadTemplate, field: string, reason: string): CheckResult {
  const isOpen =
    canAgree(rule.alone, template.statements, rule.target, field) ||
    assumedFields(rule.alone, template.statements, rule.target, field) !== undefined;
  if (!isOpen)
    return failed(NAME, 'Not equivalent: the template never gives what the expression gives.', CAPS.contradiction);
  return undecided(reason, rule.unread);
}

function withoutTemplate({ item, rule }: Proposal): CheckResult {
  const isSimple = rule.doubt === undefined && item.status !== MANUAL && item.suggestedProcessor !== MANUAL;
  if (!isSimple) return failed(NAME, 'There is no template.', CAPS.unresolved, ['manual conversion required']);
  const detail = 'There is no template to compare with, though the expression can be converted.';
  return passed(NAME, detail, {
    cap: { score: CAPS.questionable, reason: detail },
    warnings: ['no template to verify'],
  });
}

function same(
  { findings }: ReadTemplate,
  detail = 'The target holds the same in every case.',
  limit?: Cap,
): CheckResult {
  const warnings = limit ? [limit.reason] : [];
  if (!findings.usesPatterns) return passed(NAME, detail, { ...(limit && { cap: limit }), warnings });
  const cap = limit ?? { score: CAPS.patterns, reason: 'patterns were compared as they are written' };
  return passed(NAME, detail, { cap, warnings: [...warnings, 'verify regex edge cases'] });
}

const MOST_SHOWN = 3;
const LONGEST_SHOWN = 120;

function undecided(reason: string, unread: readonly string[] = []): CheckResult {
  const shown = unread.slice(0, MOST_SHOWN).map((text) => `"${shortened(text, LONGEST_SHOWN)}"`);
  const detail = `Cannot be decided: ${reason}.${shown.length > 0 ? ` Not read: ${shown.join(', ')}.` : ''}`;
  return passed(NAME, detail, { cap: { score: CAPS.undecided, reason: detail }, warnings: [detail] });
}

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
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
