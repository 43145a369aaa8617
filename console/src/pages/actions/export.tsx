import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemText } from '../../parts/problem';
import type { ActionSearch } from './action-search';
import { type Action, asCsv } from './as-csv';
import { readActionsPage } from './use-actions';

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** Most actions of one file; more are taken away by narrower filters. */
const MOST = 10_000;

/** Takes the list away as a file, with the filters that are set. */
export function Export({ search }: { readonly search: ActionSearch }) {
  const { t } = useTranslation('actions');
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const { actions, isWhole } = await readAll(search);
      const text = format === 'csv' ? asCsv(actions) : JSON.stringify(actions, null, 2);
      download(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/json' }), `actions.${format}`);
      return { count: actions.length, isWhole };
    },
  });
  return (
    <>
      {save.data && (
        <span role="status">{t(save.data.isWhole ? 'export.done' : 'export.part', { count: save.data.count })}</span>
      )}
      {save.error && <ProblemText error={save.error} />}
      {FORMATS.map((format) => (
        <Button key={format} size="xs" variant="default" disabled={save.isPending} onClick={() => save.mutate(format)}>
          {t(`export.${format}`)}
        </Button>
      ))}
    </>
  );
}

async function readAll(search: ActionSearch): Promise<{ actions: Action[]; isWhole: boolean }> {
  const actions: Action[] = [];
  let cursor: string | undefined;
  do {
    const page = await readActionsPage(search, cursor, 200);
    actions.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && actions.length < MOST);
  return { actions, isWhole: cursor === undefined };
}

function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
