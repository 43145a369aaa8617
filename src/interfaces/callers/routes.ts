import type { Permission } from './permissions.js';

/** What a route needs, and where it names the conversation it is about, for those who may use their own alone. */
export interface RouteAccess {
  /** `public`: nothing. `link`: the address itself, which nobody can guess. */
  readonly needs: Permission | 'public' | 'link';
  /** `turn`: the turn itself sees to it, where one is begun as well. */
  readonly conversation?: 'path' | 'body' | 'turn';
  /** About what all tenants share: for callers of the service's own tenant (`auth.tenant`) alone. */
  readonly isShared?: true;
}

/** Every route of the service. A route that is missing here is open to nobody, and fails a test. */
export const ROUTES: Readonly<Record<string, RouteAccess>> = {
  'POST /api/v1/conversation/message': { needs: 'conversation.talk', conversation: 'turn' },
  'POST /api/v1/conversation/feedback': { needs: 'conversation.talk', conversation: 'body' },
  'GET /api/v1/conversation/stream/:id': { needs: 'conversation.read', conversation: 'path' },
  'GET /api/v1/conversation/audit/:id': { needs: 'conversation.read', conversation: 'path' },
  'GET /api/v1/conversation/audit/:id/trace': { needs: 'conversation.read', conversation: 'path' },
  'GET /api/v1/conversations/:id': { needs: 'conversation.read', conversation: 'path' },
  'GET /api/v1/conversations/:id/history': { needs: 'conversation.read', conversation: 'path' },

  'POST /ag-ui': { needs: 'conversation.talk', conversation: 'turn' },
  'POST /v1/responses': { needs: 'conversation.talk', conversation: 'turn' },

  'POST /mcp': { needs: 'mcp.use', conversation: 'turn' },
  'GET /mcp': { needs: 'mcp.use', conversation: 'turn' },
  'DELETE /mcp': { needs: 'mcp.use', conversation: 'turn' },
  'GET /api/v1/tools': { needs: 'tools.call' },
  'POST /api/v1/tools/:toolCode/calls': { needs: 'tools.call' },
  'POST /api/v1/tools/actions/:actionId/decision': { needs: 'tools.call' },
  'POST /api/v1/tools/legacy-rule-conversion': { needs: 'conversion.score' },

  'GET /api/v1/actions': { needs: 'actions.read' },
  'GET /api/v1/actions/export': { needs: 'actions.read' },
  'GET /api/v1/actions/:actionId': { needs: 'actions.read' },
  'GET /api/v1/actions/held': { needs: 'actions.read' },
  'GET /api/v1/actions/awaiting-approval': { needs: 'actions.read' },
  'POST /api/v1/actions/:proposalId/approve': { needs: 'actions.approve' },
  'POST /api/v1/actions/:proposalId/refuse': { needs: 'actions.approve' },
  'POST /api/v1/actions/held/:proposalId/settle': { needs: 'actions.settle' },

  'GET /api/v1/schedules': { needs: 'actions.read' },
  'GET /api/v1/schedules/:conversationId/:scheduleId': { needs: 'actions.read' },
  'POST /api/v1/schedules/:conversationId/:scheduleId/revoke': { needs: 'actions.settle' },
  'GET /api/v1/workflows': { needs: 'actions.read' },
  'GET /api/v1/workflows/:conversationId/:runId': { needs: 'actions.read' },
  'POST /api/v1/workflows/:conversationId/:runId/signals': { needs: 'workflows.signal' },
  'POST /api/v1/workflows/:conversationId/:runId/settle': { needs: 'actions.settle' },
  'POST /api/v1/workflows/:conversationId/:runId/retry': { needs: 'actions.settle' },
  'POST /api/v1/workflows/:conversationId/:runId/cancel': { needs: 'actions.settle' },

  'GET /api/v1/conversations': { needs: 'ledger.read' },
  'GET /api/v1/conversations/:id/turns': { needs: 'ledger.read' },
  'GET /api/v1/conversations/:id/verification': { needs: 'ledger.read' },
  'GET /api/v1/handovers': { needs: 'ledger.read' },
  'POST /api/v1/conversations/:id/handover': { needs: 'conversation.answer' },
  'POST /api/v1/conversations/:id/handover/replies': { needs: 'conversation.answer' },
  'POST /api/v1/conversations/:id/handover/end': { needs: 'conversation.answer' },
  'DELETE /api/v1/conversations/:id': { needs: 'privacy.erase' },
  'DELETE /api/v1/subjects/:id': { needs: 'privacy.erase' },
  'GET /api/v1/subjects/:id': { needs: 'privacy.export' },
  'GET /api/v1/erasures/:receipt': { needs: 'privacy.verify', isShared: true },
  'GET /api/v1/llm-calls': { needs: 'ledger.read' },
  'GET /api/v1/statistics': { needs: 'ledger.read', isShared: true },

  'GET /api/v1/flow': { needs: 'flow.read' },
  'POST /api/v1/flow/dry-run': { needs: 'flow.try' },
  'GET /api/v1/flow/tables': { needs: 'flow.read' },
  'GET /api/v1/flow/tables/:table/rows': { needs: 'flow.read' },
  'GET /api/v1/flow/versions': { needs: 'flow.read' },
  'GET /api/v1/flow/versions/:versionId': { needs: 'flow.read' },
  'POST /api/v1/flow/check': { needs: 'flow.read' },
  'POST /api/v1/flow/switch': { needs: 'flow.change' },
  'POST /api/v1/flow/versions/:versionId/undo': { needs: 'flow.change' },
  'GET /api/v1/flow/shadows': { needs: 'flow.read', isShared: true },
  'POST /api/v1/flow/shadows': { needs: 'flow.change', isShared: true },
  // It has what users have said.
  'GET /api/v1/flow/shadows/:shadowNo': { needs: 'ledger.read', isShared: true },
  'POST /api/v1/flow/shadows/:shadowNo/stop': { needs: 'flow.change', isShared: true },
  'GET /api/v1/files': { needs: 'flow.read', isShared: true },
  // What somebody has written into a file may be more than every reader of the flow should see.
  'GET /api/v1/files/text': { needs: 'flow.change', isShared: true },
  'GET /api/v1/files/versions': { needs: 'flow.change', isShared: true },
  'POST /api/v1/files/check': { needs: 'flow.change', isShared: true },
  'POST /api/v1/files/switch': { needs: 'flow.change', isShared: true },
  'POST /api/v1/files/versions/:versionId/undo': { needs: 'flow.change', isShared: true },
  'GET /api/v1/cache/analyze': { needs: 'flow.read' },
  'GET /api/v1/tools/savings': { needs: 'flow.read', isShared: true },
  'POST /api/v1/cache/refresh': { needs: 'flow.load', isShared: true },
  'GET /api/v1/mcp-servers': { needs: 'servers.read' },
  'POST /api/v1/mcp-servers/:server/tools/:tool/approve': { needs: 'servers.approve', isShared: true },
  'GET /api/v1/webhook/given-up': { needs: 'ledger.read' },
  'POST /api/v1/webhook/send-again': { needs: 'webhook.send' },
  'GET /api/v1/documents': { needs: 'documents.read' },
  'POST /api/v1/documents': { needs: 'documents.write', isShared: true },
  'DELETE /api/v1/documents/:documentId': { needs: 'documents.write', isShared: true },

  'GET /api/v1/me': { needs: 'public' },
  'POST /api/v1/session': { needs: 'public' },
  'DELETE /api/v1/session': { needs: 'public' },
  'GET /console/sign-in/start': { needs: 'public' },
  'GET /console/sign-in/callback': { needs: 'public' },

  'GET /consent/:token': { needs: 'link' },
  'POST /consent/:token': { needs: 'link' },
  'GET /health': { needs: 'public' },
  'GET /health/live': { needs: 'public' },
  'GET /health/ready': { needs: 'public' },
  'GET /health/startup': { needs: 'public' },
  'GET /api/v1/health': { needs: 'public' },
  'GET /metrics': { needs: 'metrics.read', isShared: true },
  'GET /api/docs': { needs: 'public' },
  'GET /api/docs-json': { needs: 'public' },
  'GET /api/docs/errors': { needs: 'public' },
  'GET /api/docs/swagger-ui.css': { needs: 'public' },
  'GET /api/docs/swagger-ui-bundle.js': { needs: 'public' },
  'GET /console': { needs: 'public' },
  'GET /console/*': { needs: 'public' },
  'GET /console/assets/*': { needs: 'public' },
  'GET /.well-known/oauth-protected-resource': { needs: 'public' },
  'GET /.well-known/oauth-protected-resource/mcp': { needs: 'public' },
};
