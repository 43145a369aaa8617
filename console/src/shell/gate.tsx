import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canSignIn, type Me, useMe } from '../api/me';
import { Loading } from '../parts/loading';
import { ownName } from '../parts/own-name';
import { Page } from '../parts/page';
import { Failed } from '../parts/problem';
import { needsOf, opens, PAGES } from './pages';

const NotForYou = lazy(() => import('./not-for-you').then((part) => ({ default: part.NotForYou })));
const SignIn = lazy(() => import('../pages/sign-in/sign-in').then((part) => ({ default: part.SignIn })));

/** Shows the page at this address to who may open it; anybody else reads why they may not, and what they can do. */
export function Gate() {
  const { data: me, error, refetch } = useMe();
  // Of the page that is shown: the address may be ahead of it.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '/' });
  const wasSignedIn = useRef(false);
  const named = useRef('');
  useEffect(() => {
    if (me?.session) wasSignedIn.current = true;
    // Whoever decides is recorded: the name is there before it is asked for, and is that of nobody who was here before.
    if (me === undefined || me.proof === 'none' || me.name === named.current) return;
    named.current = me.name;
    ownName.set(me.name);
  }, [me]);
  if (!me) return error ? <Failed error={error} again={() => void refetch()} /> : <Loading lines={8} />;
  const needs = needsOf(path);
  if (opens(needs, me.permissions)) return <Outlet />;
  const [first] = PAGES.filter((page) => opens(page.needs, me.permissions));
  if (path === '/' && first && me.proof !== 'none') return <Navigate to={first.to} replace />;
  return (
    <Suspense>
      {canSignIn(me) ? <Enter me={me} hasEnded={wasSignedIn.current} /> : <NotForYou me={me} needs={needs ?? []} />}
    </Suspense>
  );
}

/** In the place of the page, so that it is there once one has signed in. */
function Enter({ me, hasEnded }: { readonly me: Me; readonly hasEnded: boolean }) {
  const { t } = useTranslation('access');
  const href = useRouterState({ select: ({ location }) => location.href });
  return (
    <Page title={t('title')} answer={<span role="status">{t(hasEnded ? 'ended' : 'text')}</span>}>
      <SignIn me={me} returnTo={`/console${href}`} />
    </Page>
  );
}
