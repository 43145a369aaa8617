import type { LintTarget, Subject, TargetPath } from './lint-target.js';
import type { Matching } from './matching.js';

/** How bad a result is. Only FAIL makes a run fail. */
export type Severity = 'FAIL' | 'WARN' | 'INFO' | 'PASS';

/** One thing that is wrong with a tool. */
export interface Finding {
  readonly message: string;
  readonly at: TargetPath;
  /** What to do about it. */
  readonly advice: string;
}

/** What one rule says of one tool. */
export interface Verdict {
  readonly severity: Severity;
  readonly passed: boolean;
  /** From 0 to 1. */
  readonly score: number;
  readonly findings: readonly Finding[];
  /** Advice without repetitions, and praise. */
  readonly suggestions: readonly string[];
}

/** What a rule says of a tool when it is compared with others. */
export interface CrossVerdict extends Verdict {
  /** The tool that it is about; undefined where it is about all of them. */
  readonly tool: Subject | undefined;
}

/** What people read of a rule. */
export interface RuleInfo {
  /** `AX-001` and so on. */
  readonly id: string;
  readonly title: string;
  /** Why it matters, in one or two sentences; fills `docs/validate.md`. */
  readonly why: string;
  readonly example: { readonly wrong: string; readonly right: string };
}

/** One rule about how a tool should be written, so that a model can find and use it. */
export interface Rule extends RuleInfo {
  check(tool: LintTarget, matching: Matching): Verdict;
  /** Compares tools with one another; in the order they were given. */
  compare?(tools: readonly LintTarget[], matching: Matching): CrossVerdict[];
}

/** Nothing to say. */
export const PASS: Verdict = { severity: 'PASS', passed: true, score: 1, findings: [], suggestions: [] };

/** The severity of a score: FAIL below `fail`, WARN below `warn`, INFO below `info`, else PASS. */
export function severityOf(score: number, below: { fail?: number; warn?: number; info?: number }): Severity {
  if (score < (below.fail ?? 0)) return 'FAIL';
  if (score < (below.warn ?? 0)) return 'WARN';
  return score < (below.info ?? 0) ? 'INFO' : 'PASS';
}

/** Collects what a rule finds, in its order. */
export class Findings {
  readonly findings: Finding[] = [];
  readonly suggestions: string[] = [];

  add(at: TargetPath, message: string, advice: string): void {
    this.findings.push({ at, message, advice });
    this.suggest(advice);
  }

  suggest(text: string): void {
    if (!this.suggestions.includes(text)) this.suggestions.push(text);
  }

  get isEmpty(): boolean {
    return this.findings.length === 0;
  }

  verdict(severity: Severity, score: number, passed: boolean): Verdict {
    return { severity, score, passed, findings: this.findings, suggestions: this.suggestions };
  }
}
