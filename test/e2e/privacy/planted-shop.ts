import { randomUUID } from 'node:crypto';
import { type ActionHandler, done, failed, type Handler } from '../../../src/app/index.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import type { TestDatabase } from '../../helpers/databases.js';
import type { Reply } from '../../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';
import { Marks } from './marks.js';
import { type LoggedEngine, startLogged } from './shop.js';

/** What another user orders. */
export const BENS = 'zqbe4';
/** What takes its time. */
export const SLOW = 'zq5109';

export const SERVICE = { authorization: 'Bearer a-service-key' };
export const ADMIN = { authorization: 'Bearer an-admin-key' };

/** A shop with words of Ann's in it, which have come in through every door there is. */
export class PlantedShop {
  readonly marks = new Marks();
  readonly ann = `ann@${this.marks.of('user id')}.example`;
  readonly chats = { ann: randomUUID(), failing: randomUUID(), chatty: randomUUID(), ben: randomUUID() };
  /** What was ordered. */
  readonly ordered: JsonObject[] = [];
  /** Lets what is slow go on. */
  readonly slow = Promise.withResolvers<void>();
  service!: LoggedEngine;
  private model!: ScriptedModel;

  private constructor(readonly database: TestDatabase) {}

  /** @param config `convengine.*` keys over those of the shop */
  static async open(database: TestDatabase, config: Record<string, unknown> = {}): Promise<PlantedShop> {
    const shop = new PlantedShop(database);
    shop.model = await startScriptedModel([
      { when: BENS, reply: { text: 'the model says nothing' } },
      { reply: { text: `the model says ${shop.marks.of('answer of a model')}` } },
    ]);
    await shop.start(config, true);
    return shop;
  }

  /** Starts the service; its flow is stored the first time. */
  async start(config: Record<string, unknown> = {}, isNew = false): Promise<void> {
    const settings = {
      'security.conversation-api-key': 'a-service-key',
      'security.admin-api-key': 'an-admin-key',
      'llm.provider': 'openai-compatible',
      'llm.base-url': this.model.url,
      'llm.model': 'm',
      'webhooks.url': 'http://127.0.0.1:9/',
      'webhooks.secret': 'a-webhook-secret',
      'webhooks.poll-seconds': 0,
      'egress.allow-private-hosts': ['127.0.0.1'],
      ...config,
    };
    this.service = await startLogged(this.database, this.handlers(), settings, isNew);
  }

  async close(): Promise<void> {
    await this.service.engine.close();
    await this.model.close();
  }

  say(text: string, id: string, user: string, more: JsonObject & { idempotencyKey?: string } = {}): Promise<Reply> {
    const { idempotencyKey, ...body } = more;
    const headers = { ...SERVICE, 'x-on-behalf-of': user };
    return this.service.engine.say(text, id, body, {
      ...headers,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    });
  }

