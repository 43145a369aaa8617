import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ActionCall,
  ActionHandlerProvider,
  ConvEngineModule,
  done,
  failed,
  loadConfig,
  StepHookProvider,
  type ToolCall,
  ToolHandlerProvider,
} from '../../src/app/index.js';
import { loadHandlers } from '../../src/platform/handlers-api/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('CRM', 'customers'), ('REFUND', 'refunds');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'customer', 'CRM', 'IDLE', 1), ('CONTAINS', 'refund', 'REFUND', 'ASK', 2);
  INSERT INTO ce_rule (phase, intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
    ('PRE_RESPONSE_RESOLUTION', 'CRM', 'IDLE', 'EXACT', 'ANY', 'SET_TASK', 'prices:total');
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('REFUND', 'ASK', 'refund', 'refunds', 'check, pay');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('CRM', 'IDLE', 'TEXT', 'EXACT', 'found {{tool_result.result.name}}, total {{total}}'),
    ('REFUND', 'ASK', 'TEXT', 'EXACT', 'Refund it?');
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code) VALUES
    (1, 'crm.lookup', 'HTTP_API', 'ANY', 'ANY'), (2, 'crm.nobody', 'HTTP_API', 'ANY', 'ANY'),
    (3, 'crm.decorated', 'HTTP_API', 'ANY', 'ANY'), (4, 'crm.delete', 'HTTP_API', 'ANY', 'ANY');`;

/** Something of the consumer's own that handlers get injected. */
@Injectable()
class Bank {
  readonly paid: string[] = [];
}

@ActionHandlerProvider('refunds')
class Refunds {
  constructor(private readonly bank: Bank) {}

  check(call: ActionCall) {
    return call.conversationId ? done({ ok: true }) : failed('no conversation');
  }

  pay(call: ActionCall) {
    this.bank.paid.push(call.idempotencyKey);
    return done({ checked: call.results.check ?? null, attempt: call.attempt });
  }
}

@ToolHandlerProvider('CRM.Decorated', { sideEffect: 'READ' })
class DecoratedTool {
  execute(call: ToolCall) {
    return `plain text for ${String(call.arguments.customerId)}`;
  }
}

@ToolHandlerProvider('crm.delete')
class DeleteTool {
  static runs = 0;
  execute() {
    DeleteTool.runs += 1;
    return { deleted: true };
  }
}

@StepHookProvider()
class Hook {
  static readonly seen: string[] = [];
  beforeStep(step: string) {
    Hook.seen.push(step);
    if (step === 'MemoryStep') throw new Error('a hook does no harm');
  }
}

@Module({ providers: [Bank, Refunds, DecoratedTool, DeleteTool, Hook], exports: [Bank] })
class ConsumerModule {}

describe('handlers from outside', () => {
  let engine: TestEngine;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openSqlite();
    engine = await startEngine({
      database,
      seeds: [SEED],
      config: { 'handlers.directories': ['test/e2e/fixtures/handlers'] },
      imports: [ConsumerModule],
    });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  const request = (tool_code: string, args = {}) => ({
    inputParams: { tool_request: { tool_code, args }, amount: 21 },
  });

  it('in a directory answer tools, compute for rules, and change replies', async () => {
    const reply = await engine.say('customer?', randomUUID(), request('crm.lookup', { customerId: 'C123' }));
    expect(reply.text).toBe('FOUND ROBERT KING, TOTAL 42');
    expect(reply.context.mcp).toMatchObject({ toolExecution: { status: 'SUCCESS', result: { id: 'C123' } } });
  });

  it('by decorator are found in the application, with what they are injected', async () => {
    const id = randomUUID();
    await engine.say('refund me', id);
    const reply = await engine.say('yes', id);
    expect(reply.context.pending_action_runtime).toMatchObject({
      status: 'EXECUTED',
      result: { check: { ok: true }, pay: { checked: { ok: true }, attempt: 1 } },
    });
    expect(engine.app.get(Bank, { strict: false }).paid).toHaveLength(1);
  });

  it('are found by tool code in any case, and text becomes a result', async () => {
    const reply = await engine.say('customer?', randomUUID(), request('crm.decorated', { customerId: 'C9' }));
    expect(reply.context.mcp).toMatchObject({ toolExecution: { result: { text: 'plain text for C9' } } });
  });

  it('are missed with the contract’s words', async () => {
    const reply = await engine.say('customer?', randomUUID(), request('crm.nobody'));
    const message = 'No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=CRM.NOBODY';
    expect(reply.context.mcp).toMatchObject({ toolExecution: { status: 'ERROR', errorMessage: message } });
  });

  it('are not called with arguments their schema refuses', async () => {
    const reply = await engine.say('customer?', randomUUID(), request('crm.lookup', { customerId: 5 }));
    expect(reply.context.mcp).toMatchObject({ toolExecution: { status: 'ERROR' } });
  });

  it('that may write run after a yes only, once, with the arguments that were shown', async () => {
    const id = randomUUID();
    const asked = await engine.say('customer?', id, request('crm.delete', { customerId: 'C7' }));
    expect(asked.text).toContain('CRM.DELETE WITH CUSTOMER ID C7');
    expect(DeleteTool.runs).toBe(0);
    await engine.say('yes', id);
    await engine.say('yes', id);
    expect(DeleteTool.runs).toBe(1);
  });

  it('that watch steps see them all, and harm none', async () => {
    const id = randomUUID();
    Hook.seen.length = 0;
    expect((await engine.say('refund', id)).status).toBe(200);
    expect(Hook.seen[0]).toBe('LoadOrCreateConversationStep');
    expect(Hook.seen).toContain('PipelineEndGuardStep');
    expect(
      await engine.count("SELECT count(*) FROM ce_audit WHERE conversation_id = $1 AND stage = 'STEP_HOOK_ERROR'", [
        id,
      ]),
    ).toBe(1);
  });
});

it('a provider whose constructor parameters have no types stops the start', async () => {
  class Bare {
    constructor(readonly bank: Bank) {}
    reserve() {
      return done();
    }
  }
  ActionHandlerProvider('bare')(Bare);
  const database = await openSqlite();
  const starting = startEngine({ database, imports: [{ module: class Without {}, providers: [Bare] }] });
  await expect(starting).rejects.toThrow(
    'Bare: nothing says what its constructor is given; compile with emitDecorator',
  );
  await database.close();
});

it.each([
  [{ kind: 'action', name: 'refunds', methods: { pay: 'later' } }, 'a handler of kind "action" needs "methods"'],
  [class Refunds {}, 'a handler is an object with a kind'],
])('a handler of the wrong shape that an application hands over stops the start: %j', async (handler, problem) => {
  const database = await openSqlite();
  const { config } = loadConfig({ env: { DATABASE_URL: database.url }, directory: '/nonexistent' });
  const module = ConvEngineModule.forRoot({ config, handlers: [handler as never] });
  const started = NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  await expect(started).rejects.toMatchObject({
    code: 'HANDLER_INVALID',
    message: expect.stringContaining(`handlers[0]: ${problem}`),
  });
  await database.close();
});

describe('a directory of handlers', () => {
  const folderWith = async (source: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-handlers-'));
    await writeFile(join(folder, 'handler.mjs'), source);
    return folder;
  };

  it.each([
    ['export const x = { kind: "tool" };', 'handler.mjs, export "x": a handler of kind "tool" needs a text "toolCode"'],
    ['export const x = { kind: "tol" };', 'kind "tol" is unknown'],
    ['export const x = { kind: "action", name: "a", methods: {} };', 'needs "methods" as an object of functions'],
    ['export const x = 1;', 'exports no handler'],
    ['export const x = ;', 'cannot be loaded'],
  ])('with %j is refused, and the reason names the file', async (source, reason) => {
    await expect(loadHandlers(await folderWith(source))).rejects.toThrow(reason);
  });

  it('with a decorated class is refused, and told where such classes work', async () => {
    const Notes = class {};
    ToolHandlerProvider('notes')(Notes);
    vi.stubGlobal('NotesOfTest', Notes);
    const folder = await folderWith('export const Notes = globalThis.NotesOfTest;');
    await expect(loadHandlers(folder)).rejects.toThrow('handler.mjs, export "Notes": a decorated class works only as');
    vi.unstubAllGlobals();
  });

  it('that does not exist is named', async () => {
    await expect(loadHandlers('/nonexistent/handlers')).rejects.toThrow('/nonexistent/handlers');
  });
});
