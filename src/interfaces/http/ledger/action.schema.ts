import { z } from 'zod';
import { LISTED_STATUSES } from '../../../engine/ledger/index.js';
import { RISKS } from '../../../engine/pending-action/index.js';
import { PRINCIPAL_KINDS } from '../../../engine/principal/index.js';
import { toStorableText } from '../../../platform/common/json.js';
import { ACTION_STATUSES } from '../../../platform/handlers-api/index.js';
import { conversationIdSchema, EXAMPLE_ID } from '../conversation-id.js';
import { EXPORT_FORMATS } from './action-export.js';
import { code, listOf, nextCursor, pageQuery, searchText, timeQuery, utc } from './list.schema.js';

const principal = z
  .string()
  .max(200)
  .transform((text) => toStorableText(text).replace(/^[^:]*/, (kind) => kind.toUpperCase()))
  .pipe(
    z.string().regex(new RegExp(`^(${PRINCIPAL_KINDS.join('|')})(:.+)?$`, 's'), {
      error: `Expected ${PRINCIPAL_KINDS.join(', ')}, or one of them with a name, as in AGENT:crm`,
    }),
  )
  .optional();

const filters = {
  status: listOf(LISTED_STATUSES).meta({
    description: `With commas between them: ${LISTED_STATUSES.join(', ')}. FAILED: those of REJECTED that were agreed to and could not be carried out`,
    example: 'OPEN,HELD',
  }),
  conversationId: conversationIdSchema.optional(),
  toolCode: code,
  actionKey: code,
  riskLevel: z.string().toUpperCase().pipe(z.enum(RISKS)).optional(),
  confirmedBy: principal.meta({
    description: `Whose yes it was begun with: one of ${PRINCIPAL_KINDS.join(', ')}, or somebody by name`,
    example: 'AGENT:crm',
  }),
  text: searchText.meta({ description: 'Part of the question, of the arguments as they may be shown, or of the key' }),
  ...timeQuery,
};

export const actionQuerySchema = z.object({ ...filters, ...pageQuery });
export type ActionQuery = z.infer<typeof actionQuerySchema>;

