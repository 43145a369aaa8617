import { Button, PasswordInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../api/client';
import { type Me, providerAddress, signInWithKey } from '../../api/me';
import { Fold } from '../../parts/fold';
import { ProblemText } from '../../parts/problem';
import styles from './sign-in.module.css';
import type { SignInSearch } from './sign-in-search';

interface SignInProps {
  readonly me: Me;
  readonly problem?: SignInSearch['problem'];
  /** The page that the provider leads back to, with /console. */
  readonly returnTo: string;
  /** Signed in with a key. */
  readonly onDone?: () => void;
}

/** The ways to sign in that this service has: through its provider, and with a key. */
export function SignIn({ me: { signIn }, problem, returnTo, onDone }: SignInProps) {
  const { t } = useTranslation('access');
  const key = <KeyForm onDone={onDone} />;
  return (
    <div className={styles.ways}>
      {problem && (
        <div role="alert" className={styles.problem}>
          <Title order={2}>{t('problem.title')}</Title>
          <p>{t(`problem.${problem}`)}</p>
        </div>
      )}
      {signIn.provider !== null && (
        <Button component="a" href={providerAddress(returnTo)} className={styles.provider}>
          {t('with', { provider: signIn.provider })}
        </Button>
      )}
      {signIn.keys && (signIn.provider === null ? key : <Fold title={t('key.fold')}>{key}</Fold>)}
    </div>
  );
}

/** What programs can do about it is of no use here. */
function isRefusal(error: Error): boolean {
  return error instanceof ServiceError && error.status === 401;
}

function KeyForm({ onDone }: Pick<SignInProps, 'onDone'>) {
  const { t } = useTranslation('access');
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const [isAsked, setAsked] = useState(false);
  const signing = useMutation({
    mutationFn: () => signInWithKey(queries, key.trim()),
    onSuccess: () => onDone?.(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (key.trim() !== '') signing.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('key.fold')}>
      <PasswordInput
        label={t('key.label')}
        description={t('key.kept')}
        autoComplete="off"
        value={key}
        error={isAsked && key.trim() === '' ? t('key.missing') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {signing.error && (
        <div role="alert" className={styles.error}>
          {isRefusal(signing.error) ? <p>{t('key.refused')}</p> : <ProblemText error={signing.error} />}
        </div>
      )}
      <Button type="submit" variant="default" loading={signing.isPending}>
        {t('key.use')}
      </Button>
    </form>
  );
}
