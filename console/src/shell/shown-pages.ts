import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client';
import type { Me } from '../api/me';
import { opens, PAGES } from './pages';

/** The pages that have something for the reader. */
export function useShownPages(me: Me | undefined): readonly (typeof PAGES)[number][] {
  const permissions = me?.permissions ?? {};
  const hasServers = useHasServers(me);
  return PAGES.filter(({ name, needs }) => opens(needs, permissions) && (name !== 'tools' || hasServers));
}

/** Whoever may call no tools is shown the other servers alone: where there are none, there is nothing. */
function useHasServers(me: Me | undefined): boolean {
  const isAsked = me?.permissions['tools.call'] === undefined && me?.permissions['servers.read'] !== undefined;
  const { data } = useQuery({
    enabled: isAsked,
    queryKey: ['tools', 'servers'],
    queryFn: async () => (await read(api.GET('/api/v1/mcp-servers'))).servers,
  });
  return !isAsked || (data?.length ?? 0) > 0;
}
