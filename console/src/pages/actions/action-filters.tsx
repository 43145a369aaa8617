import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../parts/day-field';
import list from '../../parts/list.module.css';
import { SearchField } from '../../parts/search-field';
import { type ActionSearch, KINDS, OUTCOMES, RISKS, VIEWS, type View } from './action-search';

interface ActionFiltersProps {
  readonly search: ActionSearch;
  readonly change: (part: ActionSearch) => void;
}

/** Which actions the list has: a view or an outcome, and what else they have to be. */
export function ActionFilters({ search, change }: ActionFiltersProps) {
  const { t } = useTranslation('actions');
  const changeText = useCallback((text: string) => change({ text: text || undefined }), [change]);
  return (
    <div className={list.filters}>
      <SegmentedControl
        value={search.outcome === undefined ? (search.view ?? 'all') : ''}
        onChange={(view) => change({ view: view as View, outcome: undefined })}
        aria-label={t('which')}
        data={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      <SearchField label={t('search')} value={search.text ?? ''} onChange={changeText} />
      <Choice
        label={t('outcome')}
        value={search.outcome}
        onChange={(outcome) => change({ outcome, ...(outcome && { view: undefined }) })}
        any={t('anyOutcome')}
        options={OUTCOMES.map((value) => ({ value, label: t(`outcomeOf.${value}`) }))}
      />
      <Choice
        label={t('by')}
        value={search.by}
        onChange={(by) => change({ by })}
        any={t('anybody')}
        options={KINDS.map((value) => ({ value, label: t(`yesOf.${value}`) }))}
      />
      <Choice
        label={t('risk')}
        value={search.risk}
        onChange={(risk) => change({ risk })}
        any={t('anyRisk')}
        options={RISKS.map((value) => ({ value, label: t(`riskOf.${value}`) }))}
      />
      <div className={list.filters}>
        <DayField
          label={t('from')}
          value={search.from ?? ''}
          onChange={(from) => change({ from: from || undefined })}
        />
        <DayField label={t('to')} value={search.to ?? ''} onChange={(to) => change({ to: to || undefined })} />
      </div>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  /** What it says where nothing is chosen. */
  readonly any: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
}

function Choice<T extends string>({ label, value, onChange, any, options }: ChoiceProps<T>) {
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((one) => one.value === event.currentTarget.value)?.value)}
      data={[{ value: '', label: any }, ...options]}
    />
  );
}
