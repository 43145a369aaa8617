/** A proposal to convert a legacy rule, and whether it is right. */
export interface Conversion {
  /** As the tool takes it. */
  readonly item: Record<string, unknown>;
  /** `open`: what decides cannot be read, so that nobody can tell. */
  readonly truth: 'right' | 'wrong' | 'open';
  /** How the rule is written. */
  readonly form: string;
  /** What was changed in the template of a wrong one, else `none`. */
  readonly change: string;
}

/** Always the same ones for the same half; the held-out half has forms of rules of its own. */
export function conversions(half: 'tuning' | 'held-out', rounds?: number): Conversion[];
