import type { ConversionItem } from '../item.js';
import type { LegacyRule } from '../legacy-rule.js';
import type { ReadTemplate } from '../template/template-parser.js';

/** One thing that was looked at. */
export interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly detail: string;
}

export type CheckName = keyof typeof WEIGHTS;

/** What each check counts in the score; together 1. */
export const WEIGHTS = {
  semantic_equivalence: 0.4,
  required_mappings_present: 0.2,
  processor_suitability: 0.15,
  syntactic_validity: 0.15,
  target_field_match: 0.05,
  status_consistency: 0.025,
  value_domain: 0.025,
} as const;

/** The score cannot be higher than this, and why. */
export interface Cap {
  readonly score: number;
  readonly reason: string;
}

/** What a check found. */
export interface CheckResult {
  readonly check: Check;
  readonly cap?: Cap;
  readonly warnings?: readonly string[];
}

/** What is checked. */
export interface Proposal {
  readonly item: ConversionItem;
  readonly rule: LegacyRule;
  /** Absent where the item has no template. */
  readonly template?: ReadTemplate;
}

/** Caps by what was found: below 0.5 it is wrong, from 0.8 it is right, between it cannot be told. */
export const CAPS = {
  residue: 0.2,
  wrongTarget: 0.25,
  syntax: 0.3,
  contradiction: 0.35,
  /** One value where the rule has several. */
  collapsed: 0.45,
  unresolved: 0.54,
  /** A part of the rule or of the template was not read. */
  undecided: 0.6,
  /** Right as far as it goes, and yet there is something that people should look at. */
  questionable: 0.79,
  /** Which of the rule's objects it is, is not said, and it is right for all of them. */
  anyObject: 0.9,
  /** Compared by the text of patterns, which both languages may read a little differently. */
  patterns: 0.95,
} as const;

/** A check that found nothing wrong. @param more what it has to say all the same */
export function passed(name: CheckName, detail: string, more: Omit<CheckResult, 'check'> = {}): CheckResult {
  return { check: { name, passed: true, detail }, ...more };
}

/** A check that found something wrong. @param score what the whole score is held to at most, 0…1; not held where left out */
export function failed(name: CheckName, detail: string, score?: number, warnings: readonly string[] = []): CheckResult {
  const cap = score === undefined ? {} : { cap: { score, reason: detail } };
  return { check: { name, passed: false, detail }, ...cap, warnings };
}
