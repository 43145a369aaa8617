import { newId } from '../../../platform/common/ids.js';
import { type OutboxEvent, withTrace } from '../../../platform/persistence/index.js';
import type { RunKey } from './workflow-engine.js';

/** What the outside is told of a run: how it ended, or that a person has to see to it; docs/asyncapi.yaml names each. */
export type WorkflowEventName = 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED' | 'HELD';

/** A run, as far as the outside is told of it. It carries no arguments, result or error: they may be personal data. */
export type ToldRun = RunKey & { readonly workflow: string; readonly version: string };

/** The event for the outbox, with an id of its own. @param atMs when it happened, in milliseconds since 1970 UTC */
export function workflowEvent(
  { conversationId, runId, workflow, version }: ToldRun,
  event: WorkflowEventName,
  atMs: number,
): OutboxEvent {
  const eventId = newId();
  const occurredAt = new Date(atMs).toISOString();
  const payload = { eventId, type: 'workflow', event, conversationId, runId, workflow, version, occurredAt };
  return { conversationId, eventId, type: 'WORKFLOW_LIFECYCLE', createdAtMs: atMs, payload: withTrace(payload) };
}
