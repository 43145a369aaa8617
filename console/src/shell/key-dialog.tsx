import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addKey, keyWanted } from '../api/keys';
import { useStore } from '../api/store';
import styles from './key-dialog.module.css';

/** Asks for an API key once the service has refused for want of one. */
export function KeyDialog() {
  const { t } = useTranslation('shell');
  const wanted = useStore(keyWanted);
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => keyWanted.set(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '') return;
    addKey(key.trim());
    void queries.invalidateQueries();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="key-title" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="key-title">{t('key.title')}</h2>
        <p>{wanted}</p>
        <PasswordInput
          label={t('key.label')}
          description={t('key.kept')}
          autoComplete="off"
          value={key}
          visibilityToggleButtonProps={{ 'aria-label': t('key.show') }}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('key.use')}</Button>
        </div>
      </form>
    </dialog>
  );
}
