import { Button, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../api/client';
import { remedyFor } from '../languages';
import styles from './notice.module.css';

/** What is said where something could not be read: what happened, and what one can do. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.notice} role="alert">
      <Title order={2}>{titleOf(error, t)}</Title>
      <ProblemText error={error} />
      {again && !isNowhere(error) && (
        <Button variant="default" onClick={again}>
          {t('again')}
        </Button>
      )}
    </div>
  );
}

/** What is said where the console itself failed, or a part of it could not be loaded, as after an update of the service. */
export function Broken({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.notice} role="alert">
      <Title order={1} size="h2">
        {titleOf(error, t)}
      </Title>
      <ProblemText error={error} />
      <p>{t('failed.updated')}</p>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('failed.reload')}
      </Button>
    </div>
  );
}

/** What is not there is not there when it is asked for again either. */
export function isNowhere(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** The same, in a line or two. */
export function ProblemText({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  if (error instanceof ServiceError && error.isUnreachable) return <p>{t('away.text')}</p>;
  if (error instanceof ServiceError) {
    return (
      <p>
        <span lang="en">{error.message}</span> {remedyFor(error)}
      </p>
    );
  }
  return <p>{error instanceof Error ? error.message : String(error)}</p>;
}

function titleOf(error: unknown, t: ReturnType<typeof useTranslation<'shell'>>['t']): string {
  if (!(error instanceof ServiceError)) return t('failed.console');
  if (error.isUnreachable) return t('away.title');
  if (error.status === 401 || error.status === 403) return t('failed.who');
  if (error.status === 404) return t('failed.missing');
  return t('failed.service');
}
