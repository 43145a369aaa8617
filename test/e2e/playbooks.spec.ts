import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { type ToolCall, type ToolHandler, toolContent } from '../../src/platform/handlers-api/index.js';
import { ToolError } from '../../src/tools/index.js';
import { talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';

const SEED = `${CANCEL_FLOW}
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, transform_json) VALUES
  ('crm.find', 'HTTP_API', 'ANY', 'ANY', 'find the customer', '{"redact":[{"pattern":"\\\\d{3}-\\\\d{2}","replacement":"[SSN]"}]}'),
  ('crm.update', 'HTTP_API', 'ANY', 'ANY', 'update the customer', NULL),
  ('mail.send', 'NOTIFICATION', 'ANY', 'ANY', 'send a mail', NULL),
  ('secret.tool', 'FILES', 'OTHER', 'ANY', NULL, NULL);
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, execution_policy) VALUES
  ('crm.set', 'HTTP_API', 'ANY', 'ANY', 'idempotent');
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, risk) VALUES
  ('crm.delete', 'HTTP_API', 'ANY', 'ANY', 'WRITE', 'HIGH'),
  ('crm.nobody', 'HTTP_API', 'ANY', 'ANY', 'WRITE', NULL);`;

const APPROVALS = {
  'flow.guardrail.require-approval-for-sensitive-actions': true,
  'flow.guardrail.approval-gate-fail-closed': true,
};

/** A tool of several states; its handler answers. */
const BY_STATE = `
name: crm.by_state
description: finds the customer
providers: { primary: { service: rest, config: { endpoint: "https://crm.example" } } }
convengine: { states: [UNKNOWN, LATER] }
`;

/** A tool that fills in what is left out. */
const WITH_DEFAULT = `
name: crm.charge
description: charge the customer
schema:
  input: { type: object, properties: { amount: { type: integer }, currency: { type: string, default: EUR } } }
providers: { primary: { service: rest, config: { endpoint: "https://crm.example", method: POST } } }
`;

const READING = `
name: look_up
description: looks a customer up
inputs: { type: object, properties: { name: { type: string }, limit: { type: integer, default: 3 } }, required: [name] }
steps:
  - { name: find, tool: crm.find, arguments: { name: $inputs.name, limit: $inputs.limit } }
output: { properties: { note: { path: $find.note }, id: { path: $find.id } } }
`;

const WRITING = `
name: move_customer
description: move a customer
inputs: { type: object, properties: { name: { type: string }, city: { type: string } }, required: [name, city] }
steps:
  - { name: find, tool: crm.find, arguments: { name: $inputs.name } }
  - { name: update, tool: crm.update, arguments: { id: $find.id, city: $inputs.city } }
  - { name: tell, tool: mail.send, arguments: { text: You live in $inputs.city now }, condition: $update.ok }
`;

describeOnEachDatabase('a playbook', (open) => {
  const setUp = async (text: string, answers: Record<string, () => unknown> = {}, more: JsonObject = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'playbooks-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const write = (content: string) => writeFile(join(folder, 'playbook.yaml'), content);
    await write(text);
    await writeFile(join(folder, 'by-state.yaml'), BY_STATE);
    await writeFile(join(folder, 'with-default.yaml'), WITH_DEFAULT);
    const calls: ToolCall[] = [];
    const handler = (toolCode: string, sideEffect: 'READ' | 'WRITE', usual: unknown): ToolHandler => ({
      kind: 'tool',
      toolCode,
      sideEffect,
      execute: (call) => {
        calls.push(call);
        return answers[toolCode] ? answers[toolCode]() : usual;
      },
    });
    const handlers = [
      handler('crm.find', 'READ', { id: 7, note: 'ssn 123-45' }),
      handler('crm.update', 'WRITE', { ok: true }),
      handler('mail.send', 'WRITE', {}),
      handler('crm.by_state', 'READ', { id: 7 }),
      handler('secret.tool', 'READ', {}),
      handler('crm.set', 'WRITE', { ok: true }),
      handler('crm.charge', 'WRITE', { ok: true }),
      handler('crm.delete', 'WRITE', {}),
    ];
    const config = {
      'capabilities.directories': [folder],
      'capabilities.watch': false,
      'flow.action-lifecycle.sweep-seconds': 0,
      ...more,
    };
    const user = await talk(open, SEED, { handlers, config });
    const ask = (code: string, args = {}) => user.say('please', { tool_request: { tool_code: code, args } });
    const refresh = () => fetch(`${user.engine.url}/api/v1/cache/refresh`, { method: 'POST' }).then((r) => r.text());
    return {
      user,
      ask,
      calls,
      write,
      refresh,
      made: () => calls.map(({ toolCode, arguments: args }) => [toolCode, args]),
    };
  };
  const MOVE = { name: 'Ann', city: 'Rome' };

  it('that only reads runs at once, and its steps are redacted and in the audit', async () => {
    const { user, ask, made } = await setUp(READING);
    await ask('look_up', { name: 'Ann' });
    expect(made()).toEqual([['crm.find', { name: 'Ann', limit: 3 }]]);
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([
      { status: 'SUCCESS', result: { output: { note: 'ssn [SSN]', id: 7 }, steps_completed: ['find'] } },
    ]);
    expect(await user.audit('PLAYBOOK_STEP_RESULT')).toMatchObject([
      { playbook: 'look_up', step: 'find', tool_code: 'crm.find', result: { note: 'ssn [SSN]' } },
    ]);
    expect(JSON.stringify(await user.audit('%'))).not.toContain('123-45');
  });

  it('is refused with arguments that its inputs do not allow', async () => {
    const { user, ask, calls } = await setUp(READING);
    await ask('look_up', { limit: 'many' });
    expect((await user.audit('TOOL_ORCHESTRATION_ERROR'))[0]?.error).toContain('Arguments of look_up are not valid');
    expect(calls).toEqual([]);
  });

  it('that writes is proposed once, with all its writes, before any step has run', async () => {
    const { user, ask, calls, made } = await setUp(WRITING);
    const asked = await ask('move_customer', MOVE);
    expect(asked.text).toBe(
      'It takes these steps: update the customer with id $find.id, city Rome; ' +
        'perhaps send a mail with text You live in Rome now. Shall I move a customer with name Ann, city Rome?',
    );
    expect(calls).toEqual([]);
    await user.sayAll('yes', 'yes');
    expect(made()).toEqual([
      ['crm.find', { name: 'Ann' }],
      ['crm.update', { id: 7, city: 'Rome' }],
      ['mail.send', { text: 'You live in Rome now' }],
    ]);
    expect(await user.statuses()).toEqual(['EXECUTED']);
    const [proposal] = await user.proposals();
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      null,
      `${proposal?.proposal_id}.1:update`,
      `${proposal?.proposal_id}.1:tell`,
    ]);
    expect(JSON.stringify(await user.audit('PLAYBOOK_STEP_CALL'))).toContain('You live in Rome now');
  });

  it('that has changed since the question is not what was agreed to', async () => {
    const { user, ask, calls, write, refresh } = await setUp(WRITING);
    await ask('move_customer', MOVE);
    await write(WRITING.replace('crm.update, arguments: { id: $find.id,', 'crm.update, arguments: { id: 999,'));
    await refresh();
    const { text } = await user.say('yes');
    expect(text).toContain('nothing was done');
    expect(text).toContain('update the customer with id 999, city Rome');
    expect(calls).toEqual([]);
    expect(await user.statuses()).toEqual(['REJECTED', 'OPEN']);
  });

  it('whose writes would get something else of what was read is not what was agreed to', async () => {
    const { user, ask, calls, refresh } = await setUp(WRITING);
    await ask('move_customer', MOVE);
    const swap = '{"rename": {"note": "id"}}';
    const sql = `UPDATE ce_mcp_tool SET transform_json = '${swap}' WHERE tool_code = 'crm.find'`;
    await user.engine.database.database.query(sql);
    await refresh();
    expect((await user.say('yes')).text).toContain('nothing was done');
    expect(calls).toEqual([]);
    expect(await user.statuses()).toEqual(['REJECTED', 'OPEN']);
  });

  it('that fails after a write says what is done', async () => {
    const failing = () => {
      throw new ToolError('the mail server is down');
    };
    const { user, ask } = await setUp(WRITING, { 'mail.send': failing });
    await ask('move_customer', MOVE);
    expect((await user.say('yes')).text).toContain(
      'The step "tell" failed: the mail server is down. Done before: update.',
    );
    expect(await user.statuses()).toEqual(['REJECTED']);
  });

  const silent = () => {
    throw new ToolError('no answer', { mayHaveHappened: true });
  };
  it.each([
    ['abort', '', silent],
    ['continue', '', silent],
    ['retry', 'max_retries: 3', silent],
    ['continue', 'timeout: 0.05', () => new Promise(() => {})],
  ])('whose write brings no answer is in doubt (on_error: %s, %s)', async (onError, more, answer) => {
    const step = `tool: crm.update, on_error: ${onError}${more && `, ${more}`}`;
    const { user, ask, calls } = await setUp(WRITING.replace('tool: crm.update', step), { 'crm.update': answer });
    await ask('move_customer', MOVE);
    await user.say('yes');
    expect(await user.statuses()).toEqual(['IN_PROGRESS']);
    expect(calls.map(({ toolCode }) => toolCode)).toEqual(['crm.find', 'crm.update']);
  });

  it.each([
    ['idempotent', 'EXECUTED', 1],
    ['at-most-once', 'IN_PROGRESS', 0],
  ])('that is %s is %s after its process died in the middle', async (policy, status, runs) => {
    const text = `
name: set
description: set it
steps: [{ name: one, tool: crm.set }]
convengine: { execution_policy: ${policy} }`;
    const { user, ask, calls } = await setUp(text);
    await ask('set');
    await user.engine.database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', claim_owner = 'dead', claim_expires_at = $1, attempts = 1`,
      [Date.now() - 1],
    );
    await user.engine.app.get(ActionKeeper).sweep();
    expect(await user.statuses()).toEqual([status]);
    const [proposal] = await user.proposals();
    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array.from({ length: runs }, () => `${proposal?.proposal_id}.1:one`),
    );
  });

  it.each([
    [
      'an unknown tool',
      READING.replace('tool: crm.find', 'tool: crm.nope'),
      'step "find": there is no tool "crm.nope"',
    ],
    [
      'steps that write twice where it may not',
      `${WRITING}convengine: { execution_policy: idempotent }`,
      'crm.find is not idempotent',
    ],
    ['a reference to nothing', READING.replace('$find.id', '$fnd.id'), 'playbook.yaml:7:'],
  ])('with %s is a problem of the flow, and no tool', async (_what, text, problem) => {
    const { user, ask, refresh } = await setUp(text);
    expect(await refresh()).toContain(problem);
    await ask('look_up', { name: 'Ann' });
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ status: 'SKIPPED_SCOPE_MISMATCH' }]);
  });

  it('reaches a tool of several states in each of them', async () => {
    const { user, ask, made } = await setUp(READING.replace('tool: crm.find', 'tool: crm.by_state'));
    await ask('look_up', { name: 'Ann' });
    expect(await user.audit('TOOL_ORCHESTRATION_ERROR')).toEqual([]);
    expect(made()).toEqual([['crm.by_state', { name: 'Ann', limit: 3 }]]);
  });

  it('gets the value of a result in parts', async () => {
    const parts = () => toolContent([{ type: 'text', text: 'Ann' }], { id: 9, note: 'n' });
    const { user, ask } = await setUp(READING.replace('tool: crm.find', 'tool: crm.by_state'), {
      'crm.by_state': parts,
    });
    await ask('look_up', { name: 'Ann' });
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([{ result: { output: { id: 9, note: 'n' } } }]);
  });

  it('needs the approval that one of its steps needs', async () => {
    const { user, ask, calls } = await setUp(WRITING.replace('tool: mail.send', 'tool: crm.delete'), {}, APPROVALS);
    await ask('move_customer', MOVE);
    expect((await user.say('yes')).text).toContain('needs an approval');
    expect(calls).toEqual([]);
  });

  it('is not even proposed while nothing serves one of its steps', async () => {
    const { user, ask, calls } = await setUp(WRITING.replace('tool: mail.send', 'tool: crm.nobody'));
    await ask('move_customer', MOVE);
    expect((await user.audit('TOOL_ORCHESTRATION_ERROR'))[0]?.error).toMatch(/crm\.nobody/i);
    expect([calls, await user.proposals()]).toEqual([[], []]);
  });

  it('shows nothing that its inputs say is not to be shown', async () => {
    const secret = WRITING.replace('city: { type: string }', 'city: { type: string, x-sensitive: true }');
    const { user, ask, made } = await setUp(secret);
    const question = (await ask('move_customer', MOVE)).text;
    expect(question).toContain('city [hidden]; perhaps send a mail with text You live in [hidden] now.');
    await user.say('yes');
    expect(made()).toContainEqual(['crm.update', { id: 7, city: 'Rome' }]);
    expect(JSON.stringify(await user.audit('PLAYBOOK_STEP_CALL'))).not.toContain('Rome');
  });

  it('with "compat" is asked about as any other, and its writes are told apart', async () => {
    const text = WRITING.replaceAll(/name: (update|tell)/g, 'name: write').replace('$update.ok', '$write.ok');
    const { user, ask, calls, made } = await setUp(`${text}compat: true\nunknown: key\n`);
    const question = (await ask('move_customer', { name: 'Ann', city: 7 })).text;
    expect(question).toContain('update the customer with id $find.id, city 7; perhaps send a mail');
    await user.say('yes');
    expect(made()).toContainEqual(['crm.update', { id: 7, city: 7 }]);
    expect(calls.map(({ idempotencyKey }) => idempotencyKey?.replace(/^.*:/, '') ?? null)).toEqual([
      null,
      'write',
      'write#3',
    ]);
  });

  it('names what its tools fill in, which is what they run with', async () => {
    const text = WRITING.replace(
      'crm.update, arguments: { id: $find.id, city: $inputs.city }',
      'crm.charge, arguments: { amount: 5 }',
    );
    const { user, ask, made } = await setUp(text);
    expect((await ask('move_customer', MOVE)).text).toContain('charge the customer with amount 5, currency EUR;');
    await user.say('yes');
    expect(made()).toContainEqual(['crm.charge', { amount: 5, currency: 'EUR' }]);
    expect(await user.audit('PLAYBOOK_STEP_CALL')).toContainEqual(
      expect.objectContaining({ tool_code: 'crm.charge', args: { amount: 5, currency: 'EUR' } }),
    );
  });

  it('does not ask about writes that its inputs rule out', async () => {
    const { ask } = await setUp(WRITING.replace('condition: $update.ok', "condition: $inputs.city == 'Oslo'"));
    expect((await ask('move_customer', MOVE)).text).not.toContain('send a mail');
    expect((await ask('move_customer', { ...MOVE, city: 'Oslo' })).text).toContain(
      'city Oslo; send a mail with text You live in Oslo now.',
    );
  });

  it('cannot reach a tool that is not for the conversation’s intent', async () => {
    const { user, ask, calls } = await setUp(READING.replace('tool: crm.find', 'tool: secret.tool'));
    await ask('look_up', { name: 'Ann' });
    expect((await user.audit('TOOL_ORCHESTRATION_ERROR'))[0]?.error).toContain('secret.tool, which is not for');
    expect(calls).toEqual([]);
  });
});
