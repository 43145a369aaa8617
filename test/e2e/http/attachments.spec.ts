import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attachment, Handler, JsonObject } from '../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';

const MIB = 1_048_576;

/** Asks a rule's task about the files, and answers by a template and a model. */
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('RECEIPT', 'Hand in a receipt');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'receipt', 'RECEIPT', 'TAKEN', 1);
  INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('RECEIPT', 'TAKEN', 'REGEX', '.*', 'SET_TASK', 'receipts:read');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text, derivation_hint) VALUES
    ('RECEIPT', 'TAKEN', 'TEXT', 'DERIVED', 'Thanks for {{inputParams.files.0.name}}.', 'Thank for {{inputParams.files}}.');
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, description) VALUES
    ('receipts.book', 'CUSTOM', 'ANY', 'ANY', 'WRITE', 'Books a receipt');`;

describeOnEachDatabase('files that come with a message', (open) => {
  const seen: (readonly Attachment[] | undefined)[] = [];
  const receipts: Handler = {
    kind: 'rule-task',
    name: 'receipts',
    methods: {
      read: ({ attachments }) => {
        seen.push(attachments);
        return {};
      },
    },
  };
  const booked: (readonly Attachment[] | undefined)[] = [];
  const book: Handler = {
    kind: 'tool',
    toolCode: 'receipts.book',
    execute: ({ attachments }) => {
      booked.push(attachments);
      return {};
    },
  };
  let database: TestDatabase;
  let model: ScriptedModel;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    model = await startScriptedModel([{ reply: { text: 'Thanks for the receipt.' } }]);
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [receipts, book],
      config: { 'llm.provider': 'openai-compatible', 'llm.base-url': model.url, 'llm.model': 'm' },
    });
  });
  afterAll(async () => {
    await engine.close();
    await model.close();
  });

  const file = (bytes: Buffer, name = 'receipt.jpg'): JsonObject => {
    const content = bytes.toString('base64');
    return { name, mimeType: 'image/jpeg', size: bytes.length, content, encoding: 'base64' };
  };
  const send = (id: string, files: JsonObject[], headers = {}) =>
    engine.say('here is my receipt', id, { inputParams: { files } }, headers);

  it('may have 10 MB, and are there for the handlers of that turn and not of the next', async () => {
    const bytes = randomBytes(10 * MIB);
    const id = randomUUID();
    expect((await send(id, [file(bytes)])).status).toBe(200);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [attachment] = seen.at(-1) ?? [];
    expect(attachment).toMatchObject({ name: 'receipt.jpg', mimeType: 'image/jpeg', size: 10 * MIB, sha256 });
    expect(Buffer.compare(attachment?.content ?? Buffer.alloc(0), bytes)).toBe(0);
    await engine.say('did you get my receipt?', id);
    expect(seen.at(-1)).toBeUndefined();
  });

  it('stay out of all that is stored, sent to a model or shown: their name, type, size and hash are kept', async () => {
    const bytes = randomBytes(3_000);
    const id = randomUUID();
    const { raw } = await send(id, [file(bytes)], { 'idempotency-key': 'receipt-1' });
    const texts = [raw, JSON.stringify(model.requests.map(({ body }) => body))];
    for (const table of [
      'ce_conversation',
      'ce_conversation_history',
      'ce_audit',
      'ce_llm_call_log',
      'ce_turn_reply',
    ]) {
      const rows = await database.database.query(`SELECT * FROM ${table} WHERE conversation_id = $1`, [id]);
      expect([table, rows.length > 0]).toEqual([table, true]);
      texts.push(JSON.stringify(rows));
    }
    expect(texts.join('\n')).not.toContain(bytes.toString('base64').slice(0, 60));
    const [input] = await database.database.query(
      `SELECT payload_json FROM ce_audit WHERE conversation_id = $1 AND stage = 'USER_INPUT'`,
      [id],
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const payload = typeof input?.payload_json === 'string' ? JSON.parse(input.payload_json) : input?.payload_json;
    expect(payload.attachments).toEqual([{ name: 'receipt.jpg', mimeType: 'image/jpeg', size: 3_000, sha256 }]);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(sha256);
  });

  it('are part of what a repeated request is known by', async () => {
    const id = randomUUID();
    const key = { 'idempotency-key': 'receipt-2' };
    const bytes = randomBytes(2 * MIB);
    const [first, again, other] = [
      await send(id, [file(bytes)], key),
      await send(id, [file(bytes)], key),
      await send(id, [file(randomBytes(2 * MIB))], key),
    ];
    expect([first.status, again.raw]).toEqual([200, first.raw]);
    expect(other.body).toMatchObject({ errorCode: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('are refused with what to do where they are too large or too many, and nothing is done', async () => {
    const id = randomUUID();
    const refused = [
      await send(id, [file(randomBytes(6 * MIB)), file(randomBytes(4 * MIB + 1))]),
      await send(
        id,
        Array.from({ length: 11 }, () => file(randomBytes(10))),
      ),
      await send(id, [file(randomBytes(12 * MIB))]),
    ];
    expect(refused.map(({ status, body }) => [status, body.errorCode])).toEqual(
      refused.map(() => [413, 'REQUEST_TOO_LARGE']),
    );
    expect(refused.map(({ body }) => body.message)).toEqual([
      expect.stringMatching(/10485761 bytes long together; at most 10485760 .* convengine\.limits\.attachment-bytes/),
      expect.stringMatching(/^11 attachments .* at most 10 .* convengine\.limits\.attachments/),
      expect.any(String),
    ]);
    for (const { body } of refused) expect(body.remedy).toContain('convengine.limits');
    expect(await engine.count('SELECT count(*) FROM ce_conversation WHERE conversation_id = $1', [id])).toBe(0);
  });

  it('reach an action with the yes where its question was about them, and no others', async () => {
    const id = randomUUID();
    const [asked, other] = [randomBytes(100), randomBytes(100)];
    const sha256 = createHash('sha256').update(asked).digest('hex');
    const tool_request = { tool_code: 'receipts.book', args: { sha256 } };
    const agree = async (files: JsonObject[]) => {
      await engine.say('book it', id, { inputParams: { tool_request } });
      expect((await engine.say('yes', id, { inputParams: { files } })).text).toContain('Done');
      return booked.at(-1)?.map(({ content }) => content);
    };
    expect(await agree([file(other)])).toBeUndefined();
    expect(await agree([file(other), file(asked)])).toEqual([asked]);
  });
});
