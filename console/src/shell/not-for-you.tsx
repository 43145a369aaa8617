import { Button } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Me } from '../api/me';
import { Page } from '../parts/page';
import type { PagePermission } from './pages';

interface NotForYouProps {
  readonly me: Me;
  readonly needs: readonly PagePermission[];
}

/** What somebody reads who has come to a page that their role does not open. */
export function NotForYou({ me, needs }: NotForYouProps) {
  const { t } = useTranslation('access');
  const href = useRouterState({ select: ({ location }) => location.href });
  const permission = needs.map((one) => t(`what.${one}`)).join(' / ');
  const isNobody = me.proof === 'none';
  const who = me.name || t('ofSettings');
  return (
    <Page
      title={t('notForYou.title')}
      answer={
        isNobody
          ? t('notForYou.nobody', { permission })
          : t('notForYou.text', { who, roles: me.roles.join(', '), permission })
      }
    >
      <p>{t(isNobody ? 'notForYou.elsewhere' : 'notForYou.remedy')}</p>
      {!isNobody && (
        <p>
          <Button component={Link} to="/sign-in" search={{ returnTo: `/console${href}` } as never} variant="default">
            {t('notForYou.switch')}
          </Button>
        </p>
      )}
    </Page>
  );
}
