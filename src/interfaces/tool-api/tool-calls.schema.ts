import { z } from 'zod';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import { SOURCE_NAMES } from '../../tools/index.js';

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema' });

const EXAMPLE = {
  tool_code: 'bank.pay',
  tool_group: 'WORKFLOW_ACTION',
  title: 'Bank pay',
  description: 'Pays somebody',
  side_effect: 'WRITE',
  risk: 'HIGH',
  execution_policy: 'at-most-once',
  timeout_ms: 30000,
  input_schema: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
  output_schema: null,
  source: 'rows',
  is_shipped: false,
  source_place: null,
  calls: 12,
  failures: 1,
  circuit: 'CLOSED',
};

/** A tool as its caller sees it; the fields are called as the columns of `ce_mcp_tool`. */
const toolSchema = z
  .object({
    tool_code: z.string(),
    tool_group: z.string(),
    title: z.string(),
    description: z.string(),
    side_effect: z.enum(['READ', 'WRITE']).meta({ description: 'WRITE is asked first, and runs after the yes' }),
    risk: z.enum(['LOW', 'MEDIUM', 'HIGH']).nullable(),
    execution_policy: z.enum(['at-most-once', 'idempotent']),
    timeout_ms: z.int().meta({ description: 'How long a call may take' }),
    input_schema: jsonSchema.nullable(),
    output_schema: jsonSchema.nullable(),
    source: z.enum(SOURCE_NAMES).meta({
      description:
        'What defines it: rows of the flow tables, a handler, a capability file or playbook (files), an installed ' +
        'package, another MCP server (remote)',
    }),
    is_shipped: z.boolean().meta({
      description: 'Comes with the service, for clients of the Model Context Protocol alone: it cannot be called here',
    }),
    source_place: z.string().nullable().meta({ description: 'The file or the server, where the source has several' }),
    calls: z.int().meta({ description: 'Calls by anybody that this process has made since it was started' }),
    failures: z.int().meta({ description: 'How many of them gave their caller an error' }),
    circuit: z.enum(['CLOSED', 'HALF_OPEN', 'OPEN']).nullable().meta({
      description: 'OPEN: this process sends nothing for a while; null: no call of it went through a circuit',
    }),
  })
  .meta({ id: 'Tool', example: EXAMPLE });

/** The query of `GET /api/v1/tools`. */
export const toolQuerySchema = z.object({
  shipped: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Whether those are listed as well that come with the service' }),
});

export const toolListSchema = z
  .object({ version: z.string().meta({ description: 'Of the service' }), tools: z.array(toolSchema) })
  .meta({
    id: 'ToolList',
    example: { version: '0.1.0', tools: [EXAMPLE] },
  });

export const argumentsSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'ToolArguments', description: 'As input_schema says', example: { to: 'Ann' } });

export const readResultSchema = z
  .object({ result: z.unknown().meta({ description: 'What the tool answered' }) })
  .meta({ id: 'ToolResult', example: { result: { balance: 12.5 } } });

const ACTION_ID = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.0198c7a4-5b2a-7d10-8c31-5e0f9a1b2c3d';

export const actionSchema = z
  .object({
    action_id: z.string().meta({ description: 'Of this question; another question has another' }),
    status: z
      .enum(ACTION_STATUSES)
      .meta({ description: 'OPEN: nothing has been done, the yes is awaited. IN_PROGRESS: nobody can tell yet' }),
    message: z.string().meta({ description: 'What there is to say to the user: while OPEN, the question' }),
    expires_at: z.iso.datetime().nullable().optional(),
    consent_url: z
      .url()
      .optional()
      .meta({ description: 'While OPEN: the page on which the user decides; show it to nobody else' }),
    consent_problem: z
      .string()
      .optional()
      .meta({ description: 'While OPEN and without consent_url: why the user cannot agree, and what to do about it' }),
    result: z.unknown().optional().meta({ description: 'What the tool answered, once it is EXECUTED' }),
  })
  .meta({
    id: 'ToolAction',
    example: {
      action_id: ACTION_ID,
      status: 'OPEN',
      message: 'Shall I do this: Pays somebody (to: Ann)?',
      expires_at: '2026-01-31T12:30:00.000Z',
      consent_url: 'http://localhost:3000/consent/eyJjb252ZXJz.c2lnbmF0dXJl',
    },
  });

export const decisionSchema = z
  .strictObject({
    decision: z
      .enum(['yes', 'no'])
      .meta({ description: "What the user, having read the question, said; an agent's yes is none" }),
    by: z
      .literal('agent')
      .optional()
      .meta({ description: "Of a word that a model has brought: it counts as an agent's, whoever passes it on" }),
  })
  .meta({ id: 'ToolDecision', example: { decision: 'yes' } });

export type ToolDescription = z.infer<typeof toolSchema>;
export type ToolAction = z.infer<typeof actionSchema>;
