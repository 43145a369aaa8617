/** What the address of the page says. */
export interface RowsSearch {
  readonly view?: 'history' | 'files' | undefined;
  readonly table?: string | undefined;
  readonly text?: string | undefined;
  /** The key of the row that is edited; of a new one its name among the drafts. */
  readonly row?: string | undefined;
  /** The file that is edited: its kind, folder and path. */
  readonly file?: string | undefined;
}

export function readRowsSearch({ view, table, text, row, file }: Record<string, unknown>): RowsSearch {
  return {
    ...((view === 'history' || view === 'files') && { view }),
    ...(typeof table === 'string' && { table }),
    ...(typeof text === 'string' && text !== '' && { text }),
    ...(typeof row === 'string' && { row }),
    ...(typeof file === 'string' && { file }),
  };
}
