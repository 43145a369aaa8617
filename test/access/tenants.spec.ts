import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countRoundTrips } from '../../bench/turns/count-round-trips.mjs';
import { type ActionHandler, done } from '../../src/app/index.js';
import { ActionKeeper, ConsentLinks } from '../../src/engine/turn/index.js';
import { inTenant } from '../../src/platform/common/tenant.js';
import { DATABASE } from '../../src/platform/common/tokens.js';
import { ROLES, type Role } from '../../src/platform/config/index.js';
import { SessionStore } from '../../src/platform/identity/index.js';
import { WebhookDispatcher } from '../../src/platform/outbox/index.js';
import {
  createDataSource,
  type Database,
  type DataSource,
  tenantTables,
} from '../../src/platform/persistence/index.js';
import { SseClient } from '../e2e/http/sse-client.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { openSeparated, type SeparatedDatabase, separatedConfig } from '../helpers/tenants.js';
import { WebhookReceiver } from '../helpers/webhook-receiver.js';
import { BANK, Bank } from '../mcp/bank.js';
import { keyFor } from './keys.js';
import { type Answer, askRoute, GUARDED_ROUTES, type GuardedRoute, JSON_OR_EVENTS, MCP_METHODS } from './routes.js';

type Headers = Record<string, string>;

const server = inject('postgres');
const FLOW = 'test/docs/book-room.sql';
/** Stands in everything that the tenant `acme` has, and nowhere else. */
const MARK = 'zebra4711';
/** Somebody of this name is in each tenant. */
const USER = 'ann';
/** Routes that name a conversation elsewhere than in their path. */
const OF_A_CONVERSATION = new Set([
  'GET /api/v1/actions',
  'GET /api/v1/schedules',
  'GET /api/v1/workflows',
  'GET /api/v1/llm-calls',
  'POST /api/v1/flow/dry-run',
]);
const DAY = 86_400_000;
/** Booking it takes longer than a lease may stay without being renewed. */
const SLOW_ROOM = 99;
/** Rows that few conversations have. */
const RARE_ROWS = [
  ['ce_message_arrival', 'arrival_no, process, seen_turn, arrived_at_ms', `9, 'p', 1, 1`],
  [
    'ce_workflow_run',
    'run_id, workflow, arguments_json, status, started_at_ms, deadline_ms',
    `'r', 'w', '{}', 'DONE', 1, 1`,
  ],
  [
    'ce_schedule',
    'schedule_id, action_key, argument, rule_text, status, created_at_ms',
    `'0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f', 'k', 'when', '', 'DONE', 1`,
  ],
  ['ce_workflow_step', 'run_id, step, step_no, status, started_at_ms', `'r', 's', 0, 'DONE', 1`],
  ['ce_flow_shadow_example', 'shadow_no, way_hash, turn_no, example_json', `1, 'w', 1, '{}'`],
  ['ce_audit_event', 'audit_id, turn_no, stage, payload_json', `0, 0, 'EARLIER', '{}'`],
  ['ce_turn_reply', 'idempotency_key, request_hash, turn_no, http_status, response_text', `'k', 'h', 1, 200, '{}'`],
  [
    'ce_notification',
    'idempotency_key, channel, template, recipients_json, status, message_id, created_at_ms',
    `'k', 'c', 't', '[]', 'SENT', 'm', 1`,
  ],
] as const;
/** Whose rows somebody sees in each table, and in the view of all events. */
const SEEN_TENANTS = new Map([
  ...tenantTables().map((table) => [table, `SELECT DISTINCT tenant_id FROM ${table}`] as const),
  ['ce_audit', 'SELECT DISTINCT tenant_id FROM ce_audit JOIN ce_conversation USING (conversation_id)'] as const,
]);

