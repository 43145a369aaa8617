import { Controller, Get, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type ActionDetail,
  type ActionFilter,
  type ActionItem,
  ActionLedger,
  type Page,
} from '../../../engine/ledger/index.js';
import { AdminGuard, GuardedBy } from '../../callers/index.js';
import { notAUuid } from '../actions.controller.js';
import { ApiErrors } from '../api-errors.js';
import { type ActionQuery, actionDetailSchema, actionListSchema, actionQuerySchema } from './action.schema.js';
import { WithEtag } from './etag.interceptor.js';

/** Shows operators what was asked, who said yes to it, and what came of it. */
@ApiTags('ledger')
@GuardedBy(AdminGuard)
@Controller('api/v1/actions')
export class ActionLedgerController {
  constructor(private readonly ledger: ActionLedger) {}

  @Get()
  @WithEtag()
  @ApiOperation({
    operationId: 'listActions',
    summary: 'The actions of all conversations, newest first',
    description:
      'By status, time and conversation an index finds them. For the other filters a page looks through 1,000 actions at ' +
      'most: it may be short, or empty, and has a cursor while there are more to look through.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: actionListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  list(@Query({ schema: actionQuerySchema }) query: ActionQuery): Promise<Page<ActionItem>> {
    return this.ledger.page(actionFilter(query), query);
  }

  @Get(':actionId')
  @WithEtag()
  @ApiOperation({
    operationId: 'getAction',
    summary: 'All that is recorded of an action',
    description:
      'The question, whose yes or no it got, claims, approval, outcome, what the webhook was told, and its audit.',
  })
  @ApiResponse({ status: 200, description: 'The action', standardSchema: actionDetailSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  get(@Param('actionId', new ParseUUIDPipe({ exceptionFactory: notAUuid })) actionId: string): Promise<ActionDetail> {
    return this.ledger.find(actionId.toLowerCase());
  }
}

function actionFilter({ status, riskLevel, since, until, ...filter }: ActionQuery): ActionFilter {
  return { ...filter, statuses: status, risk: riskLevel, sinceMs: since, untilMs: until };
}
