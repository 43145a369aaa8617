import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Stands where something will be, in about its shape. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTranslation('shell');
  return (
    <Stack gap="sm" p="lg" aria-busy="true">
      <span className="unseen" role="status">
        {t('loading')}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} width={`${90 - 13 * (line % 4)}%`} />
      ))}
    </Stack>
  );
}
