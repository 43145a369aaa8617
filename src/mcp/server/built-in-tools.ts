import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../common/json.js';
import { compileSchema } from '../../common/json-schema.js';
import { ACTION_RESULT } from './published-tools.js';

export const MESSAGE_TOOL = 'convengine_message';
export const CONFIRM_TOOL = 'convengine_confirm_action';

const MESSAGE_INPUT: JsonObject = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: "The user's words" },
    conversation_id: {
      type: 'string',
      format: 'uuid',
      description: 'The conversation_id of an earlier answer, to go on with it; a new conversation where absent',
    },
    input_params: { type: 'object', description: 'Parameters for this message, as the flow expects them' },
  },
  additionalProperties: false,
};

const CONFIRM_INPUT: JsonObject = {
  type: 'object',
  required: ['action_id', 'decision'],
  properties: {
    action_id: { type: 'string', description: 'As the tool answered that opened the action' },
    decision: {
      type: 'string',
      enum: ['yes', 'no'],
      description: 'What the user has decided, having read the question',
    },
  },
  additionalProperties: false,
};

/** What is wrong with the arguments of a built-in tool, in words; undefined where nothing is. */
export function argumentsProblem(
  tool: typeof MESSAGE_TOOL | typeof CONFIRM_TOOL,
  args: JsonObject,
): string | undefined {
  const problems = compileSchema(tool === MESSAGE_TOOL ? MESSAGE_INPUT : CONFIRM_INPUT).check(args);
  if (problems.length === 0) return undefined;
  return `Arguments of ${tool} are not valid: ${problems.map(({ path, message }) => `${path || 'args'} ${message}`).join('; ')}`;
}

export const MESSAGE_DEFINITION: Tool = {
  name: MESSAGE_TOOL,
  title: 'Talk with the conversation flow',
  description:
    'Sends one message of the user to the conversation flow and gives its reply. The flow asks for what is missing and ' +
    "asks before it does anything; pass the user's own words on, also a yes or no.",
  inputSchema: MESSAGE_INPUT as Tool['inputSchema'],
  outputSchema: {
    type: 'object',
    required: ['conversation_id', 'intent', 'state', 'reply'],
    properties: {
      conversation_id: { type: 'string' },
      intent: { type: 'string' },
      state: { type: 'string' },
      reply: { description: 'Text, or what the flow gives a client to draw' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

export const CONFIRM_DEFINITION: Tool = {
  name: CONFIRM_TOOL,
  title: 'Answer for a pending action',
  description:
    "Passes on the user's decision about an action that a tool of this session has opened. Call it with yes only after " +
    'the user has read the question with its arguments and agreed; the action is then carried out once.',
  inputSchema: CONFIRM_INPUT as Tool['inputSchema'],
  outputSchema: ACTION_RESULT as Tool['outputSchema'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};
