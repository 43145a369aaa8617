import { z } from 'zod';

const utc = z.iso.datetime();

const toolExample = {
  tool: 'create_deal',
  code: 'crm.create_deal',
  description: 'Creates a deal',
  isHeld: true,
  isListed: true,
  seenHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  seenAt: '2026-01-31T12:00:00.000Z',
  approvedAt: '2026-01-12T09:00:00.000Z',
  approvedBy: null,
  approvalNote: null,
  changes: [{ part: 'description', before: 'Creates a deal', now: 'Creates a deal, and mails the customer' }],
};

const remoteToolSchema = z
  .object({
    tool: z.string().meta({ description: 'Its name there' }),
    code: z.string().meta({ description: 'What it is called by' }),
    description: z.string().meta({ description: 'Of the definition that may be called' }),
    isHeld: z.boolean().meta({ description: 'It has changed: every call is refused until somebody approves it' }),
    isListed: z.boolean().meta({ description: 'Whether the server has listed it when this process asked last' }),
    seenHash: z.string().meta({ description: 'Of the definition that was seen last; an approval names it' }),
    seenAt: utc,
    approvedAt: utc.meta({ description: 'Since when the definition may be called' }),
    approvedBy: z
      .string()
      .nullable()
      .meta({ description: 'Null for the first definition that was seen, which nobody was asked about' }),
    approvalNote: z.string().nullable(),
    changes: z
      .array(z.object({ part: z.string(), before: z.unknown(), now: z.unknown() }))
      .meta({ description: 'Between what may be called and what was seen last; empty unless it is held' }),
  })
  .meta({ id: 'RemoteTool', example: toolExample });

/** The answer of `GET /api/v1/mcp-servers`. */
export const mcpServersSchema = z
  .object({
    servers: z.array(
      z.object({
        name: z.string().meta({ description: 'As in convengine.mcp.servers' }),
        place: z.string().meta({ description: 'The host of its address, or the program that is started' }),
        isConnected: z.boolean().meta({ description: 'By the process that answers' }),
        problem: z.string().nullable().meta({ description: 'What went wrong last; null since it was connected' }),
        tools: z.array(remoteToolSchema).meta({ description: 'Every tool that was ever seen there, by name' }),
      }),
    ),
  })
  .meta({
    id: 'McpServers',
    example: {
      servers: [{ name: 'crm', place: 'crm.example', isConnected: true, problem: null, tools: [toolExample] }],
    },
  });

/** What an operator says of a definition that has changed. */
export const pinApprovalSchema = z
  .object({
    seenHash: z.string().min(1).meta({ description: 'Of the definition that was looked at' }),
    by: z.string().trim().min(1).max(200).meta({ description: 'Who approves; kept with the tool' }),
    note: z.string().max(2_000).default('').meta({ description: 'Why; kept with the tool' }),
  })
  .meta({
    id: 'PinApproval',
    example: { seenHash: toolExample.seenHash, by: 'ann', note: 'the mail goes to our own customers' },
  });

/** The answer to it. */
export const approvedPinSchema = z
  .object({ server: z.string(), tool: z.string(), approvedBy: z.string(), approvedAt: utc })
  .meta({
    id: 'ApprovedPin',
    example: { server: 'crm', tool: 'create_deal', approvedBy: 'ann', approvedAt: '2026-01-31T12:01:00.000Z' },
  });
