import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MoreProps {
  readonly list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** Leads on to the next page of a list, where there is one. */
export function More({ list }: MoreProps) {
  const { t } = useTranslation('shell');
  if (!list.hasNextPage) return null;
  return (
    <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t('more')}
    </Button>
  );
}