  async ask(method: string, path: string, body?: JsonObject, headers: Record<string, string> = ADMIN) {
    const init = body && { body: JSON.stringify(body) };
    const response = await fetch(`${this.service.engine.url}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...init,
    });
    const text = await response.text();
    return { status: response.status, text, body: () => JSON.parse(text) as JsonObject };
  }

  /** Words of Ann's, through every door there is. */
  async plant(): Promise<void> {
    const { ann, chats } = this;
    const of = (door: string) => this.marks.of(door);
    await this.say(`hello ${of('message that means nothing')}`, chats.ann, ann, {
      inputParams: {
        [`key_${of('name of a parameter')}`]: of('parameter'),
        nested: { deep: [of('deep parameter')] },
        files: [
          {
            name: `${of('name of an attachment')}.txt`,
            mimeType: 'text/plain',
            content: btoa(of('content of an attachment')),
          },
        ],
      },
    });
    await this.say(`order ${of('item')} ${of('words beside an item')} pin 483915`, chats.ann, ann, {
      idempotencyKey: of('idempotency key'),
    });
    await this.say(`no, order ${of('corrected item')} instead`, chats.ann, ann);
    await this.say('what is that?', chats.ann, ann, { inputParams: { pending_action_key: of('pending action key') } });
    await this.say(`order ${of('another item')}`, chats.ann, ann);
    await this.say(`yes please ${of('words of a yes')}`, chats.ann, ann);
    await this.say('yes', chats.ann, ann, { idempotencyKey: of('idempotency key of a yes') });
    await this.say(`order ${of('item that fails')}`, chats.failing, ann);
    await this.say('yes', chats.failing, ann);
    await this.say(`chat with me about ${of('words to a model')}`, chats.chatty, ann);
    await this.say(`break ${of('words of a failing turn')}`, chats.chatty, ann, {
      idempotencyKey: of('key of a failing turn'),
    });
    await this.say('reset', chats.chatty, ann, { inputParams: { approval: { by: of('approver in a message') } } });
    await this.ask(
      'POST',
      'conversation/feedback',
      {
        conversationId: chats.chatty,
        feedbackType: 'THUMBS_DOWN',
        messageId: of('id of a message'),
        assistantResponse: of('answer in a feedback'),
        metadata: { question: of('question in a feedback'), other: of('metadata') },
      },
      { authorization: 'Bearer a-service-key', 'x-on-behalf-of': ann },
    );
    const by = of('operator');
    await this.ask('POST', `conversations/${chats.chatty}/handover`, {
      by,
      queue: of('queue'),
      note: of('note of a handover'),
    });
    await this.say(`are you there ${of('words to a person')}`, chats.chatty, ann);
    await this.ask('POST', `conversations/${chats.chatty}/handover/replies`, { by, text: of('reply of a person') });
    await this.ask('POST', `conversations/${chats.chatty}/handover/end`, {
      by,
      note: of('note at the end of a handover'),
    });
    await this.say(`thanks ${of('words after a handover')}`, chats.chatty, ann);
    await this.ask('GET', `conversations?text=${of('search of an operator')}`);
    await this.ask('POST', 'flow/dry-run', { conversationId: chats.ann, messages: [of('dry run')] });
  }

  /** What tools of other systems leave, which are not there. */
  async plantRows(): Promise<void> {
    const { chats, database } = this;
    const of = (door: string) => this.marks.of(door);
    const run = (sql: string, values: unknown[]) => database.database.query(sql, [chats.ann, ...values]);
    await run(
      `INSERT INTO ce_notification (conversation_id, idempotency_key, channel, template, recipients_json, status, message_id,
         error_text, created_at_ms) VALUES ($1, 'k', 'email', 't', $2, 'FAILED', $3, $4, 1)`,
      [[of('recipient')], of('id of a notification'), of('error of a notification')],
    );
    await run(
      `INSERT INTO ce_workflow_run (conversation_id, run_id, workflow, arguments_json, status, result_json, error_text,
         started_at_ms, deadline_ms) VALUES ($1, 'r', 'w', $2, 'DONE', $3, $4, 1, 1)`,
      [{ to: of('argument of a workflow') }, { result: of('result of a workflow') }, of('error of a workflow')],
    );
    await run(
      `INSERT INTO ce_workflow_step (conversation_id, run_id, step, step_no, status, result_json, error_text, started_at_ms)
       VALUES ($1, 'r', 's', 0, 'IN_DOUBT', $2, $3, 1)`,
      [{ result: of('result of a step') }, of('error of a step')],
    );
    await run(
      `INSERT INTO ce_flow_shadow_example (conversation_id, shadow_no, way_hash, turn_no, example_json) VALUES ($1, 1, 'w', 1, $2)`,
      [{ message: of('message of a shadow') }],
    );
    await run(
      `INSERT INTO ce_audit_event (conversation_id, audit_id, turn_no, stage, payload_json) VALUES ($1, 0, 0, 'OLD', $2)`,
      [{ text: of('event of an earlier version') }],
    );
    await run(
      `INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context,
         response_text, success, error_message, duration_ms) VALUES ($1, $1, 's', 'p', 'm', $2, $3, $4, $6, $5, 1)`,
      [of('prompt'), of('context of a prompt'), of('logged answer'), of('logged error'), false],
    );
    await run(
      `INSERT INTO ce_message_arrival (conversation_id, arrival_no, process, idempotency_key, seen_turn, arrived_at_ms)
       VALUES ($1, 90, 'p', $2, 1, 1)`,
      [of('key of a message that waited')],
    );
    await run('UPDATE ce_outbox_event SET last_error = $2 WHERE conversation_id = $1', [of('answer of a webhook')]);
    await run(
      `UPDATE ce_action_proposal SET approved_by = $2, approval_note = $3, error_text = $4
        WHERE conversation_id = $1 AND status = 'EXECUTED'`,
      [of('approver'), of('note of an approval'), of('error of an action')],
    );
  }

  private handlers(): Handler[] {
    const { marks, slow } = this;
    const shop: ActionHandler = {
      kind: 'action',
      name: 'shop',
      methods: {
        order: async ({ arguments: { item } }) => {
          this.ordered.push({ item: item ?? null });
          if (item === SLOW) await slow.promise;
          if (item === BENS || item === SLOW) return done({ reference: 'R-1' });
          if (item === marks.of('item that fails')) return failed(`no ${marks.of('failure of a handler')}`);
          return done({ reference: marks.of('result') });
        },
      },
    };
    const breaker: Handler = {
      kind: 'rule-task',
      name: 'breaker',
      methods: {
        break: ({ userText }) => {
          throw new Error(`cannot read ${userText} ${marks.of('error of a task')}`);
        },
      },
    };
    const mirror: Handler = {
      kind: 'response-transformer',
      intent: 'BREAK',
      state: 'ANY',
      transform: (_reply, { userText }) => {
        throw new Error(`cannot show ${userText} ${marks.of('error of a transformer')}`);
      },
    };
    return [shop, breaker, mirror];
  }
}
