import type { JsonValue } from '../../../../platform/common/json.js';
import { checkRegex } from '../../../../platform/common/regex.js';
import type { TemplateFindings } from './findings.js';

/** A pattern of the target language, which has no look-around; `undefined`, and a finding, where it cannot be used. */
export function checkPattern(pattern: JsonValue | undefined, findings: TemplateFindings): string | undefined {
  findings.usesPatterns = true;
  const refusal = typeof pattern === 'string' ? checkRegex(pattern) : 'is not a text';
  if (refusal === undefined && !/\(\?<\w*_\w*>/.test(String(pattern))) return String(pattern);
  findings.syntax.push(`the pattern ${JSON.stringify(pattern ?? null)} ${refusal ?? 'has a group with _ in its name'}`);
  return undefined;
}
