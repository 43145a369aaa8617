const PROBLEMS = ['stale', 'denied', 'role', 'refused', 'away'] as const;

/** What the address of the page says. */
export interface SignInSearch {
  /** Why the way over the provider has led nowhere. */
  readonly problem?: (typeof PROBLEMS)[number];
  /** The page to go on with: a path below /console. */
  readonly returnTo?: string;
}

export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const problem = PROBLEMS.find((one) => one === search.problem);
  const { returnTo } = search;
  // Anything else would lead out of the console.
  const isPage = typeof returnTo === 'string' && /^\/console(\/(?!\/)|\?|$)/.test(returnTo);
  return { ...(problem && { problem }), ...(isPage && { returnTo }) };
}
