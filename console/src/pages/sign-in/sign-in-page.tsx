import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me';
import { Empty } from '../../parts/empty';
import { Page } from '../../parts/page';
import { SignIn } from './sign-in';
import type { SignInSearch } from './sign-in-search';

const BASE = '/console';

/** Where one signs in on purpose, and where one learns why the way over the provider has led nowhere. */
export function SignInPage() {
  const { t } = useTranslation('access');
  const { problem, returnTo = BASE }: SignInSearch = useSearch({ from: '/sign-in' });
  const { data: me } = useMe();
  const { history } = useRouter();
  if (!me) return null;
  if (me.signIn.provider === null && !me.signIn.keys) {
    return (
      <Page title={t('title')}>
        <Empty title={t('open.title')}>
          <p>{t('open.text')}</p>
        </Empty>
      </Page>
    );
  }
  const answer = me.session ? `${t('in', { who: me.name || t('ofSettings') })} ${t('another')}` : t('text');
  return (
    <Page title={t('title')} answer={answer}>
      <SignIn me={me} problem={problem} returnTo={returnTo} onDone={() => history.replace(returnTo)} />
    </Page>
  );
}
