import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from './page';

/** An address that leads to no page. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('notFound.title')} answer={t('notFound.text')}>
      <p>
        <Link to="/">{t('notFound.back')}</Link>
      </p>
    </Page>
  );
}
