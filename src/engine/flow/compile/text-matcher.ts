import { checkRegex, compileRegex } from '../../../platform/common/regex.js';
import { normalizeCode } from '../../../tools/scope.js';

/** A test for the user's words, or why there is none; in `pattern`, where no column is named. */
export type TextMatcher =
  | { readonly matches: (text: string) => boolean }
  | { readonly problem: string; readonly column?: string };

/** Reads the `rule_type` and `pattern` of classifiers and policies: REGEX, CONTAINS or STARTS_WITH, any case. */
export function textMatcher(ruleType: string, pattern: string): TextMatcher {
  const wanted = pattern.toLowerCase();
  switch (normalizeCode(ruleType)) {
    case 'REGEX': {
      const problem = checkRegex(pattern);
      if (problem) return { problem };
      const regex = compileRegex(pattern, { ignoreCase: true });
      return { matches: (text) => regex.test(text) };
    }
    case 'CONTAINS':
      return { matches: (text) => text.toLowerCase().includes(wanted) };
    case 'STARTS_WITH':
      return { matches: (text) => text.trimStart().toLowerCase().startsWith(wanted) };
    default:
      return { problem: `unknown rule_type "${ruleType}"; use REGEX, CONTAINS or STARTS_WITH`, column: 'rule_type' };
  }
}
