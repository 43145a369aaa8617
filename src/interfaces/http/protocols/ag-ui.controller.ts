import { Body, Controller, Headers, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TurnService } from '../../../engine/turn/index.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, chatPrincipal, GuardedBy, LetIn } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { conversationIdSchema } from '../conversation-id.js';
import { noteFailure } from '../error.filter.js';
import { EventStream } from '../event-stream.js';
import { readIdempotencyKey } from '../validation.js';
import { type RunInput, runInputSchema } from './ag-ui.schema.js';
import { type AgUiEvent, lastEvents, messageEvents, runFailed, runStarted, saidInRun } from './ag-ui-run.js';
import { answersTo, type Said } from './answers.js';

const EXAMPLE = `event: RUN_STARTED
data: {"type":"RUN_STARTED","threadId":"7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b","runId":"run-1","protocolVersion":"1.0"}
`;

/** The Agent User Interaction Protocol: a run is one message of a user, or the buttons that he has pressed. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('ag-ui')
export class AgUiController {
  constructor(
    private readonly turns: TurnService,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'runAgent',
    summary: 'Answer one run of an AG-UI client',
    description:
      'The reply comes as events of AG-UI 1.0. An open question ends the run with an interrupt; the next run answers it by ' +
      '`resume`, as a button does. What fails after RUN_STARTED is told as RUN_ERROR.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A run that is sent again with its key does nothing again',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  })
  @ApiResponse({
    status: 200,
    description: 'The events of the run',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'REQUEST_TOO_LARGE', 'TOO_MANY_REQUESTS')
  async run(
    @LetIn() admitted: Admitted,
    @Body({ schema: runInputSchema }) input: RunInput,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const said = saidInRun(input);
    const common = {
      principal: chatPrincipal(admitted, 'ag-ui'),
      ...threadOf(input, admitted),
      idempotencyKey: readIdempotencyKey(idempotencyKey),
    };
    const stream = new EventStream(reply.raw);
    reply.hijack();
    stream.open();
    const send = (event: AgUiEvent) => stream.send({ name: event.type, data: event });
    const heartbeat = setInterval(() => stream.comment('heartbeat'), this.config.stream.heartbeatSeconds * 1000);
    try {
      send(runStarted(input));
      for (const event of await this.events(input, common, said, send)) send(event);
    } catch (thrown) {
      const error = noteFailure(thrown, request, reply);
      if (error) send(runFailed(error));
    } finally {
      clearInterval(heartbeat);
      stream.end();
    }
  }

  /** Sends each reply as it comes. @returns the events that end the run */
  private async events(
    input: RunInput,
    common: Parameters<typeof answersTo>[1],
    said: readonly Said[],
    send: (event: AgUiEvent) => void,
  ): Promise<AgUiEvent[]> {
    let last: AgUiEvent[] = [];
    for await (const reply of answersTo(this.turns, common, said)) {
      if (reply.success) for (const event of messageEvents(reply)) send(event);
      last = lastEvents(input, reply);
    }
    return last;
  }
}

/** A thread is the conversation with its id, for whoever may bring ids of conversations; else one of the caller's own that is named so. */
function threadOf({ threadId }: RunInput, { owner }: Admitted): { conversationId: string } | { thread: string } {
  const { data } = conversationIdSchema.safeParse(threadId);
  const mayBring = owner?.bringsIds ?? true;
  return data !== undefined && mayBring ? { conversationId: data } : { thread: threadId };
}
