import { type Assigned, assignedIn, originsOf } from '../legacy-rule.js';
import { assumedFields } from '../meaning/unnamed-fields.js';
import { eventField, isIdentity, legacyVariable, shortName } from '../references.js';
import { CAPS, type CheckResult, failed, type Proposal, passed } from './check.js';

const NAME = 'required_mappings_present';

/** Whether every name that needs a counterpart has one in the template, and no placeholder is left. */
export function requiredMappings(proposal: Proposal): CheckResult {
  const { item, template } = proposal;
  const placeholders = template?.findings.placeholders ?? [];
  if (placeholders.length > 0) {
    return failed(NAME, `Unresolved: ${placeholders.map((name) => `<map:${name}>`).join(', ')}.`, CAPS.unresolved);
  }
  const assigned = assignedIn(proposal.rule.statements);
  const uncovered = item.requiredMappings.filter((name) => !isCovered(name, proposal, assigned));
  const assumed = uncovered.length > 0 ? assumedIn(proposal) : undefined;
  const missing = uncovered.filter((name) => !assumed?.has(legacyVariable(plainName(name))));
  if (missing.length > 0) return failed(NAME, `Nothing in the template stands for ${missing.join(', ')}.`);
  return passed(NAME, item.requiredMappings.length > 0 ? 'Every mapping is resolved.' : 'None is required.');
}

function isCovered(name: string, { template }: Proposal, assigned: Assigned): boolean {
  if (!template) return false;
  const { mentioned } = template.findings;
  const plain = plainName(name);
  // The object has been chosen before a template of it runs.
  if (isIdentity(legacyVariable(plain))) return true;
  if ([...mentioned].some((field) => shortName(field) === plain)) return true;
  const origins = originsOf(legacyVariable(plain), assigned);
  return [...origins, eventField(plain)].some((field) => mentioned.has(field));
}

/** `$Event->{'Node'}`, `$node` and `node` are one name. */
function plainName(name: string): string {
  return name.replace(/^\$(Event->)?\{?['"]?|['"]?\}?$/g, '').toLowerCase();
}

function assumedIn({ rule, template }: Proposal): ReadonlyMap<string, string> | undefined {
  return template && assumedFields(rule.statements, template.statements, rule.target, rule.target);
}
