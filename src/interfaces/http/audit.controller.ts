import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AuditEvent, AuditRepository, assembleTrace, type Trace } from '../../platform/audit/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import {
  type AuditEntry,
  type AuditQuery,
  auditEntrySchema,
  auditQuerySchema,
  type TraceQuery,
  traceQuerySchema,
  traceSchema,
} from './audit.schema.js';
import { conversationIdSchema } from './conversation-id.js';

const MORE = {
  'X-Next-After': {
    description: 'Sent when there is more: ask again with `after` set to this',
    schema: { type: 'integer' as const },
  },
};

/** Tells what happened in a conversation, to operators and developers. */
@ApiTags('audit')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversation/audit')
export class AuditController {
  constructor(private readonly audit: AuditRepository) {}

  @Get(':id')
  @ApiOperation({
    operationId: 'getAudit',
    summary: 'What was recorded of a conversation, oldest first',
    description: 'A page of events; empty for an unknown conversation.',
  })
  @ApiResponse({
    status: 200,
    description: 'The events',
    standardSchema: z.array(auditEntrySchema),
    headers: MORE,
  })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async list(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Query({ schema: auditQuerySchema }) { after, limit, stage }: AuditQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntry[]> {
    const events = await this.audit.page(conversationId, { afterId: after, limit: limit + 1, stage });
    return announceMore(events, events.slice(0, limit), reply).map(auditEntry);
  }

  @Get(':id/trace')
  @ApiOperation({
    operationId: 'getTrace',
    summary: 'What was recorded of a conversation, step by step',
    description: 'Reads a page of events; empty for an unknown conversation.',
  })
  @ApiResponse({ status: 200, description: 'The steps', standardSchema: traceSchema, headers: MORE })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async trace(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Query({ schema: traceQuerySchema }) { after, limit }: TraceQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Trace> {
    const events = await this.audit.page(conversationId, { afterId: after, limit: limit + 1 });
    return assembleTrace(conversationId, announceMore(events, wholeTurns(events, limit), reply));
  }
}

/** The events of at most `limit` that end with a whole turn, so that no step is cut in two between pages. */
function wholeTurns(events: readonly AuditEvent[], limit: number): readonly AuditEvent[] {
  const next = events[limit];
  if (!next) return events;
  const whole = events.filter((event) => event.turnNo < next.turnNo);
  return whole.length > 0 ? whole : events.slice(0, limit);
}

/** Sets the header that leads to the next page, where something of what was read is left out of this one. */
function announceMore<T extends readonly AuditEvent[]>(read: readonly AuditEvent[], page: T, reply: FastifyReply): T {
  const last = page.at(-1);
  if (last && page.length < read.length) reply.header('X-Next-After', String(last.auditId));
  return page;
}

function auditEntry({ auditId, conversationId, turnNo, stage, payload, createdAtMs }: AuditEvent): AuditEntry {
  const createdAt = new Date(createdAtMs).toISOString();
  return { auditId, conversationId, turnNo, stage, payloadJson: JSON.stringify(payload), createdAt };
}
