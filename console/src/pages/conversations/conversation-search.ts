/** How long ago a conversation began at most, in hours. */
export const PERIODS = { hour: 1, day: 24, week: 168 } as const;

export type Period = keyof typeof PERIODS;

export const STATUSES = ['RUNNING', 'BLOCKED'] as const;

export const VIEWS = ['all', 'waiting'] as const;

export type View = (typeof VIEWS)[number];

/** The list's filters, as they stand in the address. */
export interface ConversationSearch {
  /** `waiting`: those that people answer. */
  readonly view?: 'waiting' | undefined;
  readonly queue?: string | undefined;
  readonly text?: string | undefined;
  readonly since?: Period | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly intent?: string | undefined;
  readonly state?: string | undefined;
  readonly principal?: string | undefined;
}

/** What of an address is a filter; anything else in it is left out. */
export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  const word = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    view: search.view === 'waiting' ? 'waiting' : undefined,
    queue: word('queue'),
    text: word('text'),
    since: (Object.keys(PERIODS) as Period[]).find((period) => period === search.since),
    status: STATUSES.find((status) => status === search.status),
    intent: word('intent'),
    state: word('state'),
    principal: word('principal'),
  };
}
