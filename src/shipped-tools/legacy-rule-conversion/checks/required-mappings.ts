import { originsOf } from '../legacy-rule.js';
import { assumedFields } from '../meaning/unnamed-fields.js';
import { eventField, legacyVariable, shortName } from '../references.js';
import { CAPS, type CheckResult, failed, type Proposal, passed } from './check.js';

const NAME = 'required_mappings_present';

/** Whether every name that needs a counterpart has one in the template, and no placeholder is left. */
export function requiredMappings(proposal: Proposal): CheckResult {
  const { item, template } = proposal;
  const placeholders = template?.findings.placeholders ?? [];
  if (placeholders.length > 0) {
    return failed(NAME, `Unresolved: ${placeholders.map((name) => `<map:${name}>`).join(', ')}.`, CAPS.unresolved);
  }
  const missing = item.requiredMappings.filter((name) => !isCovered(name, proposal));
  if (missing.length > 0) return failed(NAME, `Nothing in the template stands for ${missing.join(', ')}.`);
  return passed(NAME, item.requiredMappings.length > 0 ? 'Every mapping is resolved.' : 'None is required.');
}

function isCovered(name: string, { rule, template }: Proposal): boolean {
  if (!template) return false;
  const { mentioned } = template.findings;
  const plain = name.replace(/^\$(Event->)?\{?['"]?|['"]?\}?$/g, '').toLowerCase();
  if ([...mentioned].some((field) => shortName(field) === plain)) return true;
  const origins = originsOf(legacyVariable(plain), rule.statements);
  if ([...origins, eventField(plain)].some((field) => mentioned.has(field))) return true;
  const assumed = assumedFields(rule.statements, template.statements, rule.target, rule.target);
  return assumed?.has(legacyVariable(plain)) ?? false;
}
