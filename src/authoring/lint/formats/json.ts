import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { fileProblemAsJson } from '../../../tools/sources/files/capability-file/index.js';
import { allResults, type CrossResult, type Result, type ToolReport, tally } from '../lint.js';
import type { Subject } from '../lint-target.js';
import { LOADING } from '../loading.js';
import type { Finding } from '../rule.js';
import type { Validation } from '../validate-files.js';
import { isShown, type SeverityFilter } from './shown.js';

/** Everything that was found, for programs. Counts and scores are of all results, also those that are not shown. */
export function jsonReport(validation: Validation, severity: SeverityFilter): JsonObject {
  const { report, problems, fixes } = validation;
  const shown = (results: readonly CrossResult[], rule: string) =>
    results
      .filter((result) => result.rule.id === rule && isShown(result.severity, severity))
      .map((result) => resultAsJson(result, result.tool));
  return {
    summary: counts(allResults(report)),
    files: report.tools.map((tool) => toolAsJson(tool, severity)),
    cross_capability: { conflicts: shown(report.cross, 'AX-008'), consistency: shown(report.cross, 'AX-009') },
    loading: shown(report.loading, LOADING.id),
    problems: problems.map(fileProblemAsJson),
    fixes: fixes.map(({ file, rule, region, description, refused }) => {
      return { file, rule_code: rule, line: region.line, description, applied: !refused, reason: refused ?? null };
    }),
  };
}

function toolAsJson({ tool, score, grade, results }: ToolReport, severity: SeverityFilter): JsonObject {
  const shown = results.filter((result) => isShown(result.severity, severity));
  return {
    file: tool.origin,
    tool: tool.name,
    score,
    grade,
    summary: counts(results),
    results: shown.map((result) => resultAsJson(result, tool)),
  };
}

function counts(results: readonly Result[]): JsonObject {
  const { checks, passed, infos, warnings, failures } = tally(results);
  return { total_checks: checks, passed, infos, warnings, failed: failures, pass_rate: checks ? passed / checks : 1 };
}

function resultAsJson(result: Result | CrossResult, tool: Subject | undefined): JsonObject {
  const { rule, severity, passed, score, findings, suggestions } = result;
  return {
    rule_code: rule.id,
    rule_name: rule.title,
    tool_name: tool?.name ?? '(cross-tool)',
    severity,
    passed,
    score,
    issues: findings.map(({ message }) => message),
    suggestions: [...suggestions],
    locations: tool ? findings.map((finding) => locationAsJson(tool, finding)) : [],
  };
}

function locationAsJson(tool: Subject, { at }: Finding): JsonValue {
  const place = tool.placeOf(at);
  if (place.kind === 'row') return { row: place.row, column: place.column };
  if (place.kind === 'handler') return { handler: place.handler, member: place.member };
  const { line = null, column = null, endLine = null, endColumn = null } = place.region ?? {};
  return { file: place.file, line, column, end_line: endLine, end_column: endColumn };
}
