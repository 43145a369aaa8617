import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../api/client';
import { ProblemText } from '../parts/problem';
import { Tag } from '../parts/tag';

/** Asks whether what was recorded of a conversation is as the service has written it. */
export function Verify({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation('turns');
  const verify = useMutation({
    mutationFn: () =>
      read(api.GET('/api/v1/conversations/{id}/verification', { params: { path: { id: conversationId } } })),
  });
  const found = verify.data;
  const problems = found?.problems.map(({ turnNo, problem }) => t('tamperedAt', { turn: turnNo ?? '–', problem }));
  return (
    <>
      <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        {t('verify')}
      </Button>
      <span role="status">
        {found?.ok === true && <Tag tone="good">{t('verified', { count: found.records })}</Tag>}
        {found?.ok === false && <Tag tone="bad">{t('tampered', { problems: problems?.join(', ') })}</Tag>}
      </span>
      {verify.error && <ProblemText error={verify.error} />}
    </>
  );
}
