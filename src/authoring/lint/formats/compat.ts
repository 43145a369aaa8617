import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { type CrossResult, type LintReport, type Result, type ToolReport, tally } from '../lint.js';
import type { Verdict } from '../rule.js';
import { isShown, type SeverityFilter } from './shown.js';

/** The text of mcp-gateway 2.10. */
export function compatText(report: LintReport, filter: SeverityFilter, paint: (mark: string) => string): string {
  const isTold = ({ severity }: Verdict) => severity === 'PASS' || isShown(severity, filter);
  const shown = report.tools.map(({ tool, results }) => ({ tool, results: results.filter(isTold) }));
  const lines = shown.flatMap(({ tool, results }) => {
    return ['', `--- ${tool.origin} ---`, ...results.flatMap((result) => linesOf(result, tool.name, paint))];
  });
  const { passed, warnings, failures } = sums(shown.flatMap(({ results }) => results));
  lines.push('', `Summary: ${passed} passed, ${warnings} warnings, ${failures} failures`);
  const cross = report.cross.filter(isTold);
  if (cross.length > 0) lines.push('', '--- Cross-Capability Checks ---');
  lines.push(...cross.flatMap((result) => linesOf(result, result.tool?.name ?? '(cross-tool)', paint)));
  return lines.join('\n');
}

function linesOf(result: Result | CrossResult, tool: string, paint: (mark: string) => string): string[] {
  const { rule, findings } = result;
  const head = `  [${paint(markOf(result))}] [${rule.id}] ${tool} - ${rule.title}`;
  return [head, ...(result.passed ? [] : findings.map(({ message }) => `         ${message}`))];
}

function markOf({ passed, severity }: Verdict): 'PASS' | 'FAIL' | 'WARN' {
  if (passed) return 'PASS';
  return severity === 'FAIL' ? 'FAIL' : 'WARN';
}

function sums(results: readonly Verdict[]) {
  const count = (mark: string) => results.filter((result) => markOf(result) === mark).length;
  return { passed: count('PASS'), warnings: count('WARN'), failures: count('FAIL') };
}

/** The JSON text of mcp-gateway 2.10: keys in order, scores with a decimal point, everything shown. */
export function compatJson(report: LintReport): string {
  const cross = (rule: string) => report.cross.filter((result) => result.rule.id === rule).map(crossAsJson);
  return written({
    cross_capability: { conflicts: cross('AX-008'), consistency: cross('AX-009') },
    files: report.tools.map(toolAsJson),
  });
}

function toolAsJson({ tool, score, grade, results }: ToolReport): JsonObject {
  const { checks, passed } = tally(results);
  const isWarned = ({ severity, passed: hasPassed }: Verdict) => !hasPassed && ['WARN', 'INFO'].includes(severity);
  const good = results.filter((result) => result.passed).length;
  const failed = results.filter((result) => !result.passed && result.severity === 'FAIL').length;
  const summary = {
    total_checks: checks,
    passed: good,
    failed,
    warnings: results.filter(isWarned).length,
    pass_rate: checks ? good / checks : passed,
  };
  return { file: tool.origin, grade, score, summary, results: results.map((result) => asJson(result, tool.name)) };
}

function crossAsJson(result: CrossResult): JsonObject {
  return asJson(result, result.tool?.name ?? '(cross-tool)');
}

function asJson({ rule, severity, passed, score, findings, suggestions }: Result, tool: string): JsonObject {
  const issues = findings.map(({ message }) => message);
  const names = { rule_code: rule.id, rule_name: rule.title, tool_name: tool };
  return { ...names, severity, passed, score, issues, suggestions: [...suggestions] };
}

/** The SARIF of mcp-gateway 2.10: one result per rule and file, without lines. */
export function compatSarif(report: LintReport, version: string): JsonObject {
  const results = report.tools.flatMap(({ tool, results: all }) =>
    all
      .filter(({ passed }) => !passed)
      .map(({ rule, severity, findings }) => ({
        ruleId: rule.id,
        level: severity === 'FAIL' ? 'error' : severity === 'WARN' ? 'warning' : 'note',
        message: { text: findings.map(({ message }) => message).join('; ') },
        locations: [{ physicalLocation: { artifactLocation: { uri: tool.origin } } }],
      })),
  );
  const ran = report.tools[0]?.results ?? [];
  const rules = ran.map(({ rule: { id, title } }) => ({ id, name: title, shortDescription: { text: title } }));
  const driver = { name: 'mcp-gateway-validate', version, rules };
  return {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver }, results }],
  };
}

const FRACTIONS = new Set(['score', 'pass_rate']);

function written(value: JsonValue, indent = '', key = ''): string {
  if (typeof value === 'number' && FRACTIONS.has(key)) return Number.isInteger(value) ? `${value}.0` : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const entries = isList
    ? value.map((item) => `${inner}${written(item, inner)}`)
    : Object.keys(value)
        .sort()
        .map((name) => `${inner}${JSON.stringify(name)}: ${written(value[name] ?? null, inner, name)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return entries.length === 0 ? `${open}${close}` : `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}
