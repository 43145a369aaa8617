import { Controller, Get, Param, ParseUUIDPipe, Query, StreamableFile } from '@nestjs/common';
import {
  type ActionDetail,
  type ActionFilter,
  type ActionItem,
  ActionLedger,
  type Page,
} from '../../../engine/ledger/index.js';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, GuardedBy } from '../../callers/index.js';
import { notAUuid } from '../actions.controller.js';
import { ApiErrors } from '../api-errors.js';
import { readOn } from '../read-on.js';
import {
  type ActionQuery,
  actionDetailSchema,
  actionExportSchema,
  actionListSchema,
  actionQuerySchema,
  type ExportQuery,
  exportQuerySchema,
} from './action.schema.js';
import { exportText } from './action-export.js';
import { WithEtag } from './etag.interceptor.js';

/** Shows operators what was asked, who said yes to it, and what came of it. */
@ApiTags('ledger')
@GuardedBy(AccessGuard)
@Controller('api/v1/actions')
export class ActionLedgerController {
  constructor(private readonly ledger: ActionLedger) {}

  @Get()
  @WithEtag()
  @ApiOperation({
    operationId: 'listActions',
    summary: 'The actions of all conversations, newest first',
    description:
      'By status, time and conversation an index finds them. For the other filters a page looks through 500 actions at ' +
      'most: it may be short, or empty, and has a cursor while there are more to look through.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: actionListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  list(@Query({ schema: actionQuerySchema }) query: ActionQuery): Promise<Page<ActionItem>> {
    return this.ledger.page(actionFilter(query), query);
  }

  @Get('export')
  @ApiOperation({
    operationId: 'exportActions',
    summary: 'The actions of a list, all of them, as a file',
    description:
      'Written while they are read; what comes in meanwhile is not in it. A file that ends early has no end of its list.',
  })
  @ApiProduces('text/csv', 'application/json')
  @ApiResponse({ status: 200, description: 'CSV with a head, or a JSON list', standardSchema: actionExportSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async export(@Query({ schema: exportQuerySchema }) { format, ...query }: ExportQuery): Promise<StreamableFile> {
    const text = exportText(this.ledger.pages(actionFilter(query), query.cursor), format);
    return new StreamableFile(await readOn(text), {
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      disposition: `attachment; filename="actions.${format}"`,
    });
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

function actionFilter({ status, riskLevel, since, until, ...filter }: Omit<ActionQuery, 'limit'>): ActionFilter {
  return { ...filter, statuses: status, risk: riskLevel, sinceMs: since, untilMs: until };
}
