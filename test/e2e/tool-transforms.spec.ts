import { expect, it } from 'vitest';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';

const SECRET = '123-45-6789';
const TRANSFORM = JSON.stringify({
  project: ['people[].name', 'people[].note'],
  rename: { people: 'found' },
  redact: [{ pattern: '\\b\\d{3}-\\d{2}-\\d{4}\\b', replacement: '[SSN]' }],
}).replaceAll("'", "''");
const SEED = `${CANCEL_FLOW}
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, transform_json)
VALUES ('crm.people', 'HTTP_API', 'ANY', 'ANY', '${TRANSFORM}');`;

const people = (sideEffect: 'READ' | 'WRITE'): ToolHandler => ({
  kind: 'tool',
  toolCode: 'crm.people',
  sideEffect,
  execute: () => ({ people: [{ name: 'Ann', note: `ssn ${SECRET}`, id: 7 }], took: 12 }),
});

const KEYS = { 'security.admin-api-key': 'k', 'security.conversation-api-key': 'c' };

describeOnEachDatabase('the result of a tool with a transform', (open) => {
  const request = { tool_request: { tool_code: 'crm.people', args: {} } };

  it('is shaped before audit, context and rules see it, and the audit says what was saved', async () => {
    const user = await talk(open, SEED, { handlers: [people('READ')], config: KEYS });
    const reply = await user.engine.say('who is there', user.id, { inputParams: request }, { 'x-api-key': 'c' });
    const shaped = { found: [{ name: 'Ann', note: 'ssn [SSN]' }] };
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([
      { result: shaped, transform: { chars_before: 69, chars_after: 45, tokens_saved_estimate: 6 } },
    ]);
    expect(reply.context.mcp).toMatchObject({ toolExecution: { result: shaped } });
    expect(JSON.stringify(await user.audit('%'))).not.toContain(SECRET);
    const savings = () =>
      fetch(`${user.engine.url}/api/v1/tools/savings`, { headers: { 'x-api-key': 'k' } }).then((r) => r.json());
    expect(await savings()).toEqual({
      tools: { 'crm.people': { calls: 1, charsBefore: 69, charsAfter: 45, tokensSaved: 6 } },
    });
  });

  it('is shaped also where the user had to confirm the call', async () => {
    const user = await talk(open, SEED, { handlers: [people('WRITE')] });
    await user.say('who is there', request);
    await user.say('yes');
    expect(JSON.stringify(await user.proposals())).toContain('[SSN]');
    expect(await user.audit('TOOL_RESULT_SHAPED')).toMatchObject([
      { tool_code: 'crm.people', transform: { chars_before: 69, chars_after: 45, tokens_saved_estimate: 6 } },
    ]);
    expect(JSON.stringify([await user.proposals(), await user.row(), await user.audit('%')])).not.toContain(SECRET);
  });
});
