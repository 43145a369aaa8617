import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorOf, fetchFromService } from '../../api/client';
import { ProblemText } from '../../parts/problem';
import { type ActionSearch, actionQuery } from './action-search';

const FORMATS = ['csv', 'json'] as const;

/** Takes the list away as a file, with the filters that are set. */
export function Export({ search }: { readonly search: ActionSearch }) {
  const { t } = useTranslation('actions');
  const save = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const response = await fetchFromService(new Request(addressOf(search, format)));
      if (!response.ok) throw errorOf(response.status, await response.json());
      download(await response.blob(), `actions.${format}`);
    },
  });
  return (
    <>
      {save.error && <ProblemText error={save.error} />}
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {t(`export.${format}`)}
        </Button>
      ))}
    </>
  );
}

function addressOf(search: ActionSearch, format: string): URL {
  const address = new URL('/api/v1/actions/export', window.location.origin);
  for (const [name, value] of Object.entries({ format, ...actionQuery(search) })) address.searchParams.set(name, value);
  return address;
}

function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
