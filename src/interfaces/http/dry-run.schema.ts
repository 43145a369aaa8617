import { z } from 'zod';
import { DECISIONS } from '../../engine/pending-action/index.js';
import { askedQuestionSchema } from './asked-question.schema.js';
import { conversationIdSchema } from './conversation-id.js';
import { triedFileSchema } from './files/files.schema.js';
import { rowEdits } from './flow-rows/flow-rows.schema.js';

/** How many messages one dry run answers. */
const MOST_MESSAGES = 20;

const json = z.record(z.string(), z.unknown());

const press = z.object({
  decision: z.enum(DECISIONS),
  question: z.int().min(0).default(0).meta({ description: 'Which question of the reply before, counted from 0' }),
});

/** The body of `POST /api/v1/flow/dry-run`. Null means absent; unknown fields are ignored. */
export const dryRunRequestSchema = z
  .object({
    messages: z
      .array(z.union([z.string(), press]))
      .min(1)
      .max(MOST_MESSAGES)
      .meta({
        description:
          'What the user would say, or the button they would press; each is answered where the one before has led',
      }),
    edits: rowEdits
      .min(1)
      .nullish()
      .meta({ description: 'Rows that are tried, as `POST /api/v1/flow/check` takes them' }),
    file: triedFileSchema
      .nullish()
      .meta({ description: 'A file that is tried, as `POST /api/v1/files/check` takes it' }),
    conversationId: conversationIdSchema.nullish().meta({
      description: 'Begin where this conversation stands now; a new one begins where it is absent',
    }),
    intent: z.string().nullish().meta({ description: 'Begin here, in the place of a conversation' }),
    state: z.string().nullish(),
    context: json.nullish().meta({ description: 'What the conversation would know there' }),
    inputParams: json.nullish().meta({ description: 'What would be sent with each message' }),
    results: json.nullish().meta({
      description:
        'What would be given by tools (by code), actions (by key), rule tasks (name:method) and containers (by id): ' +
        'nothing of them is called',
    }),
    models: z
      .boolean()
      .nullish()
      .meta({ description: 'Ask the language model, where there is one; otherwise the turns go as without one' }),
  })
  .refine(({ conversationId, intent, state, context }) => !conversationId || !(intent ?? state ?? context), {
    path: ['conversationId'],
    message: 'expected either a conversation or intent, state and context',
  })
  .meta({ id: 'DryRunRequest', example: { messages: ['cancel my order 7017', 'yes please'] } });
export type DryRunRequestBody = z.infer<typeof dryRunRequestSchema>;

const place = z.object({ intent: z.string(), state: z.string() });

const ruleSchema = z.object({
  ruleId: z.int(),
  phase: z.string(),
  intent: z.string(),
  state: z.string(),
  priority: z.int(),
  ruleType: z.string(),
  pattern: z.string().meta({ description: 'What has to hold' }),
  action: z.string(),
  actionValue: z.string().nullable(),
  outcome: z.enum(['FIRED', 'CONDITION_NOT_MET', 'CONDITION_FAILED', 'OUT_OF_SCOPE', 'PHASE_NOT_RUN']).meta({
    description:
      'OUT_OF_SCOPE: its phase ran in `places` alone, which it is not for. PHASE_NOT_RUN: the turn did not come to its ' +
      'phase. CONDITION_FAILED: its condition could not be evaluated',
  }),
  saw: json.nullable().meta({ description: 'What its condition has found; null where it looks at no values' }),
  places: z.array(place).meta({ description: 'Where the conversation was while its phase ran' }),
});

const withheldSchema = z.object({
  kind: z.enum(['ACTION', 'APPROVAL', 'TOOL', 'RULE_TASK', 'CONTAINER', 'TRANSFORMER']),
  name: z.string(),
  by: z.string().nullable().meta({ description: 'What would do it, where the name does not say' }),
  arguments: json.meta({ description: 'Secrets left out' }),
  outcome: z.enum(['GIVEN', 'ASSUMED', 'MISSING']).meta({
    description:
      'How the turn went on. GIVEN: with the result of the request. ASSUMED: as if it were done, with nothing to tell. ' +
      'MISSING: as if it had failed',
  }),
  result: z.unknown(),
});

