import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addKey, keyWanted } from '../api/keys';
import { useStore } from '../api/store';

/** Asks for an API key once the service has refused for want of one. */
export function KeyDialog() {
  const { t } = useTranslation('shell');
  const wanted = useStore(keyWanted);
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '') return;
    addKey(key.trim());
    setKey('');
    void queries.invalidateQueries();
  };
  return (
    <Modal opened={wanted !== undefined} onClose={() => keyWanted.set(undefined)} title={t('key.title')} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text>{wanted}</Text>
          <PasswordInput
            label={t('key.label')}
            description={t('key.kept')}
            autoComplete="off"
            data-autofocus
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => keyWanted.set(undefined)}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('key.use')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
