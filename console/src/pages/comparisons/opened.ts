import { useMe } from '../../api/me';
import { Store, useStore } from '../../api/store';
import { type Report, readReport } from './use-comparisons';

/** A file that the reader has opened. */
export interface Opened {
  readonly name: string;
  /** Undefined where the file has none. */
  readonly report: Report | undefined;
}

/** In the memory of this page alone, whatever its reader looks at meanwhile. */
const opened = new Store<(Opened & { readonly reader: string }) | undefined>(undefined);

/** What the reader has opened until they close it. Nobody else is shown it who signs in here. */
export function useOpened() {
  const reader = useMe().data?.subject ?? '';
  const shown = useStore(opened);
  return {
    opened: shown?.reader === reader ? shown : undefined,
    open: async (file: File) => opened.set({ name: file.name, report: readReport(await file.text()), reader }),
    close: () => opened.set(undefined),
  };
}
