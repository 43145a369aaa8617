import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type DryRun, type DryRunRequest, type DryRunStart, DryRuns } from '../../engine/dry-run/index.js';
import { FileEditor } from '../../engine/file-editing/index.js';
import { FlowEditor } from '../../engine/flow-editing/index.js';
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
  constructor(
    private readonly runs: DryRuns,
    private readonly rows: FlowEditor,
    private readonly files: FileEditor,
  ) {}

  @Post('dry-run')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'dryRunFlow',
    summary: 'How messages would be answered, and why, without any effect',
    description:
      'The steps of a turn with nothing to do anything with: nothing is stored, no tool and no handler is called, nobody ' +
      'is told. An action that is confirmed counts as done. The language model is asked only where `models` says so. ' +
      '`edits` and `file` are tried in the place of what runs.',
  })
  @ApiResponse({ status: 200, description: 'Each message as it would be answered', standardSchema: dryRunSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'INVALID_INPUT_PARAMS',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'REQUEST_TOO_LARGE',
    'FLOW_INVALID',
    'FILE_INVALID',
    'SERVICE_OVERLOADED',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
  )
  async run(
    @Body({ schema: dryRunRequestSchema }) body: DryRunRequestBody,
    @LetIn() admitted: Admitted,
  ): Promise<DryRun> {
    const { messages, inputParams, results, models } = body;
    return this.runs.run({
      messages,
      start: startOf(body),
      // The body was parsed from JSON, so what is in it is JSON.
      inputParams: (inputParams as JsonObject | null | undefined) ?? undefined,
      results: (results as JsonObject | null | undefined) ?? undefined,
      models: models ?? false,
      principal: chatPrincipal(admitted),
      ...(await this.triedOf(body)),
    });
  }

  /** What is tried; what runs where nothing is. */
  private async triedOf({ edits, file }: DryRunRequestBody): Promise<Pick<DryRunRequest, 'tried' | 'language'>> {
    const { files, language } = file ? await this.files.tryOut(file) : {};
    const isOther = edits != null || files !== undefined;
    return { tried: isOther ? await this.rows.tryOut(edits ?? [], files) : undefined, language };
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
