export const EFFECTS = ['READ', 'WRITE'] as const;
/** Tools that come with the service, or all. */
export const ORIGINS = ['shipped', 'all'] as const;
export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** The list's filters, as they stand in the address. */
export interface ToolSearch {
  readonly text?: string | undefined;
  readonly effect?: (typeof EFFECTS)[number] | undefined;
  /** Those of the flow where left out. */
  readonly from?: (typeof ORIGINS)[number] | undefined;
  readonly risk?: (typeof RISKS)[number] | undefined;
}

/** What of an address is a filter; anything else in it is left out. */
export function readToolSearch({ text, effect, from, risk }: Record<string, unknown>): ToolSearch {
  return {
    text: typeof text === 'string' && text !== '' ? text : undefined,
    effect: EFFECTS.find((one) => one === effect),
    from: ORIGINS.find((one) => one === from),
    risk: RISKS.find((one) => one === risk),
  };
}
