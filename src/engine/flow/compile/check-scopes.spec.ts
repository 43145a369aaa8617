import { expect, it } from 'vitest';
import { describeProblem, FlowProblems } from '../../../tools/flow-problem.js';
import type { Tool } from '../../../tools/tool.js';
import type { FlowParts } from '../flow-definition.js';
import { checkScopes } from './check-scopes.js';

it.each([
  [
    { source: 'packages', place: './bank/tool.manifest.json' },
    'tool manifest[./bank/tool.manifest.json]: the tool "bank.pay" is for "PAY"',
  ],
  [
    { source: 'files', place: 'capabilities/pay.yaml' },
    'capability file[capabilities/pay.yaml]: the tool "bank.pay" is for "PAY"',
  ],
  [{ source: 'remote', place: 'bank' }, 'MCP server[bank]: the tool "bank.pay" is for "PAY"'],
  [{ source: 'rows', place: null }, 'ce_mcp_tool[7].intent_code: "PAY" is not an enabled intent'],
] as const)('names where a tool for an intent that there is not comes from: %j', (origin, text) => {
  const none = { intents: [], classifiers: [], examples: [], schemas: [], prompts: [], responses: [], rules: [] };
  const tool = { id: 7, code: 'bank.pay', intent: 'PAY', state: 'ANY', origin } as unknown as Tool;
  const more = { pendingActions: [], containers: [], planners: [], verbose: [], tools: { list: [tool] } };
  const problems = new FlowProblems();
  checkScopes({ ...none, ...more } as unknown as FlowParts, problems);
  expect(problems.list.map(describeProblem)).toEqual([expect.stringContaining(text)]);
});
