import { matchesPattern } from '../../tools/index.js';
import type { Principal, PrincipalKind } from '../principal/index.js';

/**
 * How strong a yes an action needs.
 *
 * PLAIN   any words that agree, as the reader of consent finds them
 * STRONG  an explicit yes: no praise, no bare "ok", no question beside it; a button is one
 * TYPED   the reply names what the action is about, such as the order number; or a button is pressed
 */
export const CONSENT_STRENGTHS = ['PLAIN', 'STRONG', 'TYPED'] as const;
/** One of `CONSENT_STRENGTHS`. */
export type ConsentStrength = (typeof CONSENT_STRENGTHS)[number];

/** What an action can do to its user if it is a mistake, the smallest first: `consentTerms` compares by this order. */
export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;
/** One of `RISKS`, as a row of the flow says; null beside it means that nobody has judged. */
export type Risk = (typeof RISKS)[number];

/** What `convengine.consent` says about proposals. */
export interface ConsentSettings {
  /** What an action of risk HIGH needs where its row names nothing. */
  readonly highRisk: ConsentStrength;
  /** What an agent may confirm without its user. */
  readonly agents: { readonly tools: readonly string[]; readonly maxRisk: Risk };
}

/** Whose yes an action needs, and how strong it has to be: kept with the proposal, and checked by its claim. */
export interface ConsentTerms {
  readonly risk: Risk | null;
  readonly consent: ConsentStrength;
  readonly mayAnswer: readonly PrincipalKind[];
}

/** What an action says of itself, by its row. */
export interface ActionRisk {
  /** Code of a tool or key of an action. */
  readonly name: string;
  readonly risk: Risk | null;
  readonly consent: ConsentStrength | null;
}

/** The terms of an action, by its row and the settings. */
export function consentTerms({ name, risk, consent }: ActionRisk, { highRisk, agents }: ConsentSettings): ConsentTerms {
  // What nobody has judged is not harmless.
  const isWithinRisk = RISKS.indexOf(risk ?? 'MEDIUM') <= RISKS.indexOf(agents.maxRisk);
  const isLeftToAgents = isWithinRisk && agents.tools.some((pattern) => matchesPattern(pattern, name));
  return {
    risk,
    consent: consent ?? (risk === 'HIGH' ? highRisk : 'PLAIN'),
    mayAnswer: isLeftToAgents ? ['USER', 'SERVICE', 'AGENT'] : ['USER', 'SERVICE'],
  };
}

/** Whether the yes of a principal counts for an action. */
export function mayConfirm({ kind }: Pick<Principal, 'kind'>, { mayAnswer }: Pick<ConsentTerms, 'mayAnswer'>): boolean {
  return mayAnswer.includes(kind);
}
