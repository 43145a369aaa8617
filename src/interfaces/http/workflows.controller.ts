import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { WorkflowDesk } from '../../engine/turn/index.js';
import { toJson } from '../../platform/common/json.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import {
  listedRunsSchema,
  runChangeSchema,
  runKeySchema,
  runQuerySchema,
  runSchema,
  shownRun,
  shownWithSteps,
  signalSchema,
  stepFindingSchema,
} from './workflows.schema.js';

type RunKey = z.infer<typeof runKeySchema>;
type Shown = Promise<z.infer<typeof runSchema>>;

const CHANGE_ERRORS = [
  'UNAUTHORIZED',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'CONVERSATION_BUSY',
  'DATABASE_UNAVAILABLE',
] as const;

/** Shows runs of workflows, and lets people and other systems act on them. */
@ApiTags('workflows')
@GuardedBy(AccessGuard)
@Controller('api/v1/workflows')
export class WorkflowsController {
  constructor(private readonly desk: WorkflowDesk) {}

  @Get()
  @ApiOperation({ operationId: 'listWorkflowRuns', summary: 'Runs that wait for a person, or those of a conversation' })
  @ApiResponse({
    status: 200,
    description: 'Held ones oldest first, a conversation’s newest first',
    standardSchema: listedRunsSchema,
  })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: runQuerySchema }) { conversationId, limit }: z.infer<typeof runQuerySchema>,
  ): Promise<z.infer<typeof listedRunsSchema>> {
    const runs = await this.desk.list(conversationId === undefined ? 'held' : { conversationId }, limit);
    return runs.map(shownRun);
  }

  @Get(':conversationId/:runId')
  @ApiOperation({ operationId: 'getWorkflowRun', summary: 'A run with its steps' })
  @ApiResponse({ status: 200, description: 'As it stands', standardSchema: runSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async show(@Param({ schema: runKeySchema }) key: RunKey): Shown {
    return shownWithSteps(await this.desk.show(key));
  }

  @Post(':conversationId/:runId/signals')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signalWorkflowRun',
    summary: 'Give a run what it waits for',
    description: 'One that comes before the run waits for it is kept. Each name counts once.',
  })
  @ApiResponse({ status: 200, description: 'It has it', standardSchema: runSchema })
  @ApiErrors(...CHANGE_ERRORS)
  async signal(
    @Param({ schema: runKeySchema }) key: RunKey,
    @Body({ schema: signalSchema }) { signal, payload, by }: z.infer<typeof signalSchema>,
    @LetIn() { caller }: Admitted,
  ): Shown {
    return shownWithSteps(await this.desk.signal(key, signal, toJson(payload), provedName(caller, by)));
  }

  @Post(':conversationId/:runId/settle')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'settleWorkflowStep',
    summary: 'Say whether a step in doubt has happened',
    description:
      'Of a run that is held. One that has not happened is done when the run goes on, which a retry has it do.',
  })
  @ApiResponse({ status: 200, description: 'It is settled', standardSchema: runSchema })
  @ApiErrors(...CHANGE_ERRORS)
  async settle(
    @Param({ schema: runKeySchema }) key: RunKey,
    @Body({ schema: stepFindingSchema }) finding: z.infer<typeof stepFindingSchema>,
    @LetIn() { caller }: Admitted,
  ): Shown {
    const found = { ...finding, result: toJson(finding.result), by: provedName(caller, finding.by) };
    return shownWithSteps(await this.desk.settle(key, found));
  }

  @Post(':conversationId/:runId/retry')
  @HttpCode(200)
  @ApiOperation({ operationId: 'retryWorkflowRun', summary: 'Have a held run go on where it stood' })
  @ApiResponse({ status: 200, description: 'It goes on', standardSchema: runSchema })
  @ApiErrors(...CHANGE_ERRORS)
  async retry(
    @Param({ schema: runKeySchema }) key: RunKey,
    @Body({ schema: runChangeSchema }) { by, note }: z.infer<typeof runChangeSchema>,
    @LetIn() { caller }: Admitted,
  ): Shown {
    const change = { by: provedName(caller, by), note };
    return shownWithSteps(await this.desk.retry(key, change));
  }

  @Post(':conversationId/:runId/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelWorkflowRun',
    summary: 'End a run, and have it undone',
    description: 'The answer waits ten seconds for the undoing, which goes on after that.',
  })
  @ApiResponse({ status: 200, description: 'It has ended, or is being undone', standardSchema: runSchema })
  @ApiErrors(...CHANGE_ERRORS)
  async cancel(
    @Param({ schema: runKeySchema }) key: RunKey,
    @Body({ schema: runChangeSchema }) { by, note }: z.infer<typeof runChangeSchema>,
    @LetIn() { caller }: Admitted,
  ): Shown {
    const change = { by: provedName(caller, by), note };
    return shownWithSteps(await this.desk.cancel(key, change));
  }
}
