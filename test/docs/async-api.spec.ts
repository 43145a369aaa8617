import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ProposalEventName } from '../../src/engine/pending-action/index.js';
import type { HandoverEvent } from '../../src/engine/turn/kernel/index.js';
import { WebhookDispatcher } from '../../src/platform/outbox/index.js';
import { type WorkflowEventName, workflowEvent } from '../../src/tools/groups/workflow/workflow-event.js';
import { countingOrders, DESK_FLOW, desk } from '../e2e/handover/desk.js';
import { SseClient } from '../e2e/http/sse-client.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { problemsOf } from '../helpers/redocly.mjs';
import { WebhookReceiver } from '../helpers/webhook-receiver.js';

/** Every event of the code: one that is missing here, or too many, does not compile. */
const ACTION_EVENTS = {
  OPEN: true,
  AMENDED: true,
  APPROVED: true,
  IN_PROGRESS: true,
  EXECUTED: true,
  FAILED: true,
  REOPENED: true,
  REJECTED: true,
  EXPIRED: true,
  IN_DOUBT: true,
} satisfies Record<ProposalEventName, true>;
const HANDOVER_EVENTS = {
  HANDED_OVER: true,
  USER_MESSAGE: true,
  PERSON_REPLY: true,
  HANDED_BACK: true,
} satisfies Record<HandoverEvent['event'], true>;
const WORKFLOW_EVENTS = {
  DONE: true,
  FAILED: true,
  CANCELLED: true,
  INTERRUPTED: true,
  HELD: true,
} satisfies Record<WorkflowEventName, true>;

interface Schema {
  readonly properties?: { readonly event?: { readonly enum: readonly string[] } };
}

describe('docs/asyncapi.yaml', () => {
  const receiver = new WebhookReceiver();
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  let schemas: Record<string, Schema>;
  let engine: TestEngine;
  const settings = (format: string) => ({
    'webhooks.url': receiver.url,
    'webhooks.secret': 'a secret of tests',
    'webhooks.format': format,
    'webhooks.poll-seconds': 0,
  });
  const { handler } = countingOrders();

  beforeAll(async () => {
    const document = parse(await readFile('docs/asyncapi.yaml', 'utf8')) as { components: { schemas: typeof schemas } };
    ({ schemas } = document.components);
    ajv.addSchema({ $id: 'events', components: { schemas } });
    await receiver.start();
    const database = await openSqlite();
    engine = await startEngine({ database, seeds: [DESK_FLOW], handlers: [handler], config: settings('json') });
  });
  afterAll(async () => {
    await engine.close();
    await engine.database.close();
    await receiver.stop();
  });

  /** What is wrong with something that was sent; nothing where it is as the document says. */
  const wrongWith = (name: string, sent: unknown) =>
    ajv.validate(`events#/components/schemas/${name}`, sent) ? [] : [`${name}: ${ajv.errorsText()}`];
  const ofKind = (event: unknown) =>
    (event as { type: string }).type === 'handover' ? 'HandoverEvent' : 'ActionEvent';

  /** A question, its yes, and a person who answers. */
  async function talk(id: string) {
    await engine.say('cancel order 7017', id);
    await engine.say('yes', id);
    await desk(engine, id, '', { by: 'ann', note: 'angry' });
    await engine.say('hello?', id);
    await desk(engine, id, 'replies', { by: 'ann', text: 'Hello.' });
    await desk(engine, id, 'end', { by: 'ann' });
  }

  it('is a valid AsyncAPI 3 document', async () => {
    expect(await problemsOf('docs/asyncapi.yaml')).toEqual([]);
  });

  it('names every event of the code', () => {
    expect(schemas.ActionEvent?.properties?.event?.enum).toEqual(Object.keys(ACTION_EVENTS));
    expect(schemas.HandoverEvent?.properties?.event?.enum).toEqual(Object.keys(HANDOVER_EVENTS));
    expect(schemas.WorkflowEvent?.properties?.event?.enum).toEqual(Object.keys(WORKFLOW_EVENTS));
  });

  it('describes what the webhook gets', async () => {
    const id = randomUUID();
    await talk(id);
    while ((await engine.app.get(WebhookDispatcher).deliverDue()) > 0);
    expect(receiver.names(id)).toEqual([
      ...['OPEN', 'IN_PROGRESS', 'EXECUTED'],
      ...['HANDED_OVER', 'USER_MESSAGE', 'PERSON_REPLY', 'HANDED_BACK'],
    ]);
    const wrong = receiver
      .about(id)
      .flatMap(({ event, headers }) => [...wrongWith(ofKind(event), event), ...wrongWith('SignedHeaders', headers)]);
    expect(wrong).toEqual([]);
    const [{ event: asked = {} } = {}] = receiver.about(id);
    expect(wrongWith('ActionEvent', { ...asked, event: 'CHANGED' })).not.toEqual([]);
  });

  it('describes what the webhook gets of workflows', () => {
    const run = { conversationId: randomUUID(), runId: 'k.1', workflow: 'book', version: '2' };
    expect(wrongWith('WorkflowEvent', workflowEvent(run, 'DONE', Date.now()).payload)).toEqual([]);
  });

  it('describes what the webhook gets in envelopes', async () => {
    const id = randomUUID();
    const config = settings('cloudevents');
    const enveloping = await startEngine({ database: engine.database, handlers: [handler], config });
    await talk(id);
    while ((await enveloping.app.get(WebhookDispatcher).deliverDue()) > 0);
    await enveloping.close();
    const envelopes = receiver.received.filter(({ event }) => event.subject === id);
    expect(envelopes).toHaveLength(7);
    expect(envelopes.flatMap(({ event }) => wrongWith('CloudEvent', event))).toEqual([]);
  });

  it('describes what those who follow a conversation get', async () => {
    const id = randomUUID();
    const verbose = `INSERT INTO ce_verbose (intent_code, state_code, step_match, step_value, determinant, message)
      VALUES ('ANY', 'ANY', 'EXACT', 'IntentResolutionStep', 'STEP_ENTER', 'Looking …')`;
    await engine.database.database.query(verbose, []);
    await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
    const client = await SseClient.open(`${engine.url}/api/v1/conversation/stream/${id}`);
    await client.waitFor(1);
    await talk(id);
    await expect.poll(() => client.received.some(({ event }) => event === 'HAND_BACK')).toBe(true);
    client.close();
    const kinds: Record<string, string> = { CONNECTED: 'Connected', VERBOSE: 'Progress' };
    const sent = client.received.filter(({ data }) => data !== undefined);
    expect(sent.some(({ event }) => event === 'VERBOSE')).toBe(true);
    const wrong = sent.flatMap(({ event = '', data }) => wrongWith(kinds[event] ?? 'Recorded', data));
    expect([...new Set(wrong)]).toEqual([]);
  });
});
