/** What an operator looks for; the statuses are those of the API. */
export const VIEWS = {
  waiting: 'AWAITING_APPROVAL,HELD',
  open: 'OPEN,IN_PROGRESS',
  ended: 'EXECUTED,REJECTED,EXPIRED',
  all: undefined,
} as const;

export type View = keyof typeof VIEWS;

/** The list's filters, as they stand in the address. */
export interface ActionSearch {
  readonly view?: View | undefined;
  readonly text?: string | undefined;
  readonly risk?: 'LOW' | 'MEDIUM' | 'HIGH' | undefined;
}

export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** What of an address is a filter; anything else in it is left out. */
export function readActionSearch({ view, text, risk }: Record<string, unknown>): ActionSearch {
  return {
    view: (Object.keys(VIEWS) as View[]).find((one) => one === view),
    text: typeof text === 'string' && text !== '' ? text : undefined,
    risk: RISKS.find((one) => one === risk),
  };
}
