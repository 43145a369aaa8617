import { isTemporary } from '../references.js';
import type { ReadTemplate } from '../template/template-parser.js';
import { CAPS, type CheckResult, failed, type Proposal, passed } from './check.js';

const NAME = 'target_field_match';

/** Whether the template sets the field it is for, and no other. */
export function targetFieldMatch({ item, rule, template }: Proposal): CheckResult {
  if (!template) return passed(NAME, 'There is no template.');
  const fields = proposedFields(template);
  if (!fields.has(rule.target)) {
    const instead = fields.size === 0 ? 'nothing' : [...fields].join(', ');
    return failed(NAME, `The template sets ${instead} and not ${item.targetField}.`, CAPS.wrongTarget);
  }
  const others = [...fields].filter((field) => field !== rule.target);
  if (others.length === 0) return passed(NAME, `The template sets ${item.targetField}.`);
  const detail = `The template also sets ${others.join(', ')}.`;
  return passed(NAME, detail, { cap: { score: CAPS.questionable, reason: detail }, warnings: [detail] });
}

/** The fields that a template sets, without those that only carry a value. */
export function proposedFields({ findings }: ReadTemplate): ReadonlySet<string> {
  return new Set(findings.assigning.map(({ target }) => target).filter((target) => !isTemporary(target)));
}
