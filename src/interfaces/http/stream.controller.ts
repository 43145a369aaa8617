import { Controller, Get, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuditRepository, AuditStream } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { Access, AccessGuard, type Admitted, GuardedBy, LetIn } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { ConversationFollower } from './conversation-follower.js';
import { conversationIdSchema } from './conversation-id.js';
import { EventStream } from './event-stream.js';

const lastEventIdSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** How often it is looked whether who follows still may: a key can be revoked and a token run out meanwhile. */
const LOOK_AGAIN_MS = 15_000;

const streamQuerySchema = z.object({
  lastEventId: lastEventIdSchema.optional().meta({
    description: 'As the Last-Event-ID header, for clients that cannot set it',
  }),
});

const EXAMPLE = `event: CONNECTED
data: {"conversationId":"7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b","transport":"SSE"}

event: USER_INPUT
id: 1
data: {"eventType":"AUDIT","auditId":1,"stage":"USER_INPUT","turnNo":1,"createdAt":"2026-01-31T12:00:00.000Z",\
"payload":{"text":"hi"},"verbose":null}

: heartbeat
`;

/** Lets a client watch a conversation while it happens. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversation')
export class StreamController {
  constructor(
    private readonly live: AuditStream,
    private readonly audit: AuditRepository,
    private readonly access: Access,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Get('stream/:id')
  @ApiOperation({
    operationId: 'followConversation',
    summary: 'Follow a conversation as server-sent events',
    description:
      'CONNECTED comes first; then every recorded event, named by its stage and with its auditId as id, and VERBOSE ' +
      'events with the progress of a running turn. May be opened before the first message. A client that reconnects ' +
      'with the id of the last event it got receives what it missed, then what comes.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The auditId of the last event received; absent: only what comes from now on',
    schema: { type: 'integer', minimum: 0 },
  })
  @ApiResponse({
    status: 200,
    description: 'The events, until the client or the service ends them',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED')
  async follow(
    @LetIn() { access }: Admitted,
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Headers('last-event-id') header: string | undefined,
    @Query({ schema: streamQuerySchema }) query: z.infer<typeof streamQuerySchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lastEventId = readLastEventId(header) ?? query.lastEventId ?? null;
    const { heartbeatSeconds, replayLimit } = this.config.stream;
    const settings = { heartbeatSeconds, replayLimit, redactKeys: this.config.audit.redactKeys };
    const stream = new EventStream(reply.raw);
    const follower = new ConversationFollower(conversationId, stream, this.audit, settings);
    reply.hijack();
    const watch = setInterval(async () => {
      if (!(await this.access.isStillAdmitted(request, access))) follower.end();
    }, LOOK_AGAIN_MS);
    reply.raw.on('close', () => {
      clearInterval(watch);
      follower.stop();
    });
    await follower.start(this.live, lastEventId);
    if (request.method === 'HEAD') follower.end();
  }
}

function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  const { data } = lastEventIdSchema.safeParse(header);
  if (data !== undefined) return data;
  throw new EngineError('INVALID_REQUEST', 'Last-Event-ID: expected the auditId of an event.');
}
