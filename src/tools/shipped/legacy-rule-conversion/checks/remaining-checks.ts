import { assignmentsTo, type Expression } from '../rule.js';
import { MANUAL } from '../template/processors.js';
import { CAPS, type CheckResult, failed, type Proposal, passed } from './check.js';

/** Whether the target system could run the template. */
export function syntacticValidity({ template }: Proposal): CheckResult {
  const name = 'syntactic_validity';
  if (!template) return passed(name, 'There is no template.');
  const { residue, syntax } = template.findings;
  if (residue.length > 0) return failed(name, `Legacy code is left in the template: ${quoted(residue)}.`, CAPS.residue);
  if (syntax.length > 0) return failed(name, `The template cannot run: ${syntax.slice(0, 5).join('; ')}.`, CAPS.syntax);
  return passed(name, 'The template is well-formed.');
}

const STATUSES = ['direct', 'conditional', MANUAL];

/** Whether the status fits what the item brings. */
export function statusConsistency({ item, template }: Proposal): CheckResult {
  const name = 'status_consistency';
  const warnings = STATUSES.includes(item.status) ? [] : [`status "${item.status}" is none of ${STATUSES.join(', ')}`];
  if (item.status === 'direct' && (template?.findings.placeholders.length ?? 0) > 0) {
    return failed(name, 'The status is direct, and yet a mapping is unresolved.', undefined, warnings);
  }
  return passed(name, `The status is ${item.status}.`, { warnings });
}

/** Documented ranges of event fields. */
const DOMAINS: Readonly<Record<string, readonly [label: string, least: number, most: number]>> = {
  'event.severity': ['Severity', 0, 5],
  'event.eventcategory': ['EventCategory', 1, 3],
};

/** Whether fixed values are among those that the target system documents. */
export function valueDomain({ rule, template }: Proposal): CheckResult {
  const name = 'value_domain';
  const [label, least, most] = DOMAINS[rule.target] ?? [];
  if (label === undefined || least === undefined || most === undefined) return passed(name, 'Any value is allowed.');
  const proposed = template ? assignmentsTo(rule.target, template.statements) : [rule.value];
  const outside = proposed.flatMap(fixedTexts).filter((text) => !isWithin(text, least, most));
  if (outside.length === 0) return passed(name, `${label} is within ${least}..${most}.`);
  const detail = `${label} ${quoted(outside)} is outside ${least}..${most}.`;
  return failed(name, detail, CAPS.questionable, [`${label} outside ${least}..${most} (site-specific?)`]);
}

function fixedTexts(value: Expression): string[] {
  if (value.kind === 'choice') return [...fixedTexts(value.value), ...fixedTexts(value.otherwise)];
  return value.kind === 'literal' && value.text !== null ? [value.text] : [];
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function quoted(texts: readonly string[]): string {
  return texts
    .slice(0, 3)
    .map((text) => (text.length > 80 ? `${text.slice(0, 80)}…` : text))
    .join(', ');
}