const understoodSchema = z.object({
  act: z.string().nullable().meta({ description: 'What the message does, such as AFFIRM' }),
  actConfidence: z.number().nullable(),
  actSource: z.string().nullable(),
  acts: z.array(z.object({ act: z.string(), confidence: z.number(), evidence: z.string() })),
  intentBy: z.enum(['CLASSIFIER', 'AGENT']).nullable().meta({ description: 'Null where it chose no intent' }),
  candidates: z.array(z.object({ intent: z.string(), confidence: z.number() })),
  values: z.array(z.object({ field: z.string(), value: z.unknown(), words: z.string().nullable() })),
  rejected: z.array(z.object({ field: z.string(), value: z.unknown(), reason: z.string() })),
  missing: z.array(z.string()),
});

const turnSchema = z.object({
  turn: z.int().meta({ description: 'The number it would have' }),
  message: z.string().meta({ description: 'Empty where a button was pressed' }),
  decision: z.union([z.enum(DECISIONS), z.null()]).meta({ description: 'The button' }),
  from: place,
  to: place,
  reply: z.object({ type: z.enum(['TEXT', 'JSON', 'ERROR']), value: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable().meta({ description: 'Why it would fail' }),
  understood: understoodSchema,
  rules: z.array(ruleSchema).meta({ description: 'Every rule of the flow' }),
  questions: z.array(askedQuestionSchema).meta({ description: 'What the reply would ask consent to' }),
  withheld: z.array(withheldSchema).meta({ description: 'What would have been done' }),
  context: json.meta({ description: 'What the conversation would know, secrets left out' }),
  at: z.iso.datetime(),
  events: z
    .array(z.object({ stage: z.string(), offsetMs: z.int(), payload: json }))
    .meta({ description: 'As the audit would have them, oldest first' }),
});

/** The answer to it. */
export const dryRunSchema = z
  .object({
    turns: z.array(turnSchema).meta({ description: 'One for each message, up to the first that fails' }),
    modelLeftOut: z.boolean().meta({ description: 'Whether there is a language model that was not asked' }),
    hasOldExamples: z.boolean().meta({
      description:
        'Whether intents were told apart by the examples that run: those of the edits are too many to learn from at once',
    }),
  })
  .meta({
    id: 'DryRun',
    example: {
      turns: [
        {
          turn: 1,
          message: 'cancel my order 7017',
          decision: null,
          from: { intent: 'UNKNOWN', state: 'UNKNOWN' },
          to: { intent: 'ORDER_CANCELLATION', state: 'CONFIRM_CANCELLATION' },
          reply: { type: 'TEXT', value: 'Shall I cancel order 7017? This cannot be undone.' },
          error: null,
          understood: {
            act: 'NEW_REQUEST',
            actConfidence: 0.7,
            actSource: 'REGEX',
            acts: [],
            intentBy: 'CLASSIFIER',
            candidates: [],
            values: [{ field: 'orderId', value: '7017', words: '7017' }],
            rejected: [],
            missing: [],
          },
          rules: [
            {
              ruleId: 2,
              phase: 'PRE_RESPONSE_RESOLUTION',
              intent: 'ORDER_CANCELLATION',
              state: 'CONFIRM_CANCELLATION',
              priority: 20,
              ruleType: 'JSON_PATH',
              pattern: "$[?(@.inputParams.pending_action_result == 'EXECUTED')]",
              action: 'SET_STATE',
              actionValue: 'CANCELLED',
              outcome: 'CONDITION_NOT_MET',
              saw: { inputParams: { pending_action_result: null } },
              places: [{ intent: 'ORDER_CANCELLATION', state: 'CONFIRM_CANCELLATION' }],
            },
          ],
          questions: [],
          withheld: [],
          context: { orderId: '7017' },
          at: '2026-01-31T12:00:00.000Z',
          events: [{ stage: 'USER_INPUT', offsetMs: 0, payload: { text: 'cancel my order 7017' } }],
        },
      ],
      modelLeftOut: false,
      hasOldExamples: false,
    },
  });
