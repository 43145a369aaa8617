import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { ActionKeeper } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { toJson } from '../../platform/common/json.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { EXAMPLE_ID } from './conversation-id.js';

/** How many of a list at most. */
export const limitQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) });

const heldActionSchema = z
  .object({
    conversationId: z.uuid(),
    proposalId: z.uuid(),
    actionKey: z.string(),
    actionRef: z.string().meta({ description: 'What carried it out: HANDLER:METHODS or tool:CODE@DIGEST' }),
    arguments: z.record(z.string(), z.unknown()),
    idempotencyKey: z.string().meta({ description: 'Ask the system behind the handler for this' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'HANDLER_TIMED_OUT, OUTCOME_UNKNOWN, TOO_MANY_ATTEMPTS or INTERRUPTED' }),
    error: z.string().nullable(),
    attempts: z.int(),
    begunAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'HeldAction',
    example: {
      conversationId: EXAMPLE_ID,
      proposalId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
      actionKey: 'cancel_order',
      actionRef: 'demoOrders:cancel',
      arguments: { orderId: '7017' },
      idempotencyKey: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1',
      reason: 'INTERRUPTED',
      error: 'The process ended while the action was at work.',
      attempts: 1,
      begunAt: '2026-01-31T12:00:00.000Z',
    },
  });

const findingSchema = z
  .object({
    happened: z.boolean().meta({ description: 'Whether the action has happened in the world' }),
    by: z.string().trim().min(1).max(200).meta({ description: 'Who found out; kept in the audit' }),
    note: z.string().max(2_000).default('').meta({ description: 'How; kept in the audit' }),
    result: z.unknown().optional().meta({ description: 'What the handler would have reported, for rules and replies' }),
  })
  .meta({ id: 'Finding', example: { happened: true, by: 'ann', note: 'found in the ledger', result: { ref: 'R-1' } } });

const settledSchema = z
  .object({ proposalId: z.uuid(), status: z.enum(['EXECUTED', 'REJECTED']) })
  .meta({ id: 'SettledAction', example: { proposalId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f', status: 'EXECUTED' } });

/** Lets an operator see the actions nobody can tell the end of, and settle them. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/actions/held')
export class ActionsController {
  constructor(private readonly keeper: ActionKeeper) {}

  @Get()
  @ApiOperation({ operationId: 'listHeldActions', summary: 'Actions that were begun and may or may not have happened' })
  @ApiResponse({ status: 200, description: 'Oldest first', standardSchema: z.array(heldActionSchema) })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: limitQuerySchema }) { limit }: z.infer<typeof limitQuerySchema>,
  ): Promise<z.infer<typeof heldActionSchema>[]> {
    const held = await this.keeper.inDoubt(limit);
    return held.map((action) => ({
      conversationId: action.conversationId,
      proposalId: action.proposalId,
      actionKey: action.actionKey,
      actionRef: action.actionRef,
      arguments: action.arguments,
      idempotencyKey: action.idempotencyKey,
      reason: action.reason,
      error: action.error,
      attempts: action.attempts,
      begunAt: action.inProgressAtMs === null ? null : new Date(action.inProgressAtMs).toISOString(),
    }));
  }

  @Post(':proposalId/settle')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'settleHeldAction',
    summary: 'Say whether a held action has happened',
    description: 'The action becomes EXECUTED or REJECTED, with an audit record; the next turn tells the user.',
  })
  @ApiResponse({ status: 200, description: 'It is settled', standardSchema: settledSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'CONVERSATION_BUSY', 'DATABASE_UNAVAILABLE')
  async settle(
    @LetIn() { caller }: Admitted,
    @Param('proposalId', new ParseUUIDPipe({ exceptionFactory: notAUuid })) proposalId: string,
    @Body({ schema: findingSchema }) finding: z.infer<typeof findingSchema>,
  ): Promise<z.infer<typeof settledSchema>> {
    const { happened, note } = finding;
    const by = provedName(caller, finding.by);
    const settled = await this.keeper.settle(proposalId, { happened, by, note, result: toJson(finding.result) });
    return { proposalId: settled.proposalId, status: settled.status === 'EXECUTED' ? 'EXECUTED' : 'REJECTED' };
  }
}

/** What a caller is told whose id is none. */
export function notAUuid(): EngineError {
  return new EngineError('INVALID_REQUEST', 'The id of an action is a UUID.');
}
