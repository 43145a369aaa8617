import type { LintTarget } from './lint-target.js';
import type { Matching } from './matching.js';
import type { CrossVerdict, RuleInfo, Severity, Verdict } from './rule.js';
import { RULES } from './rules/index.js';

/** What one rule says of one tool. */
export interface Result extends Verdict {
  readonly rule: RuleInfo;
}

/** How often each severity was given. */
export interface Tally {
  readonly checks: number;
  readonly passed: number;
  readonly infos: number;
  readonly warnings: number;
  readonly failures: number;
}

/** What the rules say of one tool. */
export interface ToolReport {
  readonly tool: LintTarget;
  /** One of each rule, in their order. */
  readonly results: readonly Result[];
  /** The mean of the rules' scores, from 0 to 1. */
  readonly score: number;
  /** `A+` to `F`. */
  readonly grade: string;
}

/** What is said of a tool beside others, or of its being loaded. */
export interface CrossResult extends CrossVerdict {
  readonly rule: RuleInfo;
}

/** What the rules say of some tools. */
export interface LintReport {
  readonly tools: readonly ToolReport[];
  /** What the rules say of the tools together. */
  readonly cross: readonly CrossResult[];
  /** What keeps tools from being used. */
  readonly loading: readonly CrossResult[];
}

/** Checks every tool, and all of them together. */
export function lint(
  tools: readonly LintTarget[],
  matching: Matching,
  loading: readonly CrossResult[] = [],
): LintReport {
  return { tools: tools.map((tool) => lintTool(tool, matching)), cross: lintTogether(tools, matching), loading };
}

function lintTool(tool: LintTarget, matching: Matching): ToolReport {
  const results = RULES.map((rule) => ({ rule, ...settle(rule.check(tool, matching), matching) }));
  const score = results.reduce((sum, result) => sum + result.score, 0) / results.length;
  return { tool, results, score, grade: gradeOf(score) };
}

function lintTogether(tools: readonly LintTarget[], matching: Matching): CrossResult[] {
  return RULES.flatMap((rule) => (rule.compare?.(tools, matching) ?? []).map((verdict) => ({ rule, ...verdict })));
}

/** Severity and findings agree: who has nothing to say passes, and what is found is at least worth an INFO. */
function settle(verdict: Verdict, { isCompat }: Matching): Verdict {
  if (isCompat) return verdict;
  const hasFindings = verdict.findings.length > 0;
  const severity: Severity = !hasFindings ? 'PASS' : verdict.severity === 'PASS' ? 'INFO' : verdict.severity;
  return { ...verdict, severity, passed: severity === 'PASS' || severity === 'INFO' };
}

/** Every result of a report. */
export function allResults({ tools, cross, loading }: LintReport): Result[] {
  return [...tools.flatMap(({ results }) => results), ...cross, ...loading];
}

/** Counts results; in compat mode, severity PASS with a finding is in none of the counts, as in mcp-gateway. */
export function tally(results: readonly Verdict[]): Tally {
  const count = (severity: Severity) => results.filter((result) => result.severity === severity).length;
  return {
    checks: results.length,
    passed: count('PASS'),
    infos: count('INFO'),
    warnings: count('WARN'),
    failures: count('FAIL'),
  };
}

const GRADES: readonly (readonly [number, string])[] = [
  [0.95, 'A+'],
  [0.9, 'A'],
  [0.85, 'A-'],
  [0.8, 'B+'],
  [0.75, 'B'],
  [0.7, 'B-'],
  [0.65, 'C+'],
  [0.6, 'C'],
  [0.55, 'C-'],
  [0.5, 'D'],
];

function gradeOf(score: number): string {
  return GRADES.find(([least]) => score >= least)?.[1] ?? 'F';
}
