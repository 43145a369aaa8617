import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { FlowService } from '../../engine/flow/index.js';
import { describeProblem } from '../../tools/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';

const REFRESHED = 'Successfully evicted and reloaded ConvEngine Static Database Configuration Caches.';

const cacheAnalysisSchema = z
  .object({
    loadedAt: z.iso.datetime().nullable().meta({ description: 'When the running flow definition was loaded' }),
    staticCaches: z.record(z.string(), z.object({ exists: z.literal(true), listSize: z.int() })).meta({
      description: 'The loaded rows of each flow table',
      example: { ce_rule: { exists: true, listSize: 12 } },
    }),
  })
  .meta({
    id: 'CacheAnalysis',
    example: { loadedAt: '2026-01-31T12:00:00.000Z', staticCaches: { ce_rule: { exists: true, listSize: 12 } } },
  });

/** Lets an operator load what DBAs have changed, and see what is loaded. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/cache')
export class CacheController {
  constructor(private readonly flow: FlowService) {}

  @Post('refresh')
  @HttpCode(200)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @ApiOperation({
    operationId: 'refreshFlow',
    summary: 'Load the flow tables again',
    description: 'Running turns end on the definition they began with. Where a row is wrong, the old one stays.',
  })
  @ApiResponse({
    status: 200,
    description: 'What was loaded, and what was left out where convengine.flow.validation is lenient',
    content: { 'text/plain': { schema: { type: 'string' }, example: `${REFRESHED}\nce_intent=3 ce_rule=12\n` } },
  })
  @ApiErrors('UNAUTHORIZED', 'FLOW_INVALID', 'DATABASE_UNAVAILABLE')
  async refresh(): Promise<string> {
    const { counts, problems } = await this.flow.refresh();
    const loaded = Object.entries(counts).map(([table, rows]) => `${table}=${rows}`);
    return `${[REFRESHED, loaded.join(' '), ...problems.map(describeProblem)].join('\n')}\n`;
  }

  @Get('analyze')
  @ApiOperation({ operationId: 'analyzeFlow', summary: 'What is loaded of the flow tables' })
  @ApiResponse({ status: 200, description: 'Rows per table', standardSchema: cacheAnalysisSchema })
  @ApiErrors('UNAUTHORIZED')
  analyze(): z.infer<typeof cacheAnalysisSchema> {
    const sizes = Object.entries(this.flow.counts());
    return {
      loadedAt: loadedAt(this.flow),
      staticCaches: Object.fromEntries(sizes.map(([table, listSize]) => [table, { exists: true as const, listSize }])),
    };
  }
}

/** When the running definition was loaded, ISO 8601; null before the first time. */
export function loadedAt({ loadedAtMs }: FlowService): string | null {
  return loadedAtMs === 0 ? null : new Date(loadedAtMs).toISOString();
}
