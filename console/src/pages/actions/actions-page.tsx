import { Checkbox } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Page } from '../../parts/page';
import { PagedTable } from '../../parts/paged-table';
import { Reason } from '../../parts/reason';
import { When } from '../../parts/when';
import { plain } from '../../parts/words';
import { ActionFilters } from './action-filters';
import { type ActionSearch, actionQuery } from './action-search';
import { ActionStatus } from './action-status';
import { Export } from './export';
import { nameOf } from './name-of';
import { RefuseSeveral } from './refuse-several';
import several from './refuse-several.module.css';
import { type Action, MOST_WAITING, useActions, useWaiting } from './use-actions';

/** Every action: what waits for an operator, what is open, what came of the others. */
export function ActionsPage() {
  const { t } = useTranslation('actions');
  const search: ActionSearch = useSearch({ from: '/actions' });
  const navigate = useNavigate({ from: '/actions' });
  const change = useCallback(
    (part: ActionSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <Page title={t('title')} answer={<Waiting />} tools={<Export search={search} />}>
      <ActionFilters search={search} change={change} />
      <List search={search} />
    </Page>
  );
}

function Waiting() {
  const { t } = useTranslation('actions');
  const { data } = useWaiting();
  if (!data) return null;
  const parts = [
    ...(data.approvals > 0 ? [t('approvals', numberOf(data.approvals))] : []),
    ...(data.held > 0 ? [t('held', numberOf(data.held))] : []),
  ];
  return <>{parts.length > 0 ? parts.join(' ') : t('nothingWaits')}</>;
}

function numberOf(count: number) {
  return { count, number: count < MOST_WAITING ? String(count) : `${MOST_WAITING}+` };
}

function List({ search }: { readonly search: ActionSearch }) {
  const { t } = useTranslation('actions');
  const may = useMay();
  const isFiltered = Object.keys(actionQuery(search)).length > 0;
  const columns = (['question', 'status', 'asked', 'outcome'] as const).map((name) => t(`column.${name}`));
  const [chosen, setChosen] = useState<readonly Action[]>([]);
  const isWaiting = search.view === 'waiting';
  const choose = (action: Action, isChosen: boolean) => {
    setChosen([...chosen.filter(({ actionId }) => actionId !== action.actionId), ...(isChosen ? [action] : [])]);
  };
  return (
    <>
      {isWaiting && <RefuseSeveral chosen={chosen} onForget={() => setChosen([])} />}
      <PagedTable
        list={useActions(search)}
        columns={columns}
        keyOf={({ actionId }) => actionId}
        row={(action) => (
          <Cells
            action={action}
            isChosen={isWaiting ? chosen.some(({ actionId }) => actionId === action.actionId) : undefined}
            onChoose={(isChosen) => choose(action, isChosen)}
          />
        )}
        empty={
          <Empty title={t(isFiltered ? 'noneFound' : 'none')}>
            <p>{t(isFiltered ? 'noneFoundText' : 'noneText')}</p>
            {!isFiltered && may('conversation.talk') && <Link to="/">{t('tryIt')}</Link>}
          </Empty>
        }
      />
    </>
  );
}

interface CellsProps {
  readonly action: Action;
  /** Undefined where nothing can be chosen. */
  readonly isChosen: boolean | undefined;
  readonly onChoose: (isChosen: boolean) => void;
}

function Cells({ action, isChosen, onChoose }: CellsProps) {
  const { t } = useTranslation('actions');
  return (
    <>
      <th scope="row" className={list.wide}>
        {isChosen !== undefined && action.isAwaitingApproval && (
          <Checkbox
            className={several.choose}
            label={t('several.choose')}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <Link to="/actions/$actionId" params={{ actionId: action.actionId }}>
          {plain(action.question) || action.actionKey}
        </Link>
        <p className={list.soft}>
          {action.actionKey} · {action.intent}
          {action.riskLevel && ` · ${t(`riskOf.${action.riskLevel}`)}`}
        </p>
      </th>
      <td>
        <ActionStatus action={action} />
      </td>
      <td className={list.soft}>
        <When at={action.createdAt} />
      </td>
      <td className={list.soft}>
        <OutcomeText action={action} />
        <Confirmer action={action} />
      </td>
    </>
  );
}

/** What came of it: in its own words, else why nothing did. */
function OutcomeText({ action: { outcomeSummary, reason } }: { readonly action: Action }) {
  return outcomeSummary === null || outcomeSummary === reason ? <Reason code={reason} /> : plain(outcomeSummary);
}

/** Whose yes it was, where that is not just its user's. */
function Confirmer({ action: { confirmedBy } }: { readonly action: Action }) {
  const { t } = useTranslation('actions');
  if (confirmedBy === null || (confirmedBy.kind === 'USER' && confirmedBy.id === null)) return null;
  return <p>{t('yesBy', { who: nameOf(t, confirmedBy) })}</p>;
}
