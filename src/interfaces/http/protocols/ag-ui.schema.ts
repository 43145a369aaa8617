import { z } from 'zod';
import { inputParamsSchema, MOST_ANSWERS } from './answers.js';

const agUiMessageSchema = z.looseObject({
  id: z.unknown().optional(),
  role: z.string(),
  content: z.unknown().optional().meta({ description: 'Text, or parts, of which those of type text are read' }),
});

/** What a user says in a message. */
export const contentSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const resumeSchema = z.looseObject({
  interruptId: z.string(),
  status: z.enum(['resolved', 'cancelled']),
  payload: z
    .unknown()
    .optional()
    .meta({ description: '`{"approved": true}` or `{"approved": false}`, where it is resolved' }),
});

/** The body of `POST /ag-ui`, as far as it is read: `RunAgentInput` of the Agent User Interaction Protocol 1.0. */
export const runInputSchema = z
  .looseObject({
    threadId: z.string().min(1).max(200).meta({ description: 'The conversation' }),
    runId: z.string().min(1).max(200),
    messages: z.array(agUiMessageSchema).meta({ description: 'Of these, the last is read, where it is the user’s' }),
    resume: z.array(resumeSchema).max(MOST_ANSWERS).nullish().meta({ description: 'Buttons that were pressed' }),
    forwardedProps: z
      .unknown()
      .optional()
      .meta({ description: '`inputParams` in it are those of `POST /api/v1/conversation/message`' }),
  })
  .meta({
    id: 'RunAgentInput',
    example: {
      threadId: '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b',
      runId: 'run-1',
      messages: [{ id: 'm-1', role: 'user', content: 'Move my connection to City2' }],
    },
  });

export type RunInput = z.infer<typeof runInputSchema>;

/** What of `forwardedProps` is read. */
export const forwardedPropsSchema = z.looseObject({ inputParams: inputParamsSchema }).nullish();

/** The answer that an interrupt asks for. */
export const approvalSchema = z.looseObject({ approved: z.boolean() });
