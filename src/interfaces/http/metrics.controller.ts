import { Controller, Get, Header } from '@nestjs/common';
import { PROMETHEUS_TYPE, prometheusText } from '../../platform/telemetry/index.js';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';

/** Tells Prometheus what this process measures. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('metrics')
export class MetricsController {
  @Get()
  @Header('Content-Type', PROMETHEUS_TYPE)
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'What this process measures, in the text format of Prometheus',
    description: 'What each number means stands beside it, and in docs/telemetry.md.',
  })
  @ApiProduces('text/plain')
  @ApiResponse({ status: 200, description: 'Numbers', content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiErrors('UNAUTHORIZED')
  read(): Promise<string> {
    return prometheusText();
  }
}
