import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { ScheduleDesk } from '../../engine/turn/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import {
  revocationSchema,
  scheduleKeySchema,
  scheduleQuerySchema,
  schedulesSchema,
  shownSchedule,
  shownWhole,
  wholeScheduleSchema,
} from './schedules.schema.js';

type ScheduleKey = z.infer<typeof scheduleKeySchema>;
type Shown = Promise<z.infer<typeof wholeScheduleSchema>>;

/** Shows what was agreed to for times to come, and lets people stop it. */
@ApiTags('schedules')
@GuardedBy(AccessGuard)
@Controller('api/v1/schedules')
export class SchedulesController {
  constructor(private readonly desk: ScheduleDesk) {}

  @Get()
  @ApiOperation({ operationId: 'listSchedules', summary: 'Schedules with times to come, or those of a conversation' })
  @ApiResponse({
    status: 200,
    description: 'The next first; a conversation’s newest first',
    standardSchema: schedulesSchema,
  })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: scheduleQuerySchema }) { conversationId, limit }: z.infer<typeof scheduleQuerySchema>,
  ): Promise<z.infer<typeof schedulesSchema>> {
    return (await this.desk.list(conversationId, limit)).map(shownSchedule);
  }

  @Get(':conversationId/:scheduleId')
  @ApiOperation({ operationId: 'getSchedule', summary: 'A schedule with its consent and its times so far' })
  @ApiResponse({ status: 200, description: 'As it stands', standardSchema: wholeScheduleSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async show(@Param({ schema: scheduleKeySchema }) key: ScheduleKey): Shown {
    return shownWhole(await this.desk.show(key));
  }

  @Post(':conversationId/:scheduleId/revoke')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'revokeSchedule',
    summary: 'Stop a schedule',
    description: 'At once, also while one of its times is at work: that one comes to its end, and no other begins.',
  })
  @ApiResponse({ status: 200, description: 'It is stopped', standardSchema: wholeScheduleSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async revoke(
    @Param({ schema: scheduleKeySchema }) key: ScheduleKey,
    @Body({ schema: revocationSchema }) { by }: z.infer<typeof revocationSchema>,
    @LetIn() { caller }: Admitted,
  ): Shown {
    return shownWhole(await this.desk.revoke(key, provedName(caller, by)));
  }
}
