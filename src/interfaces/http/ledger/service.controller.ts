import { Controller, Get, Query } from '@nestjs/common';
import {
  type ModelCallItem,
  ModelCallList,
  type Page,
  type ServiceStatistics,
  StatisticsReader,
} from '../../../engine/ledger/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, GuardedBy } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { WithEtag } from './etag.interceptor.js';
import {
  type ModelCallQuery,
  modelCallListSchema,
  modelCallQuerySchema,
  type StatisticsQuery,
  statisticsQuerySchema,
  statisticsSchema,
} from './service.schema.js';

/** Shows operators how the service is doing, and what it has asked models. */
@ApiTags('ledger')
@GuardedBy(AccessGuard)
@Controller('api/v1')
export class ServiceController {
  constructor(
    private readonly statistics: StatisticsReader,
    private readonly calls: ModelCallList,
  ) {}

  @Get('statistics')
  @ApiOperation({
    operationId: 'getStatistics',
    summary: 'How the service is doing',
    description:
      'Turns are counted by each process for itself, in memory; actions and events are those of the database.',
  })
  @ApiResponse({ status: 200, description: 'Numbers', standardSchema: statisticsSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  read(@Query({ schema: statisticsQuerySchema }) { hours }: StatisticsQuery): Promise<ServiceStatistics> {
    return this.statistics.read(hours);
  }

  @Get('llm-calls')
  @WithEtag()
  @ApiOperation({
    operationId: 'listModelCalls',
    summary: 'What models were asked and have answered, newest first',
    description: 'With prompts and answers as far as `llm.log-prompts` lets them be written down.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: modelCallListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  modelCalls(@Query({ schema: modelCallQuerySchema }) query: ModelCallQuery): Promise<Page<ModelCallItem>> {
    const { conversationId, since, until } = query;
    return this.calls.page({ conversationId, sinceMs: since, untilMs: until }, query);
  }
}
