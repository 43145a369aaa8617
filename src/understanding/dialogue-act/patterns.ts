import { compileRegex } from '../../platform/common/regex.js';
import type { DialogueAct } from './dialogue-act.js';
import type { ActLanguage } from './words/index.js';

/** The acts that configuration can give a pattern of their own, in the order in which they are tried. */
const PATTERN_ACTS = ['AFFIRM', 'NEGATE', 'EDIT', 'RESET', 'GREETING'] as const satisfies readonly DialogueAct[];
type PatternAct = (typeof PATTERN_ACTS)[number];

/** Patterns from configuration rows; each matches the whole trimmed message, upper and lower case alike. */
export type DialogueActPatterns = Readonly<Partial<Record<PatternAct, string>>>;

/** The contract's patterns, in force where configuration gives none. */
export const DEFAULT_PATTERNS: Readonly<Record<PatternAct, string>> = {
  AFFIRM: '^(\\s)*(yes|yep|yeah|ok|okay|sure|go ahead|do that|please do|confirm|approved?)(\\s)*$',
  NEGATE: "^(\\s)*(no|nope|nah|cancel|stop|don't|do not)(\\s)*$",
  EDIT: '^(\\s)*(edit|revise|change|modify|update)(\\s)*$',
  RESET: '^(\\s)*(reset|restart|start over)(\\s)*$',
  GREETING: '^(\\s)*(hi|hello|hey|greetings|good morning|good afternoon|good evening|howdy)(\\s)*$',
};

/**
 * The act whose pattern matches the whole text; the first in the contract's order.
 * @throws whatever compileRegex throws for a pattern that is none
 */
export function matchPatterns(text: string, patterns: DialogueActPatterns): PatternAct | undefined {
  return PATTERN_ACTS.find((act) => matches(patterns[act] ?? DEFAULT_PATTERNS[act], text));
}

/**
 * True when the AFFIRM pattern in force accepts the plain yes of the language. One that refuses it narrows consent on
 * purpose ("I CONFIRM"), or is written for another language; then the phrases must not widen it again.
 */
export function acceptsPlainYes(patterns: DialogueActPatterns, { words }: ActLanguage): boolean {
  const { AFFIRM } = patterns;
  return AFFIRM === undefined || [...words.yes].some((yes) => matches(AFFIRM, yes));
}

function matches(pattern: string, text: string): boolean {
  return compileRegex(pattern, { ignoreCase: true }).fullMatch(text);
}
