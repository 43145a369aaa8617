import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, type JsonObject } from '../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';

const EMAIL = 'ann.k@example.org';
const CARD = '4111 1111 1111 1111';
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('INVITE', 'Invites somebody');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'invite', 'INVITE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('INVITE', 'ANY',
    '{"type": "object", "required": ["email", "copyTo"], "properties": {"email": {"type": "string", "format": "email"},
      "copyTo": {"type": "string", "pattern": "^copy .+@.+$"}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('INVITE', 'ASK', 'invite', 'office', 'invite');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('INVITE', 'ASK', 'TEXT', 'EXACT', 'Shall I invite {{email}}?');`;

/** What is stored of a conversation beside its values, its actions and its replies. */
const KEPT = ['ce_conversation_history', 'ce_turn_record', 'ce_llm_call_log', 'ce_mcp_user_feedback'];

describeOnEachDatabase('detectors of personal data', (open) => {
  const invited: JsonObject[] = [];
  const office: ActionHandler = {
    kind: 'action',
    name: 'office',
    methods: {
      invite: ({ arguments: given }) => {
        invited.push(given);
        return done({ told: EMAIL });
      },
    },
  };
  const id = randomUUID();
  const said = `invite ${EMAIL} and charge ${CARD}, please`;
  let database: TestDatabase;
  let model: ScriptedModel;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    model = await startScriptedModel([
      { when: 'You read values', reply: { json: { copyTo: 'copy [email 1]' } } },
      { reply: { text: 'Hm.' } },
    ]);
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [office],
      config: {
        'llm.provider': 'openai-compatible',
        'llm.base-url': model.url,
        'llm.model': 'm',
        'privacy.detectors': { email: 'hash', card: 'mask', phone: 'off', iban: 'off', 'national-id': 'off' },
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
  });

  const stored = async (table: string, columns = '*') =>
    JSON.stringify(await database.database.query(`SELECT ${columns} FROM ${table} WHERE conversation_id = $1`, [id]));

  it('leave the flow to work with what was said, also where a model has read it under another name', async () => {
    const asked = await engine.say(said, id, {}, { 'idempotency-key': 'k1' });
    expect(asked.text).toBe(`I have understood as well: copy to copy ${EMAIL}.\n\nShall I invite ${EMAIL}?`);
    expect(asked.body.pendingActions).toMatchObject([{ arguments: { email: EMAIL, copyTo: `copy ${EMAIL}` } }]);
    expect((await engine.say(said, id, {}, { 'idempotency-key': 'k1' })).raw).toBe(asked.raw);
    await engine.say(`yes, ${EMAIL}`, id);
    await engine.say('yes', id);
    expect(invited).toEqual([{ email: EMAIL, copyTo: `copy ${EMAIL}` }]);
  });

  it('keep it out of what is recorded, and out of what models read', async () => {
    const feedback = {
      conversationId: id,
      feedbackType: 'THUMBS_UP',
      assistantResponse: EMAIL,
      metadata: { question: said },
    };
    const posted = await fetch(`${engine.url}/api/v1/conversation/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(feedback),
    });
    expect(posted.status).toBe(200);
    for (const table of KEPT) {
      const text = await stored(table);
      expect(text).toMatch(table === 'ce_llm_call_log' ? /\[email 1\]/ : /\[email [0-9a-f]{12}\]/);
      expect(text).not.toContain(EMAIL);
      expect(text).not.toContain(CARD);
    }
    const last = await stored('ce_conversation', 'last_user_text, last_assistant_json');
    expect(last).not.toContain(EMAIL);
    const sent = JSON.stringify(model.requests.map(({ body }) => body));
    expect(sent).toContain('invite [email 1] and charge [card 2], please');
    expect(sent).not.toContain(EMAIL);
    expect(sent).not.toContain(CARD);
  });

  it('leave it where consent is to exactly these arguments', async () => {
    const action = await stored('ce_action_proposal', 'arguments_json, question');
    expect(action).toContain(EMAIL);
    expect(action).not.toContain(CARD);
    expect(await stored('ce_action_proposal', 'confirmed_words')).not.toContain(EMAIL);
  });
});
