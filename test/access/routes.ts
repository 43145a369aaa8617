import { type Permission, ROUTES, type RouteAccess } from '../../src/interfaces/callers/index.js';
import type { TestEngine } from '../helpers/engine.js';

/** Methods of the protocol, each of which is as closed as the address is. */
export const MCP_METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/initialized',
  'tasks/get',
  'server/discover',
  'made/up',
];

const BODIES: Readonly<Record<string, (id: string) => unknown>> = {
  'POST /api/v1/conversation/message': (conversationId) => ({ conversationId, message: 'hello' }),
  'POST /ag-ui': (threadId) => ({ threadId, runId: 'r', messages: [{ role: 'user', content: 'hello' }] }),
  'POST /v1/responses': (id) => ({ input: 'hello', previous_response_id: `resp_${id}.1` }),
  'POST /api/v1/conversation/feedback': (conversationId) => ({ conversationId, feedbackType: 'THUMBS_UP' }),
  'POST /api/v1/tools/:toolCode/calls': () => ({ account: 'a' }),
  'POST /api/v1/tools/actions/:actionId/decision': () => ({ decision: 'yes' }),
  'POST /api/v1/actions/:proposalId/approve': () => ({ revision: 1, by: 'me' }),
  'POST /api/v1/actions/:proposalId/refuse': () => ({ by: 'me' }),
  'POST /api/v1/actions/held/:proposalId/settle': () => ({ happened: true, by: 'me' }),
  'POST /api/v1/documents': () => ({ source: 'a.md', content: '# A' }),
  'POST /api/v1/conversations/:id/handover': () => ({ by: 'me' }),
  'POST /api/v1/conversations/:id/handover/replies': () => ({ by: 'me', text: 'hello' }),
  'POST /api/v1/conversations/:id/handover/end': () => ({ by: 'me' }),
  'POST /api/v1/flow/dry-run': (conversationId) => ({ conversationId, messages: ['hello'] }),
  'POST /api/v1/webhook/send-again': (id) => ({ events: [{ conversationId: id, eventId: id }] }),
  'POST /api/v1/workflows/:conversationId/:runId/signals': () => ({ signal: 'paid', by: 'me' }),
  'POST /api/v1/workflows/:conversationId/:runId/settle': () => ({ step: 's', happened: true, by: 'me' }),
  'POST /api/v1/workflows/:conversationId/:runId/retry': () => ({ by: 'me' }),
  'POST /api/v1/workflows/:conversationId/:runId/cancel': () => ({ by: 'me' }),
  'POST /api/v1/schedules/:conversationId/:scheduleId/revoke': () => ({ by: 'me' }),
};

/** Lists that can be asked for what belongs to a conversation. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /api/v1/actions': 'conversationId',
  'GET /api/v1/actions/export': 'conversationId',
  'GET /api/v1/schedules': 'conversationId',
  'GET /api/v1/workflows': 'conversationId',
  'GET /api/v1/llm-calls': 'conversationId',
};

/** What stands in an address beside the id that is tried. */
const NAMES: Readonly<Record<string, string>> = {
  toolCode: 'bank.balance',
  runId: 'r',
  table: 'ce_intent',
  receipt: '1',
  server: 'other',
  tool: 'x',
};

/** Where a user names no conversation of others: each name is one of their own. */
export const OWN_NAMES: ReadonlySet<string> = new Set(['POST /mcp', 'GET /mcp', 'DELETE /mcp', 'POST /ag-ui']);

/** What is erased is not there for the callers that come after. */
const ERASING = /^DELETE .*\/(conversations|subjects)\//;

export const JSON_OR_EVENTS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface GuardedRoute extends Pick<RouteAccess, 'conversation' | 'isShared'> {
  readonly route: string;
  readonly needs: Permission;
}

/** Every route that somebody has to be let in for. */
export const GUARDED_ROUTES: readonly GuardedRoute[] = Object.entries(ROUTES).flatMap(([route, access]) => {
  const { needs } = access;
  return needs === 'public' || needs === 'link' ? [] : [{ ...access, route, needs }];
});

/** Sends a request to a route, with an id wherever it has one. What is followed is not waited for. */
export async function askRoute(
  { url }: TestEngine,
  route: string,
  id: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/:(\w+)/g, (_, name: string) => NAMES[name] ?? id);
  const hasBody = method === 'POST';
  const body = hasBody ? JSON.stringify(BODIES[route]?.(id) ?? {}) : undefined;
  const named = QUERIES[route];
  const query = ERASING.test(route) ? '?dryRun=true' : named === undefined ? '' : `?${named}=${id}`;
  const abort = new AbortController();
  const response = await fetch(`${url}${address}${query}`, {
    method,
    headers: { ...(hasBody && JSON_OR_EVENTS), ...headers },
    signal: abort.signal,
    ...(body !== undefined && { body }),
  });
  const type = response.headers.get('content-type');
  const isFollowed = method === 'GET' && type?.startsWith('text/event-stream') === true;
  const text = isFollowed ? '' : await response.text();
  abort.abort();
  return { status: response.status, text };
}
