import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemText } from './problem';

interface MoreProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    fetchNextPage(): unknown;
  };
}

/** Leads on to the next page of a list, where there is one; says so where it could not be read. */
export function More({ list }: MoreProps) {
  const { t } = useTranslation('shell');
  if (!list.hasNextPage) return null;
  return (
    <>
      {list.isFetchNextPageError && (
        <div role="alert">
          <ProblemText error={list.error} />
        </div>
      )}
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('more')}
      </Button>
    </>
  );
}
