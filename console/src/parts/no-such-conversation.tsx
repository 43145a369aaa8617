import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../api/client';
import { useMay } from '../api/me';
import { Page } from './page';

/** An address of no conversation, or of one that is not the reader's; and where to go on. */
export function NoSuchConversation() {
  const { t } = useTranslation('conversations');
  const may = useMay();
  return (
    <Page title={t('noSuch.title')} answer={<span role="alert">{t('noSuch.text')}</span>}>
      {may('ledger.read') && (
        <p>
          <Link to="/conversations">{t('noSuch.list')}</Link>
        </p>
      )}
      {may('conversation.talk') && (
        <p>
          <Link to="/">{t('noSuch.begin')}</Link>
        </p>
      )}
    </Page>
  );
}

/** Whether the answer to a request for one conversation says that there is none: its id may be mistyped, too. */
export function isNoConversation(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 404 || error.status === 400);
}
