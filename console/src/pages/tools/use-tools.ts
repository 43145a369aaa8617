import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { useMay } from '../../api/me';
import type { Word } from '../../parts/word-form';

export type Tool = Schema<'Tool'>;
export type Savings = Schema<'Saved'>['tools'];
export type Server = Schema<'McpServers'>['servers'][number];
export type RemoteTool = Server['tools'][number];

/** Whether a server is connected changes by itself, and what can be called with it. */
const OFTEN_MS = 10_000;

export function useTools() {
  return useQuery({
    queryKey: ['tools', 'list'],
    refetchInterval: OFTEN_MS,
    queryFn: useMay()('tools.call')
      ? async () => (await read(api.GET('/api/v1/tools', { params: { query: { shipped: 'true' } } }))).tools
      : skipToken,
  });
}

export function useSavings() {
  return useQuery({
    queryKey: ['tools', 'savings'],
    refetchInterval: OFTEN_MS,
    queryFn: useMay()('flow.read') ? async () => (await read(api.GET('/api/v1/tools/savings'))).tools : skipToken,
  });
}

export function useServers() {
  return useQuery({
    queryKey: ['tools', 'servers'],
    refetchInterval: OFTEN_MS,
    queryFn: useMay()('servers.read') ? async () => (await read(api.GET('/api/v1/mcp-servers'))).servers : skipToken,
  });
}

/** Who accepts a tool, and the hash of what they have read of it. */
interface Acceptance extends Word {
  readonly seenHash: RemoteTool['seenHash'];
}

/** Lets a tool that has changed be called, as it was looked at. */
export function useAccept(server: string, { tool }: RemoteTool) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Acceptance) => {
      const params = { path: { server, tool } };
      return read(api.POST('/api/v1/mcp-servers/{server}/tools/{tool}/approve', { params, body }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
}

/** Arguments of a call, and what ends it before its answer. */
interface Call {
  readonly args: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** Calls a tool that only reads. */
export function useCall(toolCode: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ args, signal }: Call) => {
      const params = { path: { toolCode } };
      const begun = performance.now();
      const answer = await read(api.POST('/api/v1/tools/{toolCode}/calls', { params, body: args, signal }));
      return { result: 'result' in answer ? answer.result : answer, tookMs: performance.now() - begun };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
}
