import { Store } from '../../api/store';
import { askBeforeLeaving } from './leaving';

/** One value of a row of the flow. */
export type FlowValue = string | number | boolean | null;
/** Some of them, by column. */
export type Values = Readonly<Record<string, FlowValue>>;

/** What the reader wants to do to one row, and has not switched to yet. */
export interface Draft {
  readonly table: string;
  /** Its key; of a new row a name of this page. */
  readonly row: string;
  readonly isNew: boolean;
  /** The columns that get another value; null takes the row away. */
  readonly values: Values | null;
}

/** In the memory of this page alone, whatever the reader looks at meanwhile. */
export const drafts = new Store<readonly Draft[]>([]);
askBeforeLeaving(drafts, (all) => all.length > 0);
/** What names of new rows begin with, and nobody begins a key with. */
const NEW = ' new-';
let lastNew = 0;

export function isNewRow(row: string): boolean {
  return row.startsWith(NEW);
}

export function draftOf(all: readonly Draft[], table: string, row: string): Draft | undefined {
  return all.find((draft) => draft.table === table && draft.row === row);
}

/** Gives a column another value; one that is as before is no change, nor is nothing in the place of an empty text. */
export function setValue(table: string, row: string, column: string, value: FlowValue, before: FlowValue | undefined) {
  const draft = draftOf(drafts.get(), table, row) ?? { table, row, isNew: false, values: {} };
  const { [column]: _, ...others } = draft.values ?? {};
  put({ ...draft, values: isSame(value, before) ? others : { ...others, [column]: value } });
}

function isSame(value: FlowValue, before: FlowValue | undefined): boolean {
  return value === before || (value === null && before === '');
}

export function takeAway(table: string, row: string): void {
  put({ table, row, isNew: false, values: null });
}

/** @returns the name of the new row */
export function addRow(table: string): string {
  lastNew += 1;
  const row = `${NEW}${lastNew}`;
  put({ table, row, isNew: true, values: {} });
  return row;
}

export function forget(table: string, row: string): void {
  drafts.set(drafts.get().filter((draft) => draft.table !== table || draft.row !== row));
}

export function forgetAll(): void {
  drafts.set([]);
}

function put(draft: Draft): void {
  const isNothing = !draft.isNew && draft.values !== null && Object.keys(draft.values).length === 0;
  if (isNothing) {
    forget(draft.table, draft.row);
    return;
  }
  const all = drafts.get();
  const isKnown = draftOf(all, draft.table, draft.row) !== undefined;
  const same = (one: Draft) => one.table === draft.table && one.row === draft.row;
  drafts.set(isKnown ? all.map((one) => (same(one) ? draft : one)) : [...all, draft]);
}
