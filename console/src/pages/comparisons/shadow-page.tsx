import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { currentLanguage } from '../../languages';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { WordForm } from '../../parts/word-form';
import { ReportView } from './report';
import { type Shadow, useShadow, useStopShadow } from './use-comparisons';

/** What a shadow has found until now, and its end. */
export function ShadowPage() {
  const { t } = useTranslation('comparisons');
  const { shadowNo } = useParams({ from: '/comparisons/$shadowNo' });
  const found = useShadow(shadowNo);
  const shadow = found.data?.shadow;
  return (
    <Page
      title={t('shadow', { no: shadowNo })}
      answer={shadow && <Answer shadow={shadow} />}
      tools={
        <Button component={Link} to="/comparisons" variant="default">
          {t('all')}
        </Button>
      }
    >
      {shadow?.endedAt === null && <Stop shadow={shadow} />}
      {found.data?.report && <ReportView report={found.data.report} />}
      {found.data && !found.data.report && <p>{t('reportNotShown')}</p>}
      {!found.data && found.error && <Failed error={found.error} again={() => void found.refetch()} />}
      {found.isPending && <Loading lines={8} />}
    </Page>
  );
}

function Answer({ shadow }: { readonly shadow: Shadow }) {
  const { t } = useTranslation('comparisons');
  const { endedWhy, compared, differing, share } = shadow;
  return (
    <>
      {endedWhy === null ? <Tag tone="good">{t('running')}</Tag> : t(`ended.${endedWhy}`)}{' '}
      {t('compared.SHADOW', { count: compared })} {t('differing', { count: differing })}{' '}
      {t('share', { percent: (share * 100).toLocaleString(currentLanguage(), { maximumFractionDigits: 2 }) })}
    </>
  );
}

function Stop({ shadow }: { readonly shadow: Shadow }) {
  const { t } = useTranslation('comparisons');
  const [isAsked, setAsked] = useState(false);
  const stop = useStopShadow(shadow.shadowNo);
  if (!useMay()('flow.change')) return null;
  if (!isAsked) {
    return (
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('stop')}
        </Button>
      </div>
    );
  }
  return (
    <WordForm title={t('stopTitle')} text={t('stopText')} error={stop.error} hasNote={false} isOpened>
      {(word) => (
        <Button
          loading={stop.isPending}
          onClick={() => {
            const said = word();
            if (said) stop.mutate(said.by);
          }}
        >
          {t('stop')}
        </Button>
      )}
    </WordForm>
  );
}
