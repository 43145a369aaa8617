import type { Handler } from '../../../../src/app/index.js';

/** Has the service at CONFORMANCE_URL read its flow again, which tells every client that listens. */
const changing = (toolCode: string): Handler => ({
  kind: 'tool',
  toolCode,
  sideEffect: 'READ',
  execute: async ({ signal }) => {
    const { status } = await fetch(`${process.env.CONFORMANCE_URL}/api/v1/cache/refresh`, { method: 'POST', signal });
    return `answered ${status}`;
  },
});

export const tools = changing('test_trigger_tool_change');
export const prompts = changing('test_trigger_prompt_change');
