import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { SearchField } from '../../parts/search-field';
import { Tag } from '../../parts/tag';
import { buildModel } from './build-model';
import { Findings } from './findings';
import type { FlowModel } from './flow-model';
import styles from './flow-page.module.css';
import type { FlowSearch } from './flow-search';
import { Outline } from './outline';
import { FindingMarks } from './part-mark';
import { PartPanel } from './part-panel';
import { type Flow, useFlow } from './use-flow';

// Large, and not needed for the list.
const FlowMap = lazy(() => import('./map').then(({ FlowMap: component }) => ({ default: component })));

/** What can happen in the flow that runs, and what is wrong with it. */
export function FlowPage() {
  const { t } = useTranslation(['flow', 'why']);
  const may = useMay();
  const flow = useFlow();
  return (
    <Page
      title={t('title')}
      answer={flow.data && <Answer flow={flow.data} />}
      tools={
        may('flow.try') && (
          <Button component={Link} to="/flow/why" variant="default">
            {t('why:title')}
          </Button>
        )
      }
    >
      {flow.data && <Content flow={flow.data} />}
      {!flow.data && flow.error && <Failed error={flow.error} again={() => void flow.refetch()} />}
      {flow.isPending && <Loading lines={8} />}
    </Page>
  );
}

function Answer({ flow }: { readonly flow: Flow }) {
  const { t } = useTranslation('flow');
  const parts = (['intents', 'rules', 'pendingActions', 'tools'] as const)
    .filter((name) => flow[name].length > 0)
    .map((name) => t(`count.${name}`, { count: flow[name].length }));
  return (
    <>
      {parts.length > 0 && `${parts.join(', ')}. `}
      <FindingMarks of={flow.findings} />
      {flow.findings.length === 0 && <Tag tone="good">{t('noFindings')}</Tag>}
    </>
  );
}

function Content({ flow }: { readonly flow: Flow }) {
  const { t } = useTranslation('flow');
  const { at, text = '', view: wanted }: FlowSearch = useSearch({ from: '/flow' });
  const navigate = useNavigate({ from: '/flow' });
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false });
  const model = useMemo(() => buildModel(flow), [flow]);
  const found = useMemo(() => findParts(model, text), [model, text]);
  const view = wanted ?? (isNarrow ? 'list' : 'map');
  const change = useCallback(
    (part: FlowSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const choose = useCallback((id: string) => change({ at: id }), [change]);
  const find = useCallback((words: string) => change({ text: words || undefined }), [change]);
  const part = at === undefined ? undefined : model.parts.get(at);
  const close = () => {
    change({ at: undefined });
    const place = document.querySelector<HTMLElement>(`[data-id="${CSS.escape(at ?? '')}"]`);
    (place ?? document.getElementById('content'))?.focus();
  };
  if (flow.intents.length === 0 && flow.rules.length === 0 && flow.responses.length === 0) {
    return (
      <Empty title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </Empty>
    );
  }
  const shared = { model, chosen: at, found, onChoose: choose };
  return (
    <>
      <Findings findings={model.findings} onChoose={choose} />
      <div className={styles.tools}>
        <SegmentedControl
          value={view}
          onChange={(next) => change({ view: next as 'map' | 'list' })}
          aria-label={t('view.title')}
          data={(['map', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <div className={styles.search}>
          <SearchField label={t('search')} value={text} onChange={find} />
        </div>
        <p role="status" className={styles.found}>
          {found && t('found', { count: found.size })}
        </p>
      </div>
      {at !== undefined && !part && <p role="status">{t('gone', { part: at })}</p>}
      <div className={styles.content} data-chosen={part !== undefined || undefined}>
        {view === 'list' && <Outline {...shared} />}
        {view === 'map' && (
          <Suspense fallback={<Loading lines={8} />}>
            <FlowMap {...shared} />
          </Suspense>
        )}
        {part && <PartPanel model={model} part={part} onChoose={choose} onClose={close} />}
      </div>
      {view === 'map' && <Legend />}
    </>
  );
}

function Legend() {
  const { t } = useTranslation('flow');
  return <p className={styles.legend}>{t('legend')}</p>;
}

/** Every word has to be in it somewhere: in its name, its row or where it belongs. */
function findParts({ parts }: FlowModel, text: string): ReadonlySet<string> | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const matching = [...parts.values()].filter((part) => {
    const all = `${part.name} ${part.text} ${part.intent} ${part.state} ${JSON.stringify(part.row)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return new Set(matching.map(({ id }) => id));
}