describe.skipIf(!server.available)('two tenants of one service', () => {
  let separated: SeparatedDatabase;
  let engine: TestEngine;
  const clock = new MovableClock();
  const bank = new Bank();
  const receiver = new WebhookReceiver();
  const keys = new Map<string, Headers>();
  /** How many conversations the handler of an action could see. */
  const seen: number[] = [];
  const rooms: ActionHandler = {
    kind: 'action',
    name: 'rooms',
    methods: {
      reserve: async ({ database, arguments: { room } }) => {
        if (room === SLOW_ROOM) await sleep(1_500);
        const [row] = await database.query('SELECT count(*) AS n FROM ce_conversation');
        seen.push(Number(row?.n));
        return done({ reference: 'R-1' });
      },
    },
  };

  beforeAll(async () => {
    separated = await openSeparated();
    await receiver.start();
    engine = await startEngine({
      database: separated.opened,
      seeds: [BANK, FLOW],
      handlers: [...bank.handlers, rooms],
      clock,
      config: {
        ...separatedConfig(separated),
        'database.pool-size': 3,
        'turn.lease-ms': 2_000,
        'flow.action-lifecycle.sweep-seconds': 0,
        'webhooks.url': receiver.url,
        'webhooks.secret': 'secret',
        'webhooks.poll-seconds': 0,
      },
    });
    for (const tenant of ['acme', 'globex', null]) {
      for (const role of ROLES) {
        const { headers } = await keyFor(separated.opened, role, `${role}-of-${tenant}`, null, tenant);
        keys.set(`${tenant ?? 'default'} ${role}`, headers);
      }
    }
  });
  afterAll(async () => {
    await engine.close();
    await receiver.stop();
    await separated.close();
  });

  const keyOf = (tenant: string, role: Role): Headers => keys.get(`${tenant} ${role}`) ?? {};
  const say = (tenant: string, message: string, id: string = randomUUID()) =>
    engine.say(message, id, {}, keyOf(tenant, 'service'));
  const send = async (method: string, path: string, headers: Headers, body?: object) => {
    const init = body && { body: JSON.stringify(body) };
    const type = body && { 'content-type': 'application/json' };
    const response = await fetch(`${engine.url}${path}`, { method, headers: { ...headers, ...type }, ...init });
    return { status: response.status, text: await response.text() };
  };
  const rows = (sql: string, values: unknown[] = []) => separated.opened.database.query(sql, values);
  const tenantsOf = async (table: string, id: string) =>
    (await rows(`SELECT DISTINCT tenant_id FROM ${table} WHERE conversation_id = $1`, [id])).map(
      (row) => row.tenant_id,
    );
  const withRole = async <T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> => {
    const dataSource = await createDataSource(separated.url, { poolSize: 1 }).initialize();
    return work(dataSource).finally(() => dataSource.destroy());
  };

  /** One of everything that a tenant can have. */
  const fill = async (tenant: string, mark: string) => {
    const [open, held, awaiting, handedOver] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await engine.say(`hello ${mark}`, randomUUID(), {}, { ...keyOf(tenant, 'service'), 'x-on-behalf-of': USER });
    for (const id of [open, held, awaiting]) await say(tenant, `book room 12 for 3 hours ${mark}`, id);
    await say(tenant, mark, handedOver);
    await rows(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', reason = 'INTERRUPTED' WHERE conversation_id = $1`,
      [held],
    );
    await rows('UPDATE ce_action_proposal SET approval_asked_at_ms = 1 WHERE conversation_id = $1', [awaiting]);
    await rows(`UPDATE ce_action_proposal SET action_key = $1 WHERE tenant_id = $2`, [mark, tenant]);
    await rows('UPDATE ce_outbox_event SET next_attempt_at_ms = NULL, last_error = $2 WHERE conversation_id = $1', [
      awaiting,
      mark,
    ]);
    const given = { by: mark, queue: mark, note: mark };
    const operator = keyOf(tenant, 'operator');
    expect((await send('POST', `/api/v1/conversations/${handedOver}/handover`, operator, given)).status).toBe(200);
    const feedback = { conversationId: open, feedbackType: 'THUMBS_UP', messageId: 'm-1', assistantResponse: mark };
    await send('POST', '/api/v1/conversation/feedback', keyOf(tenant, 'service'), feedback);
    await rows(
      `INSERT INTO ce_llm_call_log (tenant_id, conversation_id, llm_call_id, step, provider, model, prompt_text,
         user_context, success, duration_ms) VALUES ($1, $2, $3, 's', 'p', 'm', $4, $4, true, 1)`,
      [tenant, open, randomUUID(), mark],
    );
    for (const [table, columns, values] of RARE_ROWS) {
      const sql = `INSERT INTO ${table} (tenant_id, conversation_id, ${columns}) VALUES ($1, $2, ${values})`;
      await rows(sql, [tenant, open]);
    }
    const decided = await Promise.all(
      [held, awaiting].map(async (id) => {
        const [row] = await rows('SELECT proposal_id FROM ce_action_proposal WHERE conversation_id = $1', [id]);
        return String(row?.proposal_id);
      }),
    );
    const [event] = await rows('SELECT event_id FROM ce_outbox_event WHERE conversation_id = $1', [awaiting]);
    const givenUp = { conversationId: awaiting, eventId: String(event?.event_id) };
    return { conversations: [open, handedOver], decided, event: givenUp };
  };
  /** Everything that is stored of a tenant. */
  const stored = async (tenant: string) => {
    const parts = await Promise.all(
      tenantTables().map((table) =>
        rows(
          `SELECT '${table}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS content FROM ${table} t
               WHERE tenant_id = $1`,
          [tenant],
        ),
      ),
    );
    return parts.flat();
  };

  it('each talks, acts and is told alone, also at the same time on the same connections', async () => {
    const tenants = ['acme', 'globex', 'acme', 'globex', 'default', 'acme'];
    const ids = tenants.map(() => randomUUID());
    const query = engine.app.get<Database>(DATABASE);
    expect(await query.keepsTenantsApart()).toBe(true);
    await Promise.all(tenants.map((tenant, at) => say(tenant, 'book room 12 for 3 hours', ids[at])));
    const replies = await Promise.all(tenants.map((tenant, at) => say(tenant, 'yes', ids[at])));
    expect(replies.map(({ text }) => text)).toEqual(tenants.map(() => 'Room 12 is booked: R-1.'));
    // A handler sees the conversations of its own tenant.
    expect(seen.toSorted()).toEqual([1, 2, 2, 3, 3, 3]);
    for (const [at, tenant] of tenants.entries()) {
      for (const table of ['ce_conversation', 'ce_turn_record', 'ce_conversation_history', 'ce_outbox_event']) {
        expect(await tenantsOf(table, ids[at] ?? '')).toEqual([tenant]);
      }
    }
    const list = await send('GET', '/api/v1/conversations', keyOf('globex', 'viewer'));
    const { items } = JSON.parse(list.text) as { items: { conversationId: string }[] };
    expect(items.map(({ conversationId }) => conversationId).toSorted()).toEqual([ids[1], ids[3]].toSorted());
  });

  it('takes a turn the two round trips that it takes without tenants', async () => {
    const proxy = await countRoundTrips(separated.url);
    const counted = await startEngine({
      database: separated.opened,
      config: { ...separatedConfig(separated), 'database.url': proxy.url, 'flow.action-lifecycle.sweep-seconds': 0 },
    });
    const id = randomUUID();
    const trips = async (message: string) => {
      const { roundTrips } = proxy.counts();
      await counted.say(message, id, {}, keyOf('acme', 'service'));
      await sleep(50);
      return proxy.counts().roundTrips - roundTrips;
    };
    const taken: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) taken.push(await trips('hello'));
    // Two, and the notice to other processes, which may come later. The clock is measured now and then.
    expect(Math.min(...taken)).toBeLessThanOrEqual(3);
    expect(await tenantsOf('ce_turn_record', id)).toEqual(['acme']);
    await counted.close();
    proxy.close();
  });

  it('keeps its conversation as long as a handler works in it', async () => {
    const ids = { acme: randomUUID(), globex: randomUUID() };
    const talks = Object.entries(ids).map(async ([tenant, id]) => {
      await say(tenant, `book room ${SLOW_ROOM} for 3 hours`, id);
      return (await say(tenant, 'yes', id)).text;
    });
    expect(await Promise.all(talks)).toEqual(Array(2).fill('Room 99 is booked: R-1.'));
  });

  it('has the same Idempotency-Key in each tenant stand for a conversation of its own', async () => {
    const begin = async (tenant: string) => {
      const headers = { ...keyOf(tenant, 'service'), 'idempotency-key': 'begin' };
      const { status, text } = await send('POST', '/api/v1/conversation/message', headers, { message: 'hello' });
      expect(status).toBe(200);
      return (JSON.parse(text) as { conversationId: string }).conversationId;
    };
    const [acme, globex, again] = [await begin('acme'), await begin('globex'), await begin('acme')];
    expect([again, globex === acme]).toEqual([acme, false]);
  });

  it('answers a link for whoever has it, in the tenant of its question', async () => {
    const id = randomUUID();
    await say('acme', 'book room 12 for 3 hours', id);
    const [row] = await rows('SELECT proposal_id FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    const question = { conversationId: id, kind: 'CHAT', actionId: String(row?.proposal_id), client: '' } as const;
    const links = engine.app.get(ConsentLinks, { strict: false });
    expect(await inTenant('globex', () => links.make(question))).toBeUndefined();
    const token = await inTenant('acme', () => links.make(question));
    expect((await send('GET', `/consent/${token}`, {})).status).toBe(200);
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const refused = await fetch(`${engine.url}/consent/${token}`, { ...form, body: 'decision=REJECT' });
    expect(refused.status).toBe(200);
    const [after] = await rows('SELECT status, tenant_id FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    expect(after).toEqual({ status: 'REJECTED', tenant_id: 'acme' });
  });

  it('looks after the actions of all of them, and tells the webhook whose each is', async () => {
    const ids = { acme: randomUUID(), globex: randomUUID(), default: randomUUID() };
    for (const [tenant, id] of Object.entries(ids)) await say(tenant, 'book room 12 for 3 hours', id);
    await rows('DELETE FROM ce_outbox_event');
    clock.advance(DAY);
    await engine.app.get(ActionKeeper).sweep();
    for (let due = 1; due > 0; ) due = await engine.app.get(WebhookDispatcher).deliverDue();
    for (const [tenant, id] of Object.entries(ids)) {
      const [row] = await rows('SELECT status FROM ce_action_proposal WHERE conversation_id = $1', [id]);
      expect(row).toEqual({ status: 'EXPIRED' });
      expect(await tenantsOf('ce_turn_record', id)).toEqual([tenant]);
      const told = receiver.received.filter(({ event }) => event.conversationId === id);
      expect(told.map(({ event }) => [event.event, event.tenant])).toEqual([
        ['EXPIRED', tenant === 'default' ? undefined : tenant],
      ]);
    }
  });

  it('is no matter of a service whose role sees the rows of all: it does not start', async () => {
    const start = startEngine({ database: separated.opened });
    await expect(start).rejects.toThrow('keep the rows of tenants apart, but not from this role');
  });

  it('lets nobody wait for what strangers send to the same id', async () => {
    const id = randomUUID();
    await say('acme', 'hello', id);
    const many = (tenant: string) => Promise.all([1, 2, 3].map(() => say(tenant, 'hello', id)));
    expect((await many('globex')).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await many('acme')).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await many('globex')).map(({ status }) => status)).toEqual([404, 404, 404]);
    await rows('DELETE FROM ce_message_arrival WHERE conversation_id = $1', [id]);
  });

  describe('whatever ids and roles the one has', () => {
    let acme: Awaited<ReturnType<typeof fill>>;
    let before: Awaited<ReturnType<typeof stored>>;
    beforeAll(async () => {
      acme = await fill('acme', MARK);
      await fill('globex', 'okapi0815');
      before = await stored('acme');
    });

    it('finds everything that is its own', async () => {
      const [open = ''] = acme.conversations;
      const found = [
        ['/api/v1/conversations', 'viewer'],
        ['/api/v1/actions', 'viewer'],
        ['/api/v1/actions/export', 'viewer'],
        ['/api/v1/actions/held', 'operator'],
        ['/api/v1/actions/awaiting-approval', 'approver'],
        ['/api/v1/handovers', 'operator'],
        ['/api/v1/llm-calls', 'viewer'],
        ['/api/v1/webhook/given-up', 'operator'],
        [`/api/v1/conversations/${open}`, 'service'],
        [`/api/v1/conversations/${open}/history`, 'service'],
        [`/api/v1/conversations/${open}/turns`, 'viewer'],
        [`/api/v1/conversation/audit/${open}`, 'service'],
      ] as const;
      for (const [path, role] of found) {
        const { status, text } = await send('GET', path, keyOf('acme', role));
        expect([path, status, text.includes(MARK), text.includes('okapi0815')]).toEqual([path, 200, true, false]);
      }
    });

    it('is kept apart by the database: the role of the service owns nothing, and sees the tenant that it has set', async () => {
      await say('default', 'hello');
      await withRole(async (dataSource) => {
        const tenants = async (setting?: string) => {
          const runner = dataSource.createQueryRunner();
          await runner.startTransaction();
          if (setting !== undefined) await runner.query(`SELECT set_config('convengine.tenant', $1, true)`, [setting]);
          const found = new Map<string, unknown[]>();
          for (const [table, sql] of SEEN_TENANTS) {
            const read: { tenant_id: string }[] = await runner.query(sql);
            found.set(table, read.map(({ tenant_id }) => tenant_id).toSorted());
          }
          await runner.commitTransaction();
          await runner.release();
          return found;
        };
        const everywhere = (...names: string[]) => new Map([...SEEN_TENANTS.keys()].map((table) => [table, names]));
        expect(await tenants()).toEqual(everywhere());
        expect(await tenants('acme')).toEqual(everywhere('acme'));
        expect(await tenants('globex')).toEqual(everywhere('globex'));
        expect(await tenants('nobody')).toEqual(everywhere());
        expect((await tenants('*')).get('ce_conversation')).toEqual(['acme', 'default', 'globex']);
        const asAcme = (sql: string) =>
          dataSource.query(`SET convengine.tenant = 'acme'; ${sql}; RESET convengine.tenant`);
        const id = randomUUID();
        const forged = `INSERT INTO ce_conversation (conversation_id, tenant_id) VALUES ('${id}', 'globex')`;
        await expect(asAcme(forged)).rejects.toThrow('row-level security');
        await expect(
          dataSource.query(`INSERT INTO ce_conversation (conversation_id) VALUES ('${id}')`),
        ).rejects.toThrow('row-level security');
        await asAcme(`UPDATE ce_conversation SET status = 'BLOCKED' WHERE tenant_id = 'globex'`);
        expect(await rows(`SELECT 1 FROM ce_conversation WHERE status = 'BLOCKED'`)).toEqual([]);
        const [partition] = await rows(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'ce_turn_record'::regclass LIMIT 1`,
        );
        await expect(dataSource.query(`SELECT * FROM ${String(partition?.name)}`)).rejects.toThrow('permission denied');
        for (const sql of [
          'ALTER TABLE ce_conversation DISABLE ROW LEVEL SECURITY',
          'DROP POLICY convengine_tenant ON ce_conversation',
        ]) {
          await expect(dataSource.query(sql)).rejects.toThrow('must be owner');
        }
      });
    });

    it.each([
      ['globex', 'any route'],
      ['default', 'any route'],
    ])('%s reads and changes nothing of the other by %s', async (tenant) => {
      const idsFor = (route: string, conversation: GuardedRoute['conversation']) => {
        if (route.includes('/handover')) return acme.conversations;
        if (route.includes('/subjects/')) return [USER];
        if (/:(action|proposal)Id/.test(route)) return acme.decided;
        const isAbout =
          conversation !== undefined || /:(id|conversationId)\b/.test(route) || OF_A_CONVERSATION.has(route);
        return isAbout ? acme.conversations.slice(0, 1) : [];
      };
      const leaks: string[] = [];
      const check = (what: string, { status, text }: Answer) => {
        const isRefused = status !== 500 && !text.includes(MARK);
        if (!isRefused) leaks.push(`${what}: ${status} ${text.slice(0, 200)}`);
      };
      for (const role of ROLES) {
        const headers = keyOf(tenant, role);
        const tryRoute = async ({ route, isShared, conversation }: GuardedRoute) => {
          const unknown = randomUUID();
          const missing = await askRoute(engine, route, unknown, headers);
          check(`${role} ${route}`, missing);
          if (isShared && tenant !== 'default' && missing.status !== 403) leaks.push(`${role} ${route} is shared`);
          for (const id of idsFor(route, conversation)) {
            const foreign = await askRoute(engine, route, id, headers);
            check(`${role} ${route} with ${id}`, foreign);
            // A message to an id that nobody has begins a conversation.
            if (route.startsWith('POST') && conversation === 'turn') continue;
            // Of people, each tenant may have one of this name.
            if (id === USER) continue;
            const isSame = foreign.status === missing.status && foreign.text.replaceAll(id, unknown) === missing.text;
            if (!isSame)
              leaks.push(`${role} ${route} tells ${id} from an unknown id: ${foreign.status} ${foreign.text}`);
          }
        };
        const isTalk = ({ route, conversation }: GuardedRoute) => route.startsWith('POST') && conversation === 'turn';
        await Promise.all(GUARDED_ROUTES.filter((one) => !isTalk(one)).map(tryRoute));
        // Of messages that come at once, one has to wait, and that is noted for who sent it.
        for (const one of GUARDED_ROUTES.filter(isTalk)) await tryRoute(one);
        const users = [headers, ...(role === 'service' ? [{ ...headers, 'x-on-behalf-of': 'ann' }] : [])];
        for (const given of users) {
          for (const id of acme.conversations) {
            const { status } = await engine.say('hello', id, {}, given);
            if (status !== 403 && status !== 404) leaks.push(`${role} talks in ${id}: ${status}`);
          }
        }
      }
      expect(leaks).toEqual([]);
      expect(await stored('acme')).toEqual(before);
    });

    it('reads and changes nothing of the other by any method of the Model Context Protocol', async () => {
      const post = async (headers: Headers, body: object) => {
        const response = await fetch(`${engine.url}/mcp`, {
          method: 'POST',
          headers: { ...headers, ...JSON_OR_EVENTS },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
        });
        return {
          status: response.status,
          text: await response.text(),
          session: response.headers.get('mcp-session-id') ?? '',
        };
      };
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const begin = async (tenant: string) => {
        const { session } = await post(keyOf(tenant, 'service'), { method: 'initialize', params });
        return { ...keyOf(tenant, 'service'), 'mcp-session-id': session };
      };
      const [mine, theirs] = [await begin('globex'), await begin('acme')];
      const own = await post(theirs, {
        method: 'tools/call',
        params: { name: 'convengine_message', arguments: { message: 'hello' } },
      });
      expect(own.status).toBe(200);
      const [last] = await rows('SELECT tenant_id FROM ce_conversation ORDER BY created_at DESC LIMIT 1');
      expect(last).toEqual({ tenant_id: 'acme' });
      before = await stored('acme');
      // The session of the other, with the key of its own.
      const stolen = { ...mine, 'mcp-session-id': theirs['mcp-session-id'] };
      for (const method of MCP_METHODS.slice(1)) {
        expect([method, (await post(stolen, { method, params: {} })).status]).toEqual([method, 404]);
      }
      for (const id of [...acme.conversations, ...acme.decided, acme.event.eventId]) {
        for (const [name, args] of [
          ['convengine_message', { message: 'yes', conversation_id: id }],
          ['convengine_action', { action_id: id, decision: 'yes' }],
          ['workflow.status', { run_id: id }],
        ] as const) {
          const { text } = await post(mine, { method: 'tools/call', params: { name, arguments: args } });
          expect(text).not.toContain(MARK);
        }
        const { text } = await post(mine, {
          method: 'resources/read',
          params: { uri: `convengine://conversation/${id}` },
        });
        expect(text).not.toContain(MARK);
      }
      expect(await stored('acme')).toEqual(before);
    });

    it('has its own people approve and settle', async () => {
      const before = await stored('globex');
      const [held, awaiting] = acme.decided;
      const settled = { happened: true, by: 'olga', result: { reference: 'R-2' } };
      const path = '/api/v1/actions';
      const told = [
        await send('POST', `${path}/held/${held}/settle`, keyOf('acme', 'operator'), settled),
        await send('POST', `${path}/${awaiting}/approve`, keyOf('acme', 'approver'), { revision: 1, by: 'ann' }),
      ];
      expect(told.map(({ status }) => status)).toEqual([200, 200]);
      const again = async (tenant: string) =>
        (await send('POST', '/api/v1/webhook/send-again', keyOf(tenant, 'operator'), { events: [acme.event] })).text;
      expect([await again('globex'), await again('default')]).toEqual(['{"sentAgain":0}', '{"sentAgain":0}']);
      expect([await again('acme'), await stored('globex')]).toEqual(['{"sentAgain":1}', before]);
    });

    it('erases and hands out its own people, also where they are called as those of the other', async () => {
      const before = await stored('acme');
      const open = async (tenant: string) => {
        const [scope, admin] = [`/api/v1/subjects/${USER}`, keyOf(tenant, 'admin')];
        return { exported: (await send('GET', scope, admin)).text, admin, scope };
      };
      const sessions = new SessionStore(separated.opened.database, { idleMs: DAY, longestMs: DAY }, 'default');
      const person = { kind: 'person', issuer: '', subject: USER, name: '', roles: ['user'], idToken: '' } as const;
      const acmes = await sessions.begin({ ...person, tenant: 'acme' }, Date.now());
      const globexs = await sessions.begin({ ...person, tenant: 'globex' }, Date.now());
      const { exported, admin, scope } = await open('globex');
      expect([exported.includes('okapi0815'), exported.includes(MARK)]).toEqual([true, false]);
      const erased = await send('DELETE', `${scope}?by=gina`, admin);
      expect([erased.status, JSON.parse(erased.text)]).toMatchObject([200, { erased: 1 }]);
      expect(await stored('acme')).toEqual(before);
      const isThere = async (token: string) => (await sessions.find(token, Date.now())) !== undefined;
      expect([await isThere(acmes.token), await isThere(globexs.token)]).toEqual([true, false]);
      // Who has erased whom is nothing that the other tenant learns of its own person.
      expect(
        [(await open('globex')).exported, (await open('acme')).exported].map((text) => text.includes('gina')),
      ).toEqual([true, false]);
    });

    it('hears nothing of the other on an event stream, which its own tenant hears', async () => {
      // Before it begins, where every event is the next one for whoever has seen none.
      const id = randomUUID();
      const url = `${engine.url}/api/v1/conversation/stream/${id}`;
      const foreign = await SseClient.open(url, keyOf('globex', 'service'));
      const own = await SseClient.open(url, keyOf('acme', 'service'));
      await Promise.all([foreign.waitFor(1), own.waitFor(1)]);
      await say('acme', MARK, id);
      await own.waitFor(3);
      await expect.poll(() => JSON.stringify(own.received).includes(MARK)).toBe(true);
      expect(foreign.received.map(({ event }) => event)).toEqual(['CONNECTED']);
      foreign.close();
      own.close();
    });
  });
});

describeOnEachDatabase('another tenant, where the database keeps none apart,', (open) => {
  it('is let in nowhere, and told what to do', async () => {
    const opened = await open();
    const engine = await startEngine({ database: opened, config: { 'auth.tenant': 'acme' } });
    const others: string[] = [];
    for (const role of ROLES) {
      const { headers } = await keyFor(opened, role, 'x', null, 'globex');
      const tryRoute = async ({ route }: GuardedRoute) => {
        const { status, text } = await askRoute(engine, route, randomUUID(), headers);
        if (status !== 403 || !text.includes('--row-level-security'))
          others.push(`${role} ${route}: ${status} ${text}`);
      };
      await Promise.all(GUARDED_ROUTES.map(tryRoute));
    }
    expect(others).toEqual([]);
    for (const tenant of ['acme', null]) {
      const { headers } = await keyFor(opened, 'service', 'x', null, tenant);
      expect((await engine.say('hello', randomUUID(), {}, headers)).status).toBe(200);
    }
    await engine.close();
  });
});
