import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canSignIn, type Me, signOut } from '../api/me';
import { ProblemText } from '../parts/problem';
import { When } from '../parts/when';
import styles from './account.module.css';

/** Who is signed in, and the way out; or the way in, where there is one. Nothing where nobody has to say who they are. */
export function Account({ me }: { readonly me: Me }) {
  const { t } = useTranslation('access');
  const returnTo = useRouterState({ select: ({ location }) => `/console${location.href}` });
  if (canSignIn(me)) {
    return (
      <Link to="/sign-in" search={{ returnTo }} className={styles.in}>
        {t('signIn')}
      </Link>
    );
  }
  return me.session && <SignedIn me={me} endsAt={me.session.endsAt} returnTo={returnTo} />;
}

interface SignedInProps {
  readonly me: Me;
  readonly endsAt: string;
  readonly returnTo: string;
}

function SignedIn({ me, endsAt, returnTo }: SignedInProps) {
  const { t } = useTranslation('access');
  const leaving = useMutation({ mutationFn: signOut });
  const menu = useRef<HTMLDivElement>(null);
  const who = me.name || t('ofSettings');
  return (
    <>
      <button type="button" className={styles.who} popoverTarget="account">
        {who}
      </button>
      <div id="account" ref={menu} popover="auto" className={styles.menu}>
        <p className={styles.soft}>{t('account')}</p>
        <p className={styles.name}>{who}</p>
        {me.subject !== '' && me.subject !== who && <p className={styles.soft}>{me.subject}</p>}
        <p>{t('roles', { roles: me.roles.join(', ') })}</p>
        <p className={styles.soft}>
          {t('ends')}: <When at={endsAt} />
        </p>
        {leaving.error && (
          <div role="alert">
            <ProblemText error={leaving.error} />
          </div>
        )}
        <p>
          <Link to="/sign-in" search={{ returnTo }} onClick={() => menu.current?.hidePopover()}>
            {t('notForYou.switch')}
          </Link>
        </p>
        <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('signOut')}
        </Button>
      </div>
    </>
  );
}
