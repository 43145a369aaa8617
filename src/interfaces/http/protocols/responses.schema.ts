import { z } from 'zod';
import { EXAMPLE_ID } from '../conversation-id.js';
import { inputParamsSchema } from './answers.js';

const partSchema = z.looseObject({ type: z.string(), text: z.string().optional() });

const approvalResponseSchema = z.looseObject({
  type: z.literal('mcp_approval_response'),
  approval_request_id: z.string(),
  approve: z.boolean(),
});

const messageSchema = z.looseObject({
  type: z.literal('message').optional(),
  role: z.string(),
  content: z.union([z.string(), z.array(partSchema)]),
});

/** An item that says nothing for the user, such as a reply in a history. What a user has said is none, however it is written. */
const otherItemSchema = z
  .looseObject({ type: z.string() })
  .refine(({ type }) => type !== 'mcp_approval_response', 'expected approval_request_id, and approve as true or false')
  .refine(({ role }) => role !== 'user', 'expected content that is text, or parts with a type');

/** The body of `POST /v1/responses`, as far as it is read. */
export const responseRequestSchema = z
  .looseObject({
    input: z.union(
      [z.string(), z.array(z.union([approvalResponseSchema, messageSchema, otherItemSchema])).max(10_000)],
      'expected text or a list of items',
    ),
    previous_response_id: z.string().nullish().meta({ description: 'The response that this answers' }),
    stream: z.boolean().nullish(),
    model: z.string().nullish().meta({ description: 'Given back as it is: the flow decides what answers' }),
    metadata: z.record(z.string(), z.string()).nullish().meta({ description: 'Given back as it is' }),
    input_params: inputParamsSchema.meta({
      description: 'Beyond OpenAI’s API: `inputParams` of `POST /api/v1/conversation/message`',
    }),
    conversation: z.unknown().optional().meta({ description: 'Refused: go on with previous_response_id' }),
    background: z
      .boolean()
      .nullish()
      .meta({ description: 'Refused where true: a response is there when the request ends' }),
  })
  .meta({ id: 'AgentResponseRequest', example: { input: 'Move my connection to City2' } });

export type ResponseRequest = z.infer<typeof responseRequestSchema>;
export type InputItem = Exclude<ResponseRequest['input'], string>[number];
export type ApprovalResponse = z.infer<typeof approvalResponseSchema>;
export type InputMessage = z.infer<typeof messageSchema>;

/** A response: what was said, and a `mcp_approval_request` for each open question. */
export const responseSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    status: z.literal('completed'),
    previous_response_id: z.string().nullable(),
    output: z.array(z.looseObject({ id: z.string(), type: z.enum(['message', 'mcp_approval_request']) })),
  })
  .meta({
    id: 'AgentResponse',
    example: {
      id: `resp_${EXAMPLE_ID}.2`,
      object: 'response',
      status: 'completed',
      previous_response_id: `resp_${EXAMPLE_ID}.1`,
      output: [{ id: `msg_${EXAMPLE_ID}.2`, type: 'message' }],
    },
  });
