import type { Handler, JsonObject, McpCall, ToolCall } from '../../../../src/app/index.js';

/** What scenarios of revision 2026-07-28 ask a server for. */
const asking = (toolCode: string, execute: (mcp: McpCall, call: ToolCall) => unknown): Handler => ({
  kind: 'tool',
  toolCode,
  sideEffect: 'READ',
  execute: (call) => {
    if (!call.mcp) throw new Error('The caller cannot be asked.');
    return execute(call.mcp, call);
  },
});

const form = (name: string, type: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type } },
  required: [name],
});
const named = (mcp: McpCall) => mcp.elicit('What is your name?', form('name', 'string'), 'user_name');
const sampled = (mcp: McpCall, text: string, name: string) =>
  mcp.sample({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 }, name);
const confirmed = (mcp: McpCall) => mcp.elicit('Please confirm', form('ok', 'boolean'), 'confirm');

export const elicitation = asking('test_input_required_result_elicitation', async (mcp) => {
  const { content } = await named(mcp);
  return `Hello, ${String(content?.name)}!`;
});
export const streaming = asking('test_streaming_elicitation', async (mcp) => {
  await mcp.progress(1, 2);
  return `Hello, ${String((await named(mcp)).content?.name)}!`;
});
export const sampling = asking('test_input_required_result_sampling', async (mcp) => {
  const { content } = await sampled(mcp, 'What is the capital of France?', 'capital_question');
  return content.type === 'text' ? content.text : content.type;
});
export const missingCapability = asking('test_missing_capability', async (mcp) => {
  await sampled(mcp, 'Anything', 'anything');
  return 'answered';
});
export const roots = asking('test_input_required_result_list_roots', async (mcp) => {
  const found = await mcp.roots('client_roots');
  return `Roots: ${found.map(({ uri }) => uri).join(', ')}`;
});
export const requestState = asking('test_input_required_result_request_state', async (mcp) => {
  await confirmed(mcp);
  return 'state-ok';
});
export const tamperedState = asking('test_input_required_result_tampered_state', async (mcp) => {
  await confirmed(mcp);
  return 'state-ok';
});
export const several = asking('test_input_required_result_multiple_inputs', async (mcp) => {
  const [{ content }, greeting, found] = await Promise.all([
    named(mcp),
    sampled(mcp, 'Generate a greeting', 'greeting'),
    mcp.roots('client_roots'),
  ]);
  const words = greeting.content.type === 'text' ? greeting.content.text : '';
  return `${words} ${String(content?.name)}, ${found.length} roots`;
});
export const severalRounds = asking('test_input_required_result_multi_round', async (mcp) => {
  const first = await mcp.elicit('Step 1: What is your name?', form('name', 'string'), 'step1');
  const second = await mcp.elicit('Step 2: What is your favorite color?', form('color', 'string'), 'step2');
  return `${String(first.content?.name)} likes ${String(second.content?.color)}`;
});
export const capabilities = asking('test_input_required_result_capabilities', async (mcp) => {
  const answers = await Promise.all([
    mcp.can.elicit ? named(mcp) : undefined,
    mcp.can.sample ? sampled(mcp, 'Generate a greeting', 'greeting') : undefined,
  ]);
  return `${answers.filter(Boolean).length} answers`;
});
export const logging = asking('test_logging_tool', async (mcp) => {
  await mcp.log('info', 'for those who want to know');
  return 'logged';
});

export const prompt: Handler = {
  kind: 'mcp-prompt',
  name: 'test_input_required_result_prompt',
  description: 'A prompt that asks for its context',
  render: async (_, mcp) => {
    const asked = 'What context should the prompt use?';
    const { content } = await mcp.elicit(asked, form('context', 'string'), 'user_context');
    return `Use this context: ${String(content?.context)}`;
  },
};
