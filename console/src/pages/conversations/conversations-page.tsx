import { NativeSelect, SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read, type Schema } from '../../api/client';
import { serviceNow } from '../../api/clock';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Page } from '../../parts/page';
import { PagedTable } from '../../parts/paged-table';
import { SearchField } from '../../parts/search-field';
import { Tag } from '../../parts/tag';
import { useList } from '../../parts/use-list';
import { When } from '../../parts/when';
import { plain } from '../../parts/words';
import { type ConversationSearch, PERIODS, type Period, STATUSES, VIEWS } from './conversation-search';
import { LastSaid } from './last-said';
import { WaitingList } from './waiting-list';

const HOUR_MS = 3_600_000;
const WORDS = ['intent', 'state', 'principal'] as const;

/** Every conversation, found by what was said in it, by where it stands, and by who spoke. */
export function ConversationsPage() {
  const { t } = useTranslation(['conversations', 'handover']);
  const search: ConversationSearch = useSearch({ from: '/conversations' });
  const navigate = useNavigate({ from: '/conversations' });
  const change = useCallback(
    (part: ConversationSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <Page title={t('title')} answer={t(search.view === 'waiting' ? 'handover:list' : 'answer')}>
      <div className={list.filters}>
        <SegmentedControl
          value={search.view ?? 'all'}
          onChange={(view) => void navigate({ search: view === 'waiting' ? { view } : {}, replace: true })}
          aria-label={t('view')}
          data={VIEWS.map((value) => ({ value, label: t(value) }))}
        />
        {search.view === 'waiting' ? (
          <SearchField
            isShort
            label={t('handover:queue')}
            value={search.queue ?? ''}
            onChange={(queue) => change({ queue: queue || undefined })}
          />
        ) : (
          <Filters search={search} change={change} />
        )}
      </div>
      {search.view === 'waiting' ? <WaitingList queue={search.queue} /> : <List search={search} />}
    </Page>
  );
}

interface FiltersProps {
  readonly search: ConversationSearch;
  readonly change: (part: ConversationSearch) => void;
}

function Filters({ search, change }: FiltersProps) {
  const { t } = useTranslation('conversations');
  return (
    <>
      <SearchField
        label={t('search')}
        value={search.text ?? ''}
        onChange={(text) => change({ text: text || undefined })}
      />
      <NativeSelect
        aria-label={t('since')}
        value={search.since ?? ''}
        onChange={(event) => change({ since: (event.currentTarget.value || undefined) as Period | undefined })}
        data={[
          { value: '', label: t('any') },
          ...(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: t(value) })),
        ]}
      />
      <NativeSelect
        aria-label={t('status')}
        value={search.status ?? ''}
        onChange={(event) => change({ status: STATUSES.find((status) => status === event.currentTarget.value) })}
        data={[{ value: '', label: t('anyStatus') }, ...STATUSES.map((value) => ({ value, label: t(value) }))]}
      />
      {WORDS.map((name) => (
        <SearchField
          key={name}
          isShort
          label={t(name)}
          value={search[name] ?? ''}
          onChange={(word) => change({ [name]: word || undefined })}
        />
      ))}
    </>
  );
}

function useConversations({ since, view: _view, queue: _queue, ...filters }: ConversationSearch) {
  return useList(['conversations', 'list', since, filters], (page) => {
    const wanted = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const from = since && new Date(serviceNow() - PERIODS[since] * HOUR_MS).toISOString();
    const query = { ...wanted, ...(from && { since: from }), ...page };
    return read(api.GET('/api/v1/conversations', { params: { query } }));
  });
}

function List({ search }: { readonly search: ConversationSearch }) {
  const { t } = useTranslation('conversations');
  const may = useMay();
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const columns = (['said', 'where', 'time', 'turns'] as const).map((name) => t(`column.${name}`));
  return (
    <PagedTable
      list={useConversations(search)}
      columns={columns}
      keyOf={({ conversationId }) => conversationId}
      row={(one) => <Cells one={one} />}
      empty={
        <Empty title={t(isFiltered ? 'noneFound' : 'none')}>
          <p>{t(isFiltered ? 'noneFoundText' : 'noneText')}</p>
          {!isFiltered && may('conversation.talk') && <Link to="/">{t('tryIt')}</Link>}
        </Empty>
      }
    />
  );
}

function Cells({ one }: { readonly one: Schema<'ConversationList'>['items'][number] }) {
  const { t } = useTranslation('conversations');
  return (
    <>
      <th scope="row" className={list.wide}>
        <Link to="/conversations/$conversationId" params={{ conversationId: one.conversationId }}>
          <LastSaid one={one} />
        </Link>
        <p className={list.soft}>{plain(one.lastReply?.value ?? '')}</p>
      </th>
      <td>
        {one.intent} › {one.state}
        <p>
          {one.openActions > 0 && <Tag>{t('openActions', { count: one.openActions })}</Tag>}{' '}
          {one.status === 'BLOCKED' && <Tag tone="warn">{t('BLOCKED')}</Tag>}{' '}
          {one.lastErrorCode && <Tag tone="bad">{t('failed', { code: one.lastErrorCode })}</Tag>}
        </p>
      </td>
      <td className={list.soft}>
        <p>
          {t('active')} <When at={one.updatedAt} />
        </p>
        <p>
          {t('began')} <When at={one.startedAt} />
        </p>
        {one.principal && <p>{one.principal}</p>}
      </td>
      <td className={list.soft}>{t('turnCount', { count: one.turns })}</td>
    </>
  );
}
