import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { auditEntrySchema, traceSchema } from '../../../src/interfaces/http/audit.schema.js';
import { AuditRepository } from '../../../src/platform/audit/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type HttpApp, startHttpApp } from './http-app.js';
import { events, insertConversation, record } from './recorded-events.js';

describeOnEachDatabase('GET /api/v1/conversation/audit/:id', (open) => {
  const id = randomUUID();
  let database: Database;
  let http: HttpApp;

  beforeAll(async () => {
    database = (await open()).database;
    http = await startHttpApp({ database });
    await insertConversation(database, id);
    await record(database, events(id, 1, 35));
  });
  afterAll(() => http.close());

  const get = (path: string) => fetch(`${http.url}/api/v1/conversation/audit/${path}`);

  it('gives the events oldest first, with payloads as JSON text', async () => {
    const response = await get(id);
    const list = z.array(auditEntrySchema.strict()).parse(await response.json());
    expect(list).toHaveLength(35);
    expect(list[1]).toEqual({
      auditId: 2,
      conversationId: id,
      turnNo: 1,
      stage: 'RULE_MATCH',
      payloadJson: '{"number":2}',
      createdAt: '2026-01-31T12:00:00.002Z',
    });
    expect(response.headers.get('x-next-after')).toBeNull();
  });

  it('gives an empty list for an unknown conversation', async () => {
    const response = await get(randomUUID());
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  it('gives every event once when read page by page', async () => {
    const seen: number[] = [];
    let after: string | null = '0';
    while (after !== null) {
      const response = await get(`${id}?limit=7&after=${after}`);
      const page = (await response.json()) as { auditId: number }[];
      seen.push(...page.map(({ auditId }) => auditId));
      after = response.headers.get('x-next-after');
    }
    expect(seen).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  });

  it('gives the events of one stage, page by page', async () => {
    const response = await get(`${id.toUpperCase()}?stage=rule_match&limit=3&after=2`);
    const page = (await response.json()) as { auditId: number }[];
    expect(page.map(({ auditId }) => auditId)).toEqual([4, 6, 8]);
    expect(response.headers.get('x-next-after')).toBe('8');
  });

  it('gives a trace of the same events', async () => {
    const trace = traceSchema.parse(await (await get(`${id}/trace`)).json());
    expect(trace.conversationId).toBe(id);
    expect(trace.stages.map(({ auditId }) => auditId)).toHaveLength(35);
    expect(trace.stages[0]?.payload).toEqual({ number: 1 });
  });

  it('cuts a trace into pages between turns, as long as a turn fits', async () => {
    const ids = async (query: string) => {
      const response = await get(`${id}/trace?${query}`);
      const { stages } = traceSchema.parse(await response.json());
      return [stages[0]?.auditId, stages.at(-1)?.auditId, response.headers.get('x-next-after')];
    };
    expect(await ids('limit=25')).toEqual([1, 20, '20']);
    expect(await ids('limit=25&after=20')).toEqual([21, 35, null]);
    expect(await ids('limit=4')).toEqual([1, 4, '4']);
  });

  it('can tell a conversation without events from none at all', async () => {
    const audit = new AuditRepository(database);
    const silent = randomUUID();
    await insertConversation(database, silent);
    expect([await audit.exists(silent), await audit.exists(randomUUID())]).toEqual([true, false]);
    expect([await audit.newestId(id), await audit.newestId(silent)]).toEqual([35, 0]);
  });

  it('gives an empty trace for an unknown conversation', async () => {
    const unknown = randomUUID();
    expect(await (await get(`${unknown}/trace`)).json()).toEqual({ conversationId: unknown, steps: [], stages: [] });
  });
});
