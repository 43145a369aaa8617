import { Controller, Get } from '@nestjs/common';
import { type FlowMap, FlowMapReader } from '../../../engine/ledger/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, GuardedBy } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { WithEtag } from './etag.interceptor.js';
import { flowMapSchema } from './flow.schema.js';

/** Shows operators and authors the rows of the flow as a graph. */
@ApiTags('ledger')
@GuardedBy(AccessGuard)
@Controller('api/v1/flow')
export class FlowController {
  constructor(private readonly map: FlowMapReader) {}

  @Get()
  @WithEtag()
  @ApiOperation({
    operationId: 'getFlow',
    summary: 'The rows of the flow as a graph, what is wrong with them, and where conversations are',
    description: 'Enabled rows, as they were when the flow was loaded last.',
  })
  @ApiResponse({ status: 200, description: 'The flow', standardSchema: flowMapSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  read(): Promise<FlowMap> {
    return this.map.read();
  }
}
