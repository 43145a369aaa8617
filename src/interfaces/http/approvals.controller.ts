import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { ActionApprovals } from '../../engine/turn/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, operatorPrincipal, provedName } from '../callers/index.js';
import { limitQuerySchema, notAUuid } from './actions.controller.js';
import { ApiErrors } from './api-errors.js';
import { EXAMPLE_ID } from './conversation-id.js';

const EXAMPLE_ACTION = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f';

const awaitingSchema = z
  .object({
    conversationId: z.uuid(),
    proposalId: z.uuid(),
    revision: z.int().meta({ description: 'What is approved; other arguments are another revision' }),
    actionKey: z.string(),
    actionRef: z.string().meta({ description: 'What will carry it out: HANDLER:METHODS or tool:CODE@DIGEST' }),
    arguments: z.record(z.string(), z.unknown()),
    question: z.string().meta({ description: 'What the user said yes to' }),
    askedAt: z.iso.datetime().meta({ description: 'When the user said yes' }),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'ActionAwaitingApproval',
    example: {
      conversationId: EXAMPLE_ID,
      proposalId: EXAMPLE_ACTION,
      revision: 1,
      actionKey: 'delete_account',
      actionRef: 'accounts:delete',
      arguments: { accountId: '7017' },
      question: 'Shall I delete account 7017?',
      askedAt: '2026-01-31T12:00:00.000Z',
      expiresAt: '2026-01-31T12:30:00.000Z',
    },
  });

const approvalSchema = z
  .object({
    revision: z.int().min(1).meta({ description: 'The revision that was looked at' }),
    by: z.string().trim().min(1).max(200).meta({ description: 'Who approves; kept with the action and in the audit' }),
    note: z.string().max(2_000).default('').meta({ description: 'Why; kept with the action and in the audit' }),
  })
  .meta({ id: 'Approval', example: { revision: 1, by: 'ann', note: 'checked with the customer' } });

const approvedSchema = z
  .object({ proposalId: z.uuid(), revision: z.int(), approvedBy: z.string(), approvedAt: z.iso.datetime() })
  .meta({
    id: 'ApprovedAction',
    example: { proposalId: EXAMPLE_ACTION, revision: 1, approvedBy: 'ann', approvedAt: '2026-01-31T12:00:00.000Z' },
  });

const refusalSchema = z
  .object({
    revision: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The revision that was looked at; left out: whichever waits' }),
    by: z.string().trim().min(1).max(200).meta({ description: 'Who refuses; kept in the audit' }),
    note: z.string().max(2_000).default('').meta({ description: 'Why; kept in the audit' }),
  })
  .meta({ id: 'ApprovalRefusal', example: { revision: 1, by: 'ann', note: 'the customer has left' } });

const refusedSchema = z
  .object({ proposalId: z.uuid(), revision: z.int(), refusedBy: z.string(), refusedAt: z.iso.datetime() })
  .meta({
    id: 'RefusedAction',
    example: { proposalId: EXAMPLE_ACTION, revision: 1, refusedBy: 'ann', refusedAt: '2026-01-31T12:00:00.000Z' },
  });

/** Shows which actions wait for an approval, and takes it or its refusal. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/actions')
export class ApprovalsController {
  constructor(private readonly approvals: ActionApprovals) {}

  @Get('awaiting-approval')
  @ApiOperation({
    operationId: 'listActionsAwaitingApproval',
    summary: 'Open actions that the user has said yes to and nobody has approved yet',
  })
  @ApiResponse({ status: 200, description: 'Oldest first', standardSchema: z.array(awaitingSchema) })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: limitQuerySchema }) { limit }: z.infer<typeof limitQuerySchema>,
  ): Promise<z.infer<typeof awaitingSchema>[]> {
    const awaiting = await this.approvals.awaiting(limit);
    return awaiting.map((action) => ({
      conversationId: action.conversationId,
      proposalId: action.proposalId,
      revision: action.revision,
      actionKey: action.actionKey,
      actionRef: action.actionRef,
      arguments: action.arguments,
      question: action.question,
      askedAt: new Date(action.approvalAskedAtMs ?? action.createdAtMs).toISOString(),
      expiresAt: action.expiresAtMs === null ? null : new Date(action.expiresAtMs).toISOString(),
    }));
  }

  @Post(':proposalId/approve')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'approveAction',
    summary: 'Approve one revision of an open action, for one execution',
    description: "The user's next yes carries it out; the approval alone runs nothing, and ends with the action.",
  })
  @ApiResponse({ status: 200, description: 'It is approved', standardSchema: approvedSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'CONVERSATION_BUSY', 'DATABASE_UNAVAILABLE')
  async approve(
    @LetIn() { caller }: Admitted,
    @Param('proposalId', new ParseUUIDPipe({ exceptionFactory: notAUuid })) proposalId: string,
    @Body({ schema: approvalSchema }) { revision, by, note }: z.infer<typeof approvalSchema>,
  ): Promise<z.infer<typeof approvedSchema>> {
    const approver = { by: provedName(caller, by), note };
    const operator = operatorPrincipal(caller);
    const { approval } = await this.approvals.approve(proposalId.toLowerCase(), revision, approver, operator);
    const approvedAt = new Date(approval?.atMs ?? 0).toISOString();
    return { proposalId, revision, approvedBy: approval?.by ?? by, approvedAt };
  }

  @Post(':proposalId/refuse')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'refuseAction',
    summary: 'Close an action that waits for an approval, without one',
    description: 'No yes runs it any more. The next turn of its conversation tells the user.',
  })
  @ApiResponse({ status: 200, description: 'It is closed', standardSchema: refusedSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'CONVERSATION_BUSY', 'DATABASE_UNAVAILABLE')
  async refuse(
    @LetIn() { caller }: Admitted,
    @Param('proposalId', new ParseUUIDPipe({ exceptionFactory: notAUuid })) proposalId: string,
    @Body({ schema: refusalSchema }) { revision, by, note }: z.infer<typeof refusalSchema>,
  ): Promise<z.infer<typeof refusedSchema>> {
    const refuser = { by: provedName(caller, by), note };
    const operator = operatorPrincipal(caller);
    const refused = await this.approvals.refuse(proposalId.toLowerCase(), revision, refuser, operator);
    const refusedAt = new Date(refused.closedAtMs ?? 0).toISOString();
    return { proposalId, revision: refused.revision, refusedBy: refuser.by, refusedAt };
  }
}
