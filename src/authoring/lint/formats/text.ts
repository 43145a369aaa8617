import { counted } from '../../../platform/common/counted.js';
import { allResults, type CrossResult, type LintReport, type Result, tally } from '../lint.js';
import { describePlace, ownerOf, type Place, position, type Subject } from '../lint-target.js';
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
    ...[...report.cross, ...report.loading].flatMap((result) => (result.tool ? linesOf(result.tool, result) : [])),
  ];
  const shown = found.filter(({ severity }) => isShown(severity, options.severity));
  const origins = new Map(report.tools.map(({ tool }, index) => [tool.origin, { index, name: tool.name }]));
  const placeOf = (origin: string) => origins.get(origin)?.index ?? report.tools.length;
  const groups = [...Map.groupBy(shown, ({ origin }) => origin)].sort(
    ([left], [right]) => placeOf(left) - placeOf(right),
  );
  const blocks = groups.map(([origin, lines]) => {
    const title = lines[0]?.place.kind === 'file' ? origin : `${origin} ${origins.get(origin)?.name ?? ''}`.trim();
    return [options.paint('bold', visible(title)), ...describeLines(lines, options)].join('\n');
  });
  return [...blocks, summary(report, found.length - shown.length)].join('\n\n');
}

interface Line {
  readonly origin: string;
  readonly severity: Severity;
  readonly rule: string;
  readonly place: Place;
  readonly finding: Finding;
}

function linesOf(tool: Subject, { rule, severity, findings }: Result | CrossResult): Line[] {
  return findings.map((finding) => {
    const place = tool.placeOf(finding.at);
    return { origin: tool.origin, severity, rule: rule.id, place, finding };
  });
}

/** Room for line and column. */
const MIN_WIDTH = 7;

function describeLines(lines: readonly Line[], { paint }: TextOptions): string[] {
  const sorted = lines.toSorted((left, right) => order(left.place, right.place) || compare(left.rule, right.rule));
  const width = Math.max(MIN_WIDTH, ...lines.map((line) => placeIn(line).length));
  return sorted.map((line) => {
    const { severity, rule, finding } = line;
    const where = visible(placeIn(line)).padEnd(width);
    const what = `  ${where} ${paint(severity, severity.padEnd(4))} ${rule}  ${visible(finding.message)}`;
    return `${what}\n${' '.repeat(width + 8)}${paint('dim', `-> ${visible(finding.advice)}`)}`;
  });
}

/** The place, without the file or row that the line stands under. */
function placeIn({ origin, place }: Line): string {
  return ownerOf(place) === origin ? position(place) : describePlace(place);
}

function order(left: Place, right: Place): number {
  if (left.kind !== 'file' || right.kind !== 'file') return compare(position(left), position(right));
  const [first, second] = [left.region, right.region];
  return (first?.line ?? 0) - (second?.line ?? 0) || (first?.column ?? 0) - (second?.column ?? 0);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function summary(report: LintReport, hidden: number): string {
  const count = tally(allResults(report));
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

/** Characters that steer a terminal or hide are shown by their number. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
