import { Controller, Get, Query } from '@nestjs/common';
import { type HandoverItem, HandoverList, type Page } from '../../../engine/ledger/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, GuardedBy } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { WithEtag } from './etag.interceptor.js';
import { type HandoverQuery, handoverListSchema, handoverQuerySchema } from './handover-list.schema.js';

/** Shows people which chats wait for them. */
@ApiTags('handover')
@GuardedBy(AccessGuard)
@Controller('api/v1/handovers')
export class HandoverListController {
  constructor(private readonly list: HandoverList) {}

  @Get()
  @WithEtag()
  @ApiOperation({
    operationId: 'listHandovers',
    summary: 'The chats that people answer, those that have waited longest first',
    description: 'Read by an index of these chats alone, whatever else there is.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: handoverListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  get(@Query({ schema: handoverQuerySchema }) { queue, ...page }: HandoverQuery): Promise<Page<HandoverItem>> {
    return this.list.page(queue, page);
  }
}
