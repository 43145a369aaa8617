import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';

export type Flow = Schema<'FlowMap'>;

const OFTEN_MS = 30_000;

/** The flow that runs, what is wrong with it, and where conversations are. */
export function useFlow() {
  return useQuery({
    queryKey: ['flow'],
    refetchInterval: OFTEN_MS,
    queryFn: () => read(api.GET('/api/v1/flow')),
    select: ofFlow,
  });
}

/** Without the tools that come with the service: no state of the flow has them, and the page of tools lists them by themselves. */
function ofFlow(flow: Flow): Flow {
  return { ...flow, tools: flow.tools.filter(({ isShipped }) => !isShipped) };
}
