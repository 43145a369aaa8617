import type { Handler, JsonObject, ToolCall } from '../../../../src/app/index.js';

const asking = (toolCode: string, execute: (call: ToolCall) => Promise<string>): Handler => ({
  kind: 'tool',
  toolCode,
  sideEffect: 'READ',
  execute,
});

/** Asks the person, and tells the answer. */
async function ask({ mcp }: ToolCall, message: string, properties: JsonObject, required: string[] = []) {
  if (!mcp) throw new Error('The caller cannot be asked.');
  const { action, content } = await mcp.elicit(message, { type: 'object', properties, required });
  return `action=${action}, content=${JSON.stringify(content ?? {})}`;
}

export const sampling = asking('test_sampling', async ({ mcp, arguments: args }) => {
  if (!mcp) throw new Error('The caller cannot be asked.');
  const content = { type: 'text', text: String(args.prompt) } as const;
  const answer = await mcp.sample({ messages: [{ role: 'user', content }], maxTokens: 100 });
  return `LLM response: ${answer.content.type === 'text' ? answer.content.text : answer.content.type}`;
});

export const elicitation = asking('test_elicitation', async (call) => {
  const properties = {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  };
  return `User response: ${await ask(call, String(call.arguments.message), properties, ['username', 'email'])}`;
});

export const defaults = asking('test_elicitation_sep1034_defaults', async (call) => {
  const properties = {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  };
  return `Elicitation completed: ${await ask(call, 'Please check the defaults', properties)}`;
});

const titled = (...options: [value: string, title: string][]) =>
  options.map(([value, title]) => ({ const: value, title }));

export const enums = asking('test_elicitation_sep1330_enums', async (call) => {
  const options = ['option1', 'option2', 'option3'];
  const properties = {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: {
      type: 'string',
      oneOf: titled(['value1', 'First Option'], ['value2', 'Second Option'], ['value3', 'Third Option']),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled(['value1', 'First Choice'], ['value2', 'Second Choice'], ['value3', 'Third Choice']) },
    },
  };
  return `Elicitation completed: ${await ask(call, 'Please choose', properties)}`;
});
