import type { JsonObject } from '../../../platform/common/json.js';
import { checkJsonPath, compileJsonPath } from '../../../platform/common/json-path/index.js';
import { checkRegex, compileRegex } from '../../../platform/common/regex.js';
import type { VerboseRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { ANY, normalizeCode, sameCode } from '../../../tools/scope.js';
import { enabled, scope } from '../../../tools/sources/rows/index.js';
import type { VerboseMessage } from '../definition-types.js';

type StepMatcher = Pick<VerboseMessage, 'stepMatches' | 'stepSpecificity'>;

export function compileVerbose(rows: readonly VerboseRow[], problems: FlowProblems): VerboseMessage[] {
  return enabled(rows).flatMap((row) => {
    const matcher = stepMatcher(row.stepMatch, row.stepValue);
    if ('problem' in matcher) {
      problems.error('ce_verbose', row.verboseId, 'step_value', matcher.problem);
      return [];
    }
    return {
      ...scope(row, row.verboseId),
      ...matcher,
      determinant: normalizeCode(row.determinant),
      ruleId: row.ruleId,
      toolCode: row.toolCode?.trim() || null,
      message: row.message,
      errorMessage: row.errorMessage,
    };
  });
}

function stepMatcher(kind: string, value: string): StepMatcher | { readonly problem: string } {
  switch (normalizeCode(kind)) {
    case 'EXACT':
      return { stepMatches: (step) => sameCode(value, ANY) || sameCode(value, step), stepSpecificity: 3 };
    case 'REGEX': {
      const problem = checkRegex(value);
      if (problem) return { problem };
      const regex = compileRegex(value, { ignoreCase: true });
      return { stepMatches: (step) => regex.test(step), stepSpecificity: 2 };
    }
    case 'JSON_PATH': {
      const problem = checkJsonPath(value);
      if (problem) return { problem };
      const path = compileJsonPath(value);
      return { stepMatches: (_step: string, metadata: JsonObject) => path.holds(metadata), stepSpecificity: 1 };
    }
    default:
      return { problem: `step_match "${kind}" is unknown; use EXACT, REGEX or JSON_PATH` };
  }
}
