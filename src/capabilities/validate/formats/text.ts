import { type CrossResult, type LintReport, type Result, tally } from '../lint.js';
import type { LintTarget, Place } from '../lint-target.js';
import type { Finding, Severity } from '../rule.js';
import { isShown, type SeverityFilter } from './shown.js';

/** How the text for people is written. */
export interface TextOptions {
  readonly severity: SeverityFilter;
  /** Colours a text by what it means; gives it back as it is where there are no colours. */
  readonly paint: (meaning: Severity | 'dim' | 'bold', text: string) => string;
}

/** The findings of every tool, one line each and what to do below, and a summary line. */
export function textReport(report: LintReport, options: TextOptions): string {
  const found = [
    ...report.tools.flatMap(({ tool, results }) => results.flatMap((result) => linesOf(tool, result))),
    ...report.cross.flatMap((result) => (result.tool ? linesOf(result.tool, result) : [])),
  ];
  const shown = found.filter(({ severity }) => isShown(severity, options.severity));
  const origins = new Map(report.tools.map(({ tool }, index) => [tool.origin, index]));
  const placeOf = (origin: string) => origins.get(origin) ?? 0;
  const groups = [...Map.groupBy(shown, ({ origin }) => origin)].sort(
    ([left], [right]) => placeOf(left) - placeOf(right),
  );
  const blocks = groups.map(([origin, lines]) => describeGroup(origin, lines, options));
  return [...blocks, summary(report, found.length - shown.length)].join('\n\n');
}

interface Line {
  readonly origin: string;
  readonly severity: Severity;
  readonly rule: string;
  readonly place: Place;
  readonly finding: Finding;
}

function linesOf(tool: LintTarget, { rule, severity, findings }: Result | CrossResult): Line[] {
  return findings.map((finding) => {
    const place = tool.placeOf(finding.at);
    return { origin: tool.origin, severity, rule: rule.id, place, finding };
  });
}

function describeGroup(origin: string, lines: readonly Line[], { paint }: TextOptions): string {
  const sorted = lines.toSorted((left, right) => order(left.place, right.place) || compare(left.rule, right.rule));
  const described = sorted.map(({ place, severity, rule, finding }) => {
    const where = position(place).padEnd(7);
    const what = `  ${where} ${paint(severity, severity.padEnd(4))} ${rule}  ${visible(finding.message)}`;
    return `${what}\n${paint('dim', `               -> ${visible(finding.advice)}`)}`;
  });
  return [paint('bold', visible(origin)), ...described].join('\n');
}

function position(place: Place): string {
  if (place.row !== undefined) return place.column;
  return place.region ? `${place.region.line}:${place.region.column}` : '';
}

function order(left: Place, right: Place): number {
  if (left.file === undefined || right.file === undefined) return compare(position(left), position(right));
  const [first, second] = [left.region, right.region];
  return (first?.line ?? 0) - (second?.line ?? 0) || (first?.column ?? 0) - (second?.column ?? 0);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function summary(report: LintReport, hidden: number): string {
  const count = tally([...report.tools.flatMap(({ results }) => results), ...report.cross]);
  const scores = report.tools.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const parts = [
    `${count.passed} passed`,
    counted(count.infos, 'info'),
    counted(count.warnings, 'warning'),
    counted(count.failures, 'failure'),
  ];
  const shown = hidden > 0 ? `; ${counted(hidden, 'finding')} not shown` : '';
  return `Summary: ${parts.join(', ')} in ${counted(scores.length, 'tool')}, mean score ${(mean || 0).toFixed(2)}${shown}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Characters that steer a terminal or hide are shown by their number. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
