import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { FlowService } from '../../engine/flow/index.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { packageVersion } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { loadedAt } from './cache.controller.js';

const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    database: z.enum(['up', 'down']),
    flow: z.object({ loadedAt: z.iso.datetime().nullable() }),
    version: z.string(),
  })
  .meta({
    id: 'Health',
    example: { status: 'ok', database: 'up', flow: { loadedAt: '2026-01-31T12:00:00.000Z' }, version: '1.0.0' },
  });

type Health = z.infer<typeof healthSchema>;

const DATABASE_TIMEOUT_MS = 2000;

/** Tells load balancers and operators whether the service can work. */
@ApiTags('administration')
@Controller()
export class HealthController {
  constructor(
    private readonly flow: FlowService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** The address that load balancers try first. */
  @Get('health')
  @ApiExcludeEndpoint()
  async shortCheck(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    return this.check(reply);
  }

  @Get('api/v1/health')
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the service can work', description: 'Also at /health.' })
  @ApiResponse({ status: 200, description: 'It can', standardSchema: healthSchema })
  @ApiResponse({ status: 503, description: 'The database cannot be reached', standardSchema: healthSchema })
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const isUp = await this.databaseAnswers();
    reply.status(isUp ? 200 : 503);
    return {
      status: isUp ? 'ok' : 'degraded',
      database: isUp ? 'up' : 'down',
      flow: { loadedAt: loadedAt(this.flow) },
      version: packageVersion(),
    };
  }

  /** Whatever the reason, a database that does not answer in two seconds is down. */
  private async databaseAnswers(): Promise<boolean> {
    const answer = this.database.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, delay(DATABASE_TIMEOUT_MS, false, { ref: false })]);
  }
}
