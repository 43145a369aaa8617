/** What an operator looks for; the statuses are those of the API. */
export const VIEWS = {
  waiting: 'AWAITING_APPROVAL,HELD',
  open: 'OPEN,IN_PROGRESS',
  ended: 'EXECUTED,REJECTED,EXPIRED',
  all: undefined,
} as const;

export type View = keyof typeof VIEWS;

export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** What can have come of an action; one that has failed is one of those that were not done. */
export const OUTCOMES = ['EXECUTED', 'FAILED', 'REJECTED', 'EXPIRED', 'HELD'] as const;

/** The kinds of those who can say yes. */
export const KINDS = ['USER', 'SERVICE', 'AGENT', 'OPERATOR'] as const;

/** The list's filters, as they stand in the address. */
export interface ActionSearch {
  readonly view?: View | undefined;
  readonly text?: string | undefined;
  readonly risk?: (typeof RISKS)[number] | undefined;
  /** Stands in the place of a view. */
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
  readonly by?: (typeof KINDS)[number] | undefined;
  /** The first and the last day of its question, as 2026-01-31, where the reader is. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What of an address is a filter; anything else in it is left out. */
export function readActionSearch({ view, text, risk, outcome, by, from, to }: Record<string, unknown>): ActionSearch {
  return {
    view: (Object.keys(VIEWS) as View[]).find((one) => one === view),
    text: typeof text === 'string' && text !== '' ? text : undefined,
    risk: RISKS.find((one) => one === risk),
    outcome: OUTCOMES.find((one) => one === outcome),
    by: KINDS.find((one) => one === by),
    from: readDay(from),
    to: readDay(to),
  };
}

/** The same filters as the API has them. */
export function actionQuery({ view = 'all', text, risk, outcome, by, from, to }: ActionSearch) {
  const status = outcome ?? VIEWS[view];
  const since = from && timeOf(beginOf(from));
  const until = to && timeOf(beginOf(to, 1));
  return {
    ...(status && { status }),
    ...(text && { text }),
    ...(risk && { riskLevel: risk }),
    ...(by && { confirmedBy: by }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function readDay(day: unknown): string | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return Number.isNaN(Date.parse(day)) ? undefined : day;
}

/** As the API takes it; undefined outside of the years 0 to 9999, where nothing was asked. */
function timeOf(time: Date): string | undefined {
  const written = time.toISOString();
  return /^\d{4}-/.test(written) ? written : undefined;
}

/** When a day begins where the reader is, or one so many days after it. */
function beginOf(day: string, after = 0): Date {
  const begin = new Date(`${day}T00:00`);
  begin.setDate(begin.getDate() + after);
  return begin;
}
