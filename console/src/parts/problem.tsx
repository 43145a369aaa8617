import { Button, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyWanted } from '../api/keys';
import { ApiProblem } from '../api/problem';
import styles from './notice.module.css';

/** What is said where something could not be read: what happened, and what one can do. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const { t } = useTranslation('shell');
  const needsKey = error instanceof ApiProblem && error.needsKey;
  return (
    <div className={styles.notice} role="alert">
      <Title order={2}>{titleOf(error, t)}</Title>
      <ProblemText error={error} />
      <Group>
        {needsKey && <Button onClick={() => keyWanted.set(error.message)}>{t('key.enter')}</Button>}
        {again && (
          <Button variant="default" onClick={again}>
            {t('again')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The same, in a line or two. */
export function ProblemText({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  if (error instanceof ApiProblem && error.isUnreachable) return <p>{t('away.text')}</p>;
  if (error instanceof ApiProblem) {
    return (
      <p>
        {error.message} {error.remedy}
      </p>
    );
  }
  return <p>{error instanceof Error ? error.message : String(error)}</p>;
}

function titleOf(error: unknown, t: ReturnType<typeof useTranslation<'shell'>>['t']): string {
  if (!(error instanceof ApiProblem)) return t('failed.console');
  if (error.isUnreachable) return t('away.title');
  if (error.status === 401) return t('failed.key');
  if (error.status === 404) return t('failed.missing');
  return t('failed.service');
}
