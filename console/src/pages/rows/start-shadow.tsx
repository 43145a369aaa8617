import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../api/client';
import { type Word, WordForm } from '../../parts/word-form';
import type { Tried } from './sandbox';

const SHARES = [1, 10, 50, 100] as const;

interface StartShadowProps {
  readonly tried: Tried;
  /** Whether these are the changes that the page shows: more may be typed, or something be wrong with it. */
  readonly isCurrent: boolean;
}

/** Has the changes answer live turns beside the flow, before anybody is answered with them. */
export function StartShadow({ tried, isCurrent }: StartShadowProps) {
  const { t } = useTranslation('comparisons');
  const [percent, setPercent] = useState(10);
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: ({ edits, ...word }: Word & Tried) =>
      read(api.POST('/api/v1/flow/shadows', { body: { edits: [...(edits ?? [])], share: percent / 100, ...word } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['shadows'] }),
  });
  if (start.data && start.variables.edits === tried.edits) {
    return (
      <p role="status">
        {t('started')}{' '}
        <Link to="/comparisons/$shadowNo" params={{ shadowNo: String(start.data.shadowNo) }}>
          {t('shadow', { no: start.data.shadowNo })}
        </Link>
      </p>
    );
  }
  return (
    <>
      <NativeSelect
        label={t('shareOf')}
        value={String(percent)}
        onChange={(event) => setPercent(Number(event.currentTarget.value))}
        data={SHARES.map((value) => ({ value: String(value), label: `${value} %` }))}
      />
      <WordForm title={t('startTitle')} text={t('startText')} error={start.error}>
        {(word) => (
          <Button
            loading={start.isPending}
            disabled={!isCurrent}
            onClick={() => {
              const said = word();
              if (said) start.mutate({ ...said, edits: tried.edits });
            }}
          >
            {t('start')}
          </Button>
        )}
      </WordForm>
    </>
  );
}
