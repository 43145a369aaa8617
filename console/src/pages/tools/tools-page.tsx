import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { SearchField } from '../../parts/search-field';
import { Servers } from './servers';
import { ToolRow } from './tool-row';
import { EFFECTS, ORIGINS, RISKS, type ToolSearch } from './tool-search';
import { type Tool, useSavings, useTools } from './use-tools';

/** The tools that can be called from outside, where they come from, and which of them ask first. */
export function ToolsPage() {
  const { t } = useTranslation('tools');
  const search: ToolSearch = useSearch({ from: '/tools' });
  const navigate = useNavigate({ from: '/tools' });
  const change = useCallback(
    (part: ToolSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const mayCall = useMay()('tools.call');
  const tools = useTools();
  const all = (tools.data ?? []).filter(({ is_shipped }) => !is_shipped);
  const writing = all.filter((tool) => tool.side_effect === 'WRITE').length;
  const answer = `${t('reads', { count: all.length - writing })} ${t('writes', { count: writing })}`;
  return (
    <Page title={t('title')} answer={all.length > 0 ? answer : t('question')}>
      <Servers />
      {mayCall && (
        <div className={list.filters}>
          <SearchField
            label={t('search')}
            value={search.text ?? ''}
            onChange={(text) => change({ text: text || undefined })}
          />
          <NativeSelect
            aria-label={t('effect')}
            value={search.effect ?? ''}
            onChange={(event) => change({ effect: EFFECTS.find((one) => one === event.currentTarget.value) })}
            data={[
              { value: '', label: t('anyEffect') },
              ...EFFECTS.map((value) => ({ value, label: t(`effectOf.${value}`) })),
            ]}
          />
          <NativeSelect
            aria-label={t('from')}
            value={search.from ?? ''}
            onChange={(event) => change({ from: ORIGINS.find((one) => one === event.currentTarget.value) })}
            data={(['', ...ORIGINS] as const).map((value) => ({ value, label: t(`fromOf.${value || 'flow'}`) }))}
          />
          <NativeSelect
            aria-label={t('risk')}
            value={search.risk ?? ''}
            onChange={(event) => change({ risk: RISKS.find((one) => one === event.currentTarget.value) })}
            data={[
              { value: '', label: t('anyRisk') },
              ...RISKS.map((value) => ({ value, label: t(`riskOf.${value}`) })),
            ]}
          />
        </div>
      )}
      {!mayCall && <p>{t('notListed')}</p>}
      {tools.isLoading && <Loading lines={8} />}
      {tools.error && !tools.data && <Failed error={tools.error} again={() => void tools.refetch()} />}
      {tools.data && <List tools={tools.data} search={search} />}
    </Page>
  );
}

function List({ tools, search }: { readonly tools: readonly Tool[]; readonly search: ToolSearch }) {
  const { t } = useTranslation('tools');
  const savings = useSavings();
  const found = tools.filter((tool) => isFound(tool, search));
  if (found.length === 0) {
    const what = tools.some(({ is_shipped }) => !is_shipped) || search.from !== undefined ? 'noneFound' : 'none';
    return (
      <Empty title={t(what)}>
        <p>{t(`${what}Text`)}</p>
      </Empty>
    );
  }
  return (
    <>
      <table className={list.list}>
        <thead>
          <tr>
            <th scope="col">{t('column.tool')}</th>
            <th scope="col">{t('column.source')}</th>
            <th scope="col">{t('column.effect')}</th>
            <th scope="col">{t('column.risk')}</th>
            <th scope="col">{t('column.calls')}</th>
            <th scope="col">{t('column.saved')}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((tool) => (
            <ToolRow key={tool.tool_code} tool={tool} savings={savings.data} />
          ))}
        </tbody>
      </table>
      <p className={list.soft}>{t('oneProcess')}</p>
      {savings.error && <p className={list.soft}>{t('noSavings', { why: savings.error.message })}</p>}
    </>
  );
}

function isFound(tool: Tool, { text, effect, from, risk }: ToolSearch): boolean {
  if (from !== 'all' && tool.is_shipped !== (from === 'shipped')) return false;
  if (effect !== undefined && tool.side_effect !== effect) return false;
  if (risk !== undefined && tool.risk !== risk) return false;
  const words = [tool.tool_code, tool.title, tool.description, tool.tool_group, tool.source_place]
    .join(' ')
    .toLowerCase();
  return words.includes((text ?? '').toLowerCase());
}
