import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ActionHandler, done } from '../../../src/app/index.js';
import { Pruner, retentionRules } from '../../../src/engine/retention/index.js';
import { CONFIG, DATABASE } from '../../../src/platform/common/tokens.js';
import { createDataSource, grantsFor, missingGrants, openDatabase } from '../../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { runAsAdmin } from '../../helpers/postgres.global.js';
import { type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';

const server = inject('postgres');

describe.skipIf(!server.available)(
  'a service under a role that has what "convengine grants" gives, and no more',
  () => {
    const role = `convengine_app_${randomBytes(4).toString('hex')}`;
    let opened: TestDatabase;
    let model: ScriptedModel;
    let engine: TestEngine;
    let url: string;
    const rooms: ActionHandler = {
      kind: 'action',
      name: 'rooms',
      methods: { reserve: () => done({ reference: 'R-1' }) },
    };
    const admin = (statements: string[]) => runAsAdmin(server.available ? server.adminUrl : '', statements);

    beforeAll(async () => {
      opened = await openPostgres();
      model = await startScriptedModel([{ reply: { text: 'hm' } }]);
      await admin([`CREATE ROLE ${role} LOGIN`]);
      for (const statement of grantsFor(role)) await opened.database.query(statement);
      const address = new URL(opened.url);
      address.username = role;
      url = address.href;
      engine = await startEngine({
        database: opened,
        seeds: ['test/docs/book-room.sql'],
        handlers: [rooms],
        config: {
          'database.url': url,
          'database.migrate-on-start': false,
          'retention.conversation-days': 1,
          'webhooks.url': 'http://127.0.0.1:9/hook',
          'webhooks.secret': 'secret',
          'llm.provider': 'openai-compatible',
          'llm.base-url': model.url,
          'llm.model': 'm',
        },
      });
    });
    afterAll(async () => {
      await engine.close();
      await model.close();
      await opened.close();
      await admin([`DROP ROLE ${role}`]);
    });

    const count = (table: string) => engine.count(`SELECT count(*) FROM ${table}`);
    const send = async (method: string, path: string, body?: object) => {
      const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await fetch(`${engine.url}/api/v1/${path}`, { method, ...init });
      return [response.status, await response.text()] as const;
    };

    it('talks, asks, acts once, and repeats a reply', async () => {
      const id = randomUUID();
      await engine.say('book room 12 for 3 hours', id);
      const key = { 'idempotency-key': 'k' };
      const [first, again] = [await engine.say('yes', id, {}, key), await engine.say('yes', id, {}, key)];
      expect([first.text, again.raw]).toEqual([expect.stringContaining('R-1'), first.raw]);
      await engine.say('what is the weather like on the moon?', id);
      const written = [
        'ce_turn_record',
        'ce_audit',
        'ce_conversation_history',
        'ce_outbox_event',
        'ce_llm_call_log',
        'ce_instance_key',
      ];
      for (const table of written) expect([table, await count(table)]).not.toEqual([table, 0]);
      expect((await send('POST', 'conversation/feedback', { conversationId: id, feedbackType: 'THUMBS_UP' }))[0]).toBe(
        200,
      );
    });

    it('is healthy, takes up changed rows, documents and messages that wait', async () => {
      expect((await send('GET', 'health'))[0]).toBe(200);
      expect((await send('POST', 'cache/refresh'))[0]).toBe(200);
      const document = { source: 'leave.md', content: '# Leave\nThirty days.' };
      expect((await send('POST', 'documents', document))[0]).toBe(200);
      expect((await send('POST', 'documents', { ...document, content: '# Leave\nForty days.' }))[0]).toBe(200);
      const id = randomUUID();
      const replies = await Promise.all(['hello', 'hello again', 'book room 7'].map((text) => engine.say(text, id)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it('counts versions of the flow, and refuses to edit rows until it is given that', async () => {
      const [, versions] = await send('GET', 'flow/versions');
      const base = (JSON.parse(versions) as { running: number }).running;
      const edits = [{ table: 'ce_intent', row: 'BOOK_ROOM', values: { display_name: 'a room' } }];
      const switchTo = () => send('POST', 'flow/switch', { base, edits, by: 'ann' });
      const [status, body] = await switchTo();
      expect([status, JSON.parse(body)]).toEqual([403, expect.objectContaining({ errorCode: 'FLOW_READ_ONLY' })]);
      expect(JSON.parse(body).remedy).toContain('convengine grants ROLE --rows');
      for (const statement of grantsFor(role, true)) await opened.database.query(statement);
      expect((await switchTo())[0]).toBe(200);
      const rule = { intent_code: 'BOOK_ROOM', state_code: 'BOOKED', rule_type: 'EXACT', match_pattern: 'more' };
      const added = [{ table: 'ce_rule', values: { ...rule, action: 'SET_STATE', action_value: 'COLLECT' } }];
      expect((await send('POST', 'flow/switch', { base: base + 1, edits: added, by: 'ann' }))[0]).toBe(200);
      expect((await send('POST', `flow/versions/${base + 2}/undo`, { by: 'ann' }))[0]).toBe(200);
      for (const table of ['ce_intent', 'ce_rule', 'ce_pending_action']) {
        await opened.database.query(`REVOKE INSERT, UPDATE, DELETE ON ${table} FROM ${role}`);
      }
    });

    it('deletes what is past its retention', async () => {
      const id = randomUUID();
      await opened.database.query(
        `INSERT INTO ce_conversation (conversation_id, updated_at) VALUES ($1, now() - interval '9 days')`,
        [id],
      );
      const nowMs = Date.now();
      const rules = retentionRules(engine.app.get(CONFIG), nowMs);
      const report = await new Pruner(engine.app.get(DATABASE)).run({ rules, nowMs, batch: 10 });
      expect(report).toMatchObject({ deleted: 1 });
    });

    it('names the grants wherever one of them is missing', async () => {
      const dataSource = await createDataSource(url).initialize();
      const own = openDatabase(dataSource);
      expect(await missingGrants(own)).toEqual({ role, missing: [] });
      const revoked = ['INSERT ON ce_turn_record', 'UPDATE (ended_at_ms) ON ce_erasure'];
      for (const privilege of revoked) await opened.database.query(`REVOKE ${privilege} FROM ${role}`);
      const { missing } = await missingGrants(own);
      expect(missing).toEqual(['UPDATE on ce_erasure', 'INSERT on ce_turn_record']);

      const { status, body } = await engine.say('hello', randomUUID());
      const message = expect.stringContaining('convengine grants');
      expect([status, body]).toEqual([500, expect.objectContaining({ errorCode: 'DATABASE_UNUSABLE', message })]);
      await expect(own.check()).rejects.toMatchObject({ code: 'DATABASE_UNUSABLE', message });

      for (const statement of grantsFor(role)) await opened.database.query(statement);
      expect((await missingGrants(own)).missing).toEqual([]);
      await own.check();
      expect((await engine.say('hello', randomUUID())).status).toBe(200);
      await dataSource.destroy();
    });

    it('can change neither the rows of flows, nor tables, nor what was recorded', async () => {
      const dataSource = await createDataSource(url).initialize();
      const refused = [
        `INSERT INTO ce_intent (intent_code, description) VALUES ('X', '')`,
        `UPDATE ce_rule SET enabled = false`,
        'DELETE FROM ce_pending_action',
        'CREATE TABLE mine (a int)',
        'ALTER TABLE ce_conversation ADD COLUMN mine int',
        'DROP INDEX ix_ce_action_proposal_closed',
        'TRUNCATE ce_turn_record',
        `UPDATE ce_turn_record SET events_json = '[]'`,
        `UPDATE ce_audit_event SET payload_json = '{}'`,
        `UPDATE ce_conversation_history SET user_input = ''`,
        `UPDATE ce_instance_key SET secret = ''`,
        `UPDATE ce_flow_version SET made_by = 'bo'`,
        'DELETE FROM ce_flow_version',
        'DELETE FROM ce_migration',
      ];
      for (const sql of refused) {
        await expect(dataSource.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
      }
      await dataSource.destroy();
    });
  },
);
