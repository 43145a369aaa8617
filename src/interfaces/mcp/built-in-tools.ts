import type { Tool } from '@modelcontextprotocol/server';
import { UNCOUNTED_REASONS } from '../../engine/pending-action/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { compileSchema } from '../../platform/common/json-schema.js';
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
      description:
        'The conversation_id of an earlier answer, to go on with it. Absent: the conversation of this session, where there is ' +
        'one; else a new one',
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
      description: 'yes: have it done, with the consent of the user; no: it is not wanted',
    },
  },
  additionalProperties: false,
};

const PENDING_ACTION: JsonObject = {
  type: 'object',
  required: ['action_id', 'revision', 'question', 'arguments'],
  properties: {
    action_id: { type: 'string' },
    revision: { type: 'integer', description: 'Counts up when the arguments change' },
    question: { type: 'string' },
    arguments: { type: 'object', description: 'What it would be done with, secrets left out' },
    expires_at: { type: ['string', 'null'] },
    risk: { type: ['string', 'null'] },
    consent_url: { type: 'string', description: 'The page on which the user decides' },
    consent_problem: { type: 'string', description: 'Without consent_url: why the user cannot agree' },
  },
};

export const MESSAGE_DEFINITION: Tool = {
  name: MESSAGE_TOOL,
  title: 'Talk with the conversation flow',
  description:
    'Sends one message of the user to the conversation flow and gives its reply. The flow asks for what is missing and ' +
    'asks before it does anything. Your own yes is none: where the reply asks for consent, the user is asked through this ' +
    'client where it can ask; otherwise each of pending_actions that has a consent_url is decided there: give it to the user.',
  inputSchema: MESSAGE_INPUT as Tool['inputSchema'],
  outputSchema: {
    type: 'object',
    required: ['conversation_id', 'intent', 'state', 'reply', 'pending_actions'],
    properties: {
      conversation_id: { type: 'string' },
      intent: { type: 'string' },
      state: { type: 'string' },
      reply: { description: 'Text, or what the flow gives a client to draw' },
      pending_actions: { type: 'array', items: PENDING_ACTION, description: 'What the reply asks consent to' },
      uncounted: {
        type: 'object',
        description:
          'There where the message, or the word of the user who was asked, was an answer that has run nothing',
        properties: {
          reason: { type: 'string', enum: [...UNCOUNTED_REASONS] },
          action_id: { type: ['string', 'null'], description: 'What was answered; null where there is no such action' },
          revision: { type: ['integer', 'null'], description: 'The one it has now' },
          status: { type: ['string', 'null'], description: 'How it stands now' },
        },
      },
      handover: {
        type: 'object',
        description: 'There while a person answers in the place of the flow: messages are passed on, and no yes counts',
        properties: { since: { type: 'string' }, queue: { type: 'string' }, by: { type: 'string' } },
      },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

export const CONFIRM_DEFINITION: Tool = {
  name: CONFIRM_TOOL,
  title: 'Answer for a pending action',
  description:
    'Answers for an action that this client has opened. For yes, the user is asked through this client where it ' +
    'can ask; otherwise the action stays OPEN, and the user decides on the page at consent_url, where the answer has ' +
    'one, unless the service leaves it to agents. No closes the action. Once it is decided, this tells what it has come to.',
  inputSchema: CONFIRM_INPUT as Tool['inputSchema'],
  outputSchema: ACTION_RESULT as Tool['outputSchema'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

/** What is wrong with the arguments of a built-in tool, in words; undefined where nothing is. */
export function argumentsProblem({ name, inputSchema }: Tool, args: JsonObject): string | undefined {
  const problems = compileSchema(inputSchema as JsonObject).check(args);
  if (problems.length === 0) return undefined;
  return `Arguments of ${name} are not valid: ${problems.map(({ path, message }) => `${path || 'args'} ${message}`).join('; ')}`;
}
