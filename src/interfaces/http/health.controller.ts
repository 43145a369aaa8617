import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Inject, type OnModuleDestroy, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { FlowService } from '../../engine/flow/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import { Troubles } from '../../platform/common/troubles.js';
import { packageVersion } from '../../platform/config/index.js';
import { type Database, pendingMigrations } from '../../platform/persistence/index.js';
import { ApiExcludeEndpoint, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { loadedAt } from './cache.controller.js';

const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).meta({ description: 'degraded: it works, though not as it should' }),
    database: z.enum(['up', 'down']).meta({ description: 'up: it can be read and written' }),
    reasons: z.array(z.string()).meta({ description: 'What is wrong; empty when ok' }),
    clock: z
      .object({ aheadMs: z.int() })
      .meta({ description: "How far this machine's clock is ahead of the service's time, which is the database's" }),
    flow: z.object({ loadedAt: z.iso.datetime().nullable() }),
    version: z.string(),
  })
  .meta({
    id: 'Health',
    example: {
      status: 'ok',
      database: 'up',
      reasons: [],
      clock: { aheadMs: 3 },
      flow: { loadedAt: '2026-01-31T12:00:00.000Z' },
      version: '1.0.0',
    },
  });

type Health = z.infer<typeof healthSchema>;

/** What a probe of an orchestrator is answered; the status alone counts. */
interface Probe {
  readonly status: 'ok' | 'unavailable';
  readonly reasons: readonly string[];
}

const DATABASE_TIMEOUT_MS = 2000;

/** Tells load balancers and operators whether the service can work. */
@ApiTags('administration')
@Controller()
export class HealthController implements OnModuleDestroy {
  /** One check at a time, however many ask: one that hangs holds a connection. */
  private checking: Promise<string | undefined> | undefined;
  private isMigrated = false;
  private isStopping = false;

  constructor(
    private readonly flow: FlowService,
    private readonly troubles: Troubles,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The address that load balancers try first. */
  @Get('health')
  @ApiExcludeEndpoint()
  async shortCheck(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    return this.check(reply);
  }

  /** Whether the process is to be left alone: it answers. Nothing that a new process would not mend counts here. */
  @Get('health/live')
  @ApiExcludeEndpoint()
  live(): Probe {
    return { status: 'ok', reasons: [] };
  }

  /** Whether messages are to be sent to this process: not before it can answer them, nor once it stops. */
  @Get('health/ready')
  @ApiExcludeEndpoint()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Probe> {
    if (this.isStopping) return probe(reply, 'The process stops.');
    return probe(reply, this.startTrouble() ?? (await this.databaseTrouble()) ?? (await this.migrationTrouble()));
  }

  /** Whether the process has begun to serve. */
  @Get('health/startup')
  @ApiExcludeEndpoint()
  startup(@Res({ passthrough: true }) reply: FastifyReply): Probe {
    return probe(reply, this.startTrouble());
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  @Get('api/v1/health')
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the service can work', description: 'Also at /health.' })
  @ApiResponse({ status: 200, description: 'It can; `degraded` says what is wrong', standardSchema: healthSchema })
  @ApiResponse({ status: 503, description: 'The database cannot be used', standardSchema: healthSchema })
  async check(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const down = await this.databaseTrouble();
    const reasons = [...(down === undefined ? [] : [down]), ...this.troubles.current()];
    reply.status(down === undefined ? 200 : 503);
    return {
      status: down === undefined ? working(reasons) : 'down',
      database: down === undefined ? 'up' : 'down',
      reasons,
      clock: { aheadMs: Math.round(Date.now() - this.clock.now()) },
      flow: { loadedAt: loadedAt(this.flow) },
      version: packageVersion(),
    };
  }

  private startTrouble(): string | undefined {
    return this.flow.loadedAtMs === 0 ? 'The flow is not loaded yet.' : undefined;
  }

  /** Migrations only go forward: once all are run, they are. */
  private async migrationTrouble(): Promise<string | undefined> {
    if (this.isMigrated) return undefined;
    const pending = await pendingMigrations(this.database).catch(() => undefined);
    this.isMigrated = pending?.length === 0;
    return this.isMigrated ? undefined : 'Migrations are to be run: "convengine migrate".';
  }

  /** Whatever the reason, a database that does not answer in two seconds is down. */
  private async databaseTrouble(): Promise<string | undefined> {
    this.checking ??= this.database
      .check()
      .then(() => undefined, reasonOf)
      .finally(() => {
        this.checking = undefined;
      });
    const silence = 'The database does not answer.';
    return Promise.race([this.checking, delay(DATABASE_TIMEOUT_MS, silence, { ref: false })]);
  }
}

/** @param trouble why it is refused; undefined where it is not */
function probe(reply: FastifyReply, trouble: string | undefined): Probe {
  if (trouble === undefined) return { status: 'ok', reasons: [] };
  reply.status(503);
  return { status: 'unavailable', reasons: [trouble] };
}

function working(reasons: readonly string[]): Health['status'] {
  return reasons.length === 0 ? 'ok' : 'degraded';
}

function reasonOf(error: unknown): string {
  return error instanceof EngineError ? error.message : 'The database cannot be used.';
}
