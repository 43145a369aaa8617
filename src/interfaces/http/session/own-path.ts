const HERE = 'http://here';
const MOST_CHARS = 1_000;

/** The page of the console that an address names, as a path; that of the start for any address that is no page of the console. */
export function ownPath(given: unknown): string {
  const url = typeof given === 'string' && given.length <= MOST_CHARS ? URL.parse(given, HERE) : null;
  const isPage = url?.origin === HERE && /^\/console(\/|$)/.test(url.pathname);
  return isPage && !url.pathname.startsWith('/console/sign-in') ? `${url.pathname}${url.search}` : '/console';
}