export const exportQuerySchema = z.object({
  format: z.enum(EXPORT_FORMATS).default('csv'),
  ...filters,
  cursor: pageQuery.cursor,
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;

const jsonObject = z.record(z.string(), z.unknown());

const who = z.object({ kind: z.string(), id: z.string().nullable().meta({ description: 'The name that was proved' }) });

const item = z.object({
  actionId: z.uuid(),
  conversationId: z.guid(),
  actionKey: z.string(),
  actionRef: z.string().meta({
    description:
      'What carries it out: HANDLER:METHODS or tool:CODE@DIGEST; before it scheduled:POLICY:ARGUMENT: where that is at times to come',
  }),
  toolCode: z.string().nullable(),
  intent: z.string(),
  state: z.string(),
  status: z.enum(ACTION_STATUSES),
  reason: z.string().nullable().meta({ description: 'Why it was closed without success, or is held' }),
  isHeld: z.boolean().meta({ description: 'Begun, and nobody can tell how it ended' }),
  isAwaitingApproval: z.boolean().meta({ description: 'Open, and to be approved before a yes carries it out' }),
  revision: z.int(),
  riskLevel: z.enum(RISKS).nullable(),
  question: z.string(),
  arguments: jsonObject.meta({ description: 'Without what must not be shown' }),
  argumentsHash: z.string().meta({ description: 'SHA-256 of the arguments as they are, in hexadecimal digits' }),
  createdAt: utc.meta({ description: 'When this revision was asked' }),
  updatedAt: utc,
  expiresAt: utc.nullable(),
  expiresAfterTurn: z.int().nullable(),
  attempts: z.int(),
  outcomeSummary: z.string().nullable().meta({ description: 'What came of it, in at most 300 characters' }),
  confirmedBy: who.nullable().meta({ description: 'Whose yes it was begun with; null where it has got none' }),
});

const itemExample = {
  actionId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
  conversationId: EXAMPLE_ID,
  actionKey: 'cancel_order',
  actionRef: 'demoOrders:cancel',
  toolCode: null,
  intent: 'ORDER_CANCELLATION',
  state: 'CONFIRM_CANCELLATION',
  status: 'EXECUTED' as const,
  reason: null,
  isHeld: false,
  isAwaitingApproval: false,
  revision: 1,
  riskLevel: 'MEDIUM' as const,
  question: 'Shall I cancel order 7017?',
  arguments: { orderId: '7017' },
  argumentsHash: '6f0d0c9f0c4a0d7e',
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:01:00.000Z',
  expiresAt: '2026-01-31T12:30:00.000Z',
  expiresAfterTurn: 4,
  attempts: 1,
  outcomeSummary: '(cancellation reference: CXL-AF4906501)',
  confirmedBy: { kind: 'USER', id: null },
};

/** The answer of `GET /api/v1/actions/export` as JSON. */
export const actionExportSchema = z.array(item);

/** The answer of `GET /api/v1/actions`. */
export const actionListSchema = z
  .object({ items: z.array(item), nextCursor })
  .meta({ id: 'ActionList', example: { items: [itemExample], nextCursor: null } });

/** The answer of `GET /api/v1/actions/:id`. */
export const actionDetailSchema = item
  .extend({
    idempotencyKey: z.string(),
    executionPolicy: z.string(),
    consentStrength: z.string().meta({ description: 'How strong a yes it needs: PLAIN, STRONG or TYPED' }),
    mayAnswer: z.array(z.string()).meta({ description: 'Kinds of principals whose yes counts' }),
    requestedBy: who.nullable(),
    alsoRequestedBy: z.array(who).meta({ description: 'Who has asked for the very same while it was open' }),
    revisions: z
      .array(
        z.object({
          revision: z.int(),
          question: z.string().nullable(),
          arguments: jsonObject.nullable(),
          argumentsHash: z.string(),
          at: utc,
        }),
      )
      .meta({
        description:
          'Newest last. Of one that was replaced, question and arguments are null where they were not kept yet',
      }),
    consent: z
      .object({
        words: z.string().nullable().meta({ description: 'Empty where a button was pressed' }),
        decision: z.enum(['CONFIRM', 'REJECT']),
        by: who.nullable(),
        via: z.string().nullable().meta({ description: 'The door it came through' }),
        proof: z.string().nullable(),
        at: utc.nullable(),
      })
      .nullable(),
    uncounted: z
      .array(
        z.object({
          at: utc,
          turn: z.int(),
          revision: z.int().nullable(),
          words: z.string().nullable().meta({ description: 'Empty where a button was pressed' }),
          by: who.nullable(),
          via: z.string().nullable().meta({ description: 'The door it came through' }),
          reason: z.string().meta({ description: 'As CONSENT_REFUSED and GUARDRAIL_DENY in the audit have it' }),
        }),
      )
      .meta({ description: 'Each yes that ran nothing, oldest first: it was refused, or held back for an approval' }),
    approval: z
      .object({
        required: z.boolean(),
        decision: z.enum(['APPROVED', 'REFUSED']).nullable(),
        revision: z.int().nullable(),
        by: z.string().nullable(),
        at: utc.nullable(),
        note: z.string().nullable(),
        usedAt: utc.nullable().meta({ description: 'An approval is for one execution' }),
      })
      .nullable(),
    claims: z
      .array(
        z.object({
          at: utc,
          by: z.string().nullable(),
          fencingToken: z.int().nullable(),
          expiresAt: utc.nullable(),
        }),
      )
      .meta({ description: 'Newest last. Whose claim it was is kept while it lasts' }),
    outcome: z
      .object({
        status: z.enum(ACTION_STATUSES),
        result: z.unknown(),
        error: z.string().nullable(),
        at: utc.nullable(),
      })
      .nullable(),
    deliveries: z
      .array(
        z.object({
          eventId: z.uuid(),
          event: z.string(),
          url: z.string().nullable().meta({ description: 'The address that is configured now, without its query' }),
          status: z.enum(['WAITING', 'DELIVERED', 'GIVEN_UP']),
          attempts: z.int(),
          at: utc.meta({ description: 'When it happened' }),
          deliveredAt: utc.nullable(),
          nextAttemptAt: utc.nullable(),
          error: z.string().nullable(),
        }),
      )
      .meta({ description: 'What the webhook is told of it, oldest first' }),
    lifecycle: z
      .array(z.object({ event: z.string(), at: utc, turn: z.int(), detail: jsonObject }))
      .meta({ description: 'PENDING_ACTION_LIFECYCLE in the audit, oldest first' }),
  })
  .meta({
    id: 'ActionDetail',
    description: 'All that is recorded of an action; what is null was not recorded',
    example: {
      ...itemExample,
      idempotencyKey: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1',
      executionPolicy: 'at-most-once',
      consentStrength: 'PLAIN',
      mayAnswer: ['USER', 'SERVICE'],
      requestedBy: { kind: 'USER', id: null },
      alsoRequestedBy: [],
      revisions: [
        {
          revision: 1,
          question: itemExample.question,
          arguments: { orderId: '7017' },
          argumentsHash: itemExample.argumentsHash,
          at: itemExample.createdAt,
        },
      ],
      consent: {
        words: 'yes please',
        decision: 'CONFIRM',
        by: { kind: 'USER', id: null },
        via: 'message',
        proof: null,
        at: itemExample.updatedAt,
      },
      uncounted: [],
      approval: null,
      claims: [{ at: itemExample.updatedAt, by: null, fencingToken: 1_769_860_860_001, expiresAt: null }],
      outcome: {
        status: 'EXECUTED',
        result: { cancellationReference: 'CXL-AF4906501' },
        error: null,
        at: itemExample.updatedAt,
      },
      deliveries: [],
      lifecycle: [{ event: 'OPEN', at: itemExample.createdAt, turn: 1, detail: { status: 'OPEN' } }],
    },
  });
