import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type DryRun, type DryRunStart, DryRuns } from '../../engine/dry-run/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, chatPrincipal, GuardedBy, LetIn } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { type DryRunRequestBody, dryRunRequestSchema, dryRunSchema } from './dry-run.schema.js';

/** Tells authors of flows how a message would be answered, and why. */
@ApiTags('ledger')
@GuardedBy(AccessGuard)
@Controller('api/v1/flow')
export class DryRunController {
  constructor(private readonly runs: DryRuns) {}

  @Post('dry-run')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'dryRunFlow',
    summary: 'How messages would be answered, and why, without any effect',
    description:
      'The steps of a turn with nothing to do anything with: nothing is stored, no tool and no handler is called, nobody ' +
      'is told. An action that is confirmed counts as done. The language model is asked only where `models` says so.',
  })
  @ApiResponse({ status: 200, description: 'Each message as it would be answered', standardSchema: dryRunSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'INVALID_INPUT_PARAMS',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'REQUEST_TOO_LARGE',
    'SERVICE_OVERLOADED',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
  )
  run(@Body({ schema: dryRunRequestSchema }) body: DryRunRequestBody, @LetIn() admitted: Admitted): Promise<DryRun> {
    const { messages, inputParams, results, models } = body;
    return this.runs.run({
      messages,
      start: startOf(body),
      // The body was parsed from JSON, so what is in it is JSON.
      inputParams: (inputParams as JsonObject | null | undefined) ?? undefined,
      results: (results as JsonObject | null | undefined) ?? undefined,
      models: models ?? false,
      principal: chatPrincipal(admitted),
    });
  }
}

function startOf({ conversationId, intent, state, context }: DryRunRequestBody): DryRunStart {
  if (conversationId) return { conversationId: conversationId.toLowerCase() };
  return {
    ...(intent != null && { intent }),
    ...(state != null && { state }),
    ...(context != null && { context: context as JsonObject }),
  };
}
