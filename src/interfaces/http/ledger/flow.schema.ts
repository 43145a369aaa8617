import { z } from 'zod';
import { utc } from './list.schema.js';

const place = { intent: z.string().meta({ description: 'ANY: every intent' }), state: z.string() };
const row = { id: z.int(), ...place, priority: z.number() };
const text = z.string().nullable();

/** The answer of `GET /api/v1/flow`. */
export const flowMapSchema = z
  .object({
    loadedAt: utc,
    versionId: z.int().nullable().meta({ description: 'Which version of the flow runs' }),
    intents: z.array(
      z.object({
        code: z.string(),
        displayName: text,
        description: z.string(),
        priority: z.number(),
        enteredState: z.string().meta({ description: 'The state that a conversation enters it in' }),
      }),
    ),
    states: z.array(z.string()),
    classifiers: z.array(z.object({ ...row, ruleType: z.string(), pattern: z.string() })),
    rules: z
      .array(
        z.object({
          id: z.int(),
          phase: z.string(),
          priority: z.number(),
          from: z.object(place),
          condition: z.string(),
          action: z.string(),
          actionValue: text,
          to: z.object(place).nullable().meta({ description: 'null where it leads nowhere' }),
        }),
      )
      .meta({ description: 'The edges of the graph' }),
    responses: z.array(z.object({ ...row, format: z.string(), type: z.string(), text })),
    pendingActions: z.array(
      z.object({
        ...row,
        actionKey: z.string(),
        handler: z.string(),
        methods: z.array(z.string()),
        description: text,
        riskLevel: text,
        executionPolicy: z.string(),
      }),
    ),
    tools: z.array(
      z.object({
        ...place,
        code: z.string(),
        group: z.string(),
        description: text,
        sideEffect: text,
        riskLevel: text,
        source: z.string(),
        isShipped: z.boolean().meta({ description: "Comes with the service, and is not one of the flow's" }),
      }),
    ),
    findings: z
      .array(z.object({ severity: z.string(), table: z.string(), row: text, column: text, message: z.string() }))
      .meta({ description: 'What flow check says' }),
    traffic: z
      .array(z.object({ ...place, conversations: z.int() }))
      .meta({ description: 'Where the chats stand that began in the last 24 hours: the newest 10,000 of them' }),
  })
  .meta({
    id: 'FlowMap',
    example: {
      loadedAt: '2026-01-31T12:00:00.000Z',
      versionId: 12,
      intents: [
        {
          code: 'BOOK_ROOM',
          displayName: null,
          description: 'Wants to book a meeting room',
          priority: 100,
          enteredState: 'COLLECT',
        },
      ],
      states: ['BOOKED', 'COLLECT', 'CONFIRM'],
      classifiers: [],
      rules: [
        {
          id: 1,
          phase: 'PRE_RESPONSE_RESOLUTION',
          priority: 100,
          from: { intent: 'BOOK_ROOM', state: 'COLLECT' },
          condition: 'JSON_PATH $.schemaComplete',
          action: 'SET_STATE',
          actionValue: 'CONFIRM',
          to: { intent: 'BOOK_ROOM', state: 'CONFIRM' },
        },
      ],
      responses: [],
      pendingActions: [],
      tools: [],
      findings: [],
      traffic: [{ intent: 'BOOK_ROOM', state: 'CONFIRM', conversations: 12 }],
    },
  });
