import { z } from 'zod';

const hash = () => z.string().regex(/^[0-9a-f]{64}$/);
const rows = () => z.record(z.string(), z.int()).meta({ description: 'How many rows of each table' });

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const EXAMPLE_ROWS = { ce_conversation: 2, ce_conversation_history: 9, ce_turn_record: 9 };
const EXAMPLE_RECEIPT = {
  receipt: 7,
  scope: 'SUBJECT',
  about: HASH,
  requestedBy: 'bob',
  startedAt: '2026-01-31T12:00:00.000Z',
  endedAt: '2026-01-31T12:00:01.000Z',
  conversations: 2,
  turns: 9,
  rows: EXAMPLE_ROWS,
  tombstones: HASH,
  keptConsents: 0,
  kept: HASH,
} as const;

/** Whom `/api/v1/subjects/ID` names. */
export const subjectSchema = z
  .string()
  .regex(/^\P{Cc}{1,200}$/u, 'expected up to 200 characters')
  .meta({ description: 'The user, as ce_conversation.user_id names them: the `sub` of their tokens', example: 'ann' });

/** How an erasure is asked for. */
export const eraseQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: 'Count, and erase nothing' }),
  by: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u, 'expected up to 200 characters')
    .default('administration')
    .meta({ description: 'Who asks for it, where the key does not say so' }),
});

/** What a receipt says. */
const receiptContent = z.object({
  receipt: z.int(),
  scope: z.enum(['SUBJECT', 'CONVERSATION']),
  about: hash().meta({ description: 'Keyed hash of the subject, or of the conversation' }),
  requestedBy: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  conversations: z.int(),
  turns: z.int(),
  rows: rows(),
  tombstones: hash().meta({ description: 'SHA-256 over the tombstones' }),
  keptConsents: z.int().meta({ description: 'How many consents are kept in reduced form' }),
  kept: hash().meta({ description: 'SHA-256 over them' }),
});

/** What came of an erasure. */
export const erasureSchema = z
  .object({
    receipt: z.int().nullable().meta({ description: 'Its number; null for a dry run' }),
    hash: hash().nullable().meta({ description: 'SHA-256 of the receipt; null while something is left to erase' }),
    content: receiptContent.nullable(),
    erased: z.int().meta({ description: 'Conversations that this request has erased, or would' }),
    rows: rows(),
    busy: z.int().meta({ description: 'Conversations in which something is at work: ask again later' }),
    inDoubt: z
      .int()
      .meta({ description: 'Conversations with an action or a workflow in doubt, which somebody has to settle first' }),
  })
  .meta({
    id: 'Erasure',
    example: { receipt: 7, hash: HASH, content: EXAMPLE_RECEIPT, erased: 2, rows: EXAMPLE_ROWS, busy: 0, inDoubt: 0 },
  });

/** An export, line by line. */
export const exportSchema = z.string().meta({
  id: 'SubjectExport',
  description: 'Lines of JSON: a manifest, rows, and an end',
  example: '{"type":"manifest",…}\n{"type":"end","rows":{},…}\n',
});

/** Which receipt. */
export const receiptNumberSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'The number of a receipt', example: 7 });

/** A receipt that was computed anew. */
export const verifiedReceiptSchema = z
  .object({
    receipt: z.int(),
    hash: hash().nullable(),
    content: receiptContent.nullable().meta({ description: 'Null while something is left to erase' }),
    ok: z.boolean().meta({ description: 'Whether it is as it was written, and fits what it stands for' }),
    problems: z.array(z.string()),
  })
  .meta({
    id: 'VerifiedReceipt',
    example: { receipt: 7, hash: HASH, content: EXAMPLE_RECEIPT, ok: true, problems: [] },
  });
