import { type Query, type QueryClient, useQuery } from '@tanstack/react-query';
import { api, read, type Schema, type ServiceError } from './client';

/** Who the reader is to the service, and what they may do. */
export type Me = Schema<'Me'>;
export type Permission = keyof Me['permissions'];

const KEY = ['me'];
const FRESH_MS = 60_000;

/**
 * Read before any page is shown, again whenever the service does not know the reader any more, and when the window comes
 * back: in another one of the same browser, somebody else may have signed in.
 */
export function useMe() {
  return useQuery<Me, ServiceError>({
    queryKey: KEY,
    queryFn: async ({ client }) => {
      const me = await read(api.GET('/api/v1/me'));
      forgetOthers(client, me);
      return me;
    },
    staleTime: FRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** What was read as somebody else is read anew. */
function forgetOthers(queries: QueryClient, { proof, subject, name, roles }: Me): void {
  const before = queries.getQueryData<Me>(KEY);
  const isSame = before?.subject === subject && before.name === name && String(before.roles) === String(roles);
  // Who is nobody reads nothing.
  if (before && proof !== 'none' && !isSame) void queries.resetQueries({ predicate: isOfPage });
}

function isOfPage({ queryKey }: Query): boolean {
  return queryKey[0] !== KEY[0];
}

/** Tells whether the reader may do something: what they may not is not shown. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMe();
  return (permission) => data?.permissions[permission] !== undefined;
}

/** Whether the reader has not said who they are, and could. */
export function canSignIn({ proof, signIn }: Me): boolean {
  return proof === 'none' && (signIn.provider !== null || signIn.keys);
}

/**
 * Signs in with a key, which the service keeps: the page forgets it.
 * @throws ServiceError
 */
export async function signInWithKey(queries: QueryClient, key: string): Promise<void> {
  const me = await read(api.POST('/api/v1/session', { body: { key } }));
  queries.removeQueries({ predicate: isOfPage });
  queries.setQueryData(KEY, me);
}

/**
 * Signs out, also at the provider where it has a place for that. The page is loaded anew: nothing of what was read stays.
 * @throws ServiceError
 */
export async function signOut(): Promise<void> {
  const { signOutAt } = await read(api.DELETE('/api/v1/session'));
  window.sessionStorage.clear();
  window.location.assign(signOutAt ?? '/console');
}

/** Where the service sends the browser to sign in at the provider, and then back to a page of the console. */
export function providerAddress(returnTo: string): string {
  return `/console/sign-in/start?${new URLSearchParams({ returnTo }).toString()}`;
}
