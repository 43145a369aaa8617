import { z } from 'zod';
import type { JsonValue } from '../../platform/common/json.js';
import { checkRegex } from '../../platform/common/regex.js';
import { patternOf } from './expected.js';

const json = z.json() as z.ZodType<JsonValue>;
const values = z.record(z.string(), json);
const words = z
  .string()
  .refine((text) => checkRegex(patternOf(text) ?? '') === undefined, 'is not a usable pattern')
  .describe('A text word for word, or a pattern between slashes');
const names = z.array(z.string().min(1));

const performed = z.strictObject({
  action: z.string().optional().describe('The key of the action, or BEAN.METHOD'),
  tool: z.string().optional().describe('The code of the tool'),
  arguments: values.optional().describe('All of its arguments'),
});

/** What a turn is expected to have come to; what is left out is not looked at, but that nothing was executed. */
const expectations = {
  bot: z
    .union([words, z.array(words)])
    .optional()
    .describe('The reply; of a list, each has to be true'),
  state: z.string().optional(),
  intent: z.string().optional(),
  act: z.string().optional().describe('How the message was read, such as AFFIRM'),
  values: values.optional().describe('Part of what the conversation knows; null for what it must not know'),
  asks: z
    .strictObject({
      action: z.string().optional().describe('The key of the action'),
      question: words.optional(),
      arguments: values.optional().describe('All of its arguments, as they are shown'),
    })
    .nullable()
    .optional()
    .describe('The question that is open after the turn; null for none'),
  executes: z.array(performed).default([]).describe('All that had an effect, in order; nothing where left out'),
  calls: z.array(performed).optional().describe('All tools that were called and only read, in order'),
  stages: names.optional().describe('Stages that the audit of the turn has to have'),
  error: z.string().optional().describe('The code of the error that the turn is answered with'),
};
const as = z.string().optional().describe('Who speaks; nobody in particular where left out');

const turn = z.union(
  [
    z.strictObject({
      user: z.string().describe('What is said'),
      as,
      params: values.optional().describe('inputParams of the message'),
      ...expectations,
    }),
    z.strictObject({
      press: z.enum(['yes', 'no']).describe('The button of the question that is open'),
      as,
      ...expectations,
    }),
    z.strictObject({
      wait: z
        .string()
        .regex(/^\d+(\.\d+)? ?[smhd]$/, 'is a number and s, m, h or d, such as 10m')
        .describe('Lets time pass: 90s, 10m, 2h, 3d'),
    }),
  ],
  { error: 'has one of user, press and wait, and beside it what is expected' },
);

const actionStub = z.union(
  [
    z.strictObject({ done: json.describe('What it gives') }),
    z.strictObject({
      failed: z.string().describe('What the user reads'),
      retryable: z.boolean().default(false).describe('Whether nothing has happened, and another yes may try again'),
    }),
    z.strictObject({ 'in-doubt': z.string().describe('Why nobody can tell') }),
  ],
  { error: 'has one of done, failed and in-doubt' },
);
const toolStub = z.strictObject({
  result: json.optional(),
  error: z.string().optional().describe('What it says where it fails'),
});
const stubs = z.strictObject({
  actions: z
    .record(z.string(), actionStub)
    .default({})
    .describe('By BEAN.METHOD; one that is not here is done, and gives {}'),
  tools: z.record(z.string(), toolStub).default({}).describe('By the code of the tool; one that is not here fails'),
  models: z
    .record(z.string(), json)
    .default({})
    .describe('What a model answers, by the step that asks; of a list, one after the other, and the last again'),
});

/** The shape of a file of scripted conversations. */
export const flowTestSchema = z.strictObject({
  rows: z
    .union([z.string(), names])
    .optional()
    .describe('SQL files for an empty database, from where this file is; without, the rows of the configured database'),
  handlers: z
    .union([z.string(), names])
    .optional()
    .describe('Folders of handlers that are really run, from where this file is'),
  stubs: stubs.optional(),
  conversations: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        at: z
          .string()
          .refine((text) => !Number.isNaN(Date.parse(text)), 'is a time, such as 2026-03-05T10:00:00Z')
          .optional()
          .describe('When it begins, ISO 8601; now where left out'),
        stubs: stubs.optional().describe('Before those of the file'),
        never: names.default([]).describe('Actions and tools that must not be executed, whatever the turns say'),
        turns: z.array(turn).min(1),
      }),
    )
    .min(1),
});

export type FlowTestFile = z.infer<typeof flowTestSchema>;
export type ScriptedConversation = FlowTestFile['conversations'][number];
type ScriptedTurn = ScriptedConversation['turns'][number];
export type SpokenTurn = Exclude<ScriptedTurn, { wait: string }>;
export type Stubs = z.infer<typeof stubs>;
export type Performed = z.infer<typeof performed>;
