import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { useDryRun } from './use-dry-run';
import styles from './why.module.css';
import { WhyForm } from './why-form';
import type { WhySearch } from './why-search';
import { WhyTurn } from './why-turn';

/** Why a rule did not fire: how messages would be answered, without any effect. */
export function WhyPage() {
  const { t } = useTranslation('why');
  const search: WhySearch = useSearch({ from: '/flow/why' });
  const navigate = useNavigate({ from: '/flow/why' });
  const run = useDryRun(search);
  // What was answered before is no answer to what was asked again and could not be answered.
  const answers = run.error ? undefined : run.data;
  const ask = (next: WhySearch) => {
    if (JSON.stringify(next) === JSON.stringify(search)) void run.refetch();
    else void navigate({ search: next });
  };
  return (
    <Page
      title={t('title')}
      answer={t('answer')}
      tools={
        <Button component={Link} to="/flow" variant="default">
          {t('toMap')}
        </Button>
      }
    >
      <WhyForm key={JSON.stringify(search)} search={search} isAsking={run.isFetching} onAsk={ask} />
      <div role="status" className={styles.answers}>
        {run.isLoading && <Loading lines={6} />}
        {answers?.modelLeftOut && <Tag tone="warn">{t('modelLeftOut')}</Tag>}
        {answers?.turns.map((turn, place) => (
          <WhyTurn
            key={`${place} ${turn.at}`}
            turn={turn}
            onPress={
              place === answers.turns.length - 1
                ? (line) => ask({ ...search, say: [...(search.say ?? []), line] })
                : undefined
            }
          />
        ))}
      </div>
      {run.error && <Failed error={run.error} again={() => void run.refetch()} />}
    </Page>
  );
}
