import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { OutboxRepository } from '../../platform/outbox/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { limitQuerySchema } from './actions.controller.js';
import { ApiErrors } from './api-errors.js';
import { EXAMPLE_ID } from './conversation-id.js';

const EXAMPLE_EVENT = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f';

const givenUpSchema = z
  .array(
    z.object({
      conversationId: z.uuid(),
      eventId: z.uuid(),
      event: z.string(),
      actionId: z.uuid().nullable().meta({ description: 'Null for an event that is about no action' }),
      at: z.iso.datetime().meta({ description: 'When it happened' }),
      attempts: z.int(),
      error: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
    }),
  )
  .meta({
    id: 'GivenUpEvents',
    example: [
      {
        conversationId: EXAMPLE_ID,
        eventId: EXAMPLE_EVENT,
        event: 'EXECUTED',
        actionId: EXAMPLE_EVENT,
        at: '2026-01-31T12:00:00.000Z',
        attempts: 14,
        error: 'HTTP 500',
      },
    ],
  });

const eventsSchema = z
  .object({
    events: z
      .array(z.object({ conversationId: z.uuid(), eventId: z.uuid() }))
      .min(1)
      .max(1_000),
  })
  .meta({ id: 'EventsToSendAgain', example: { events: [{ conversationId: EXAMPLE_ID, eventId: EXAMPLE_EVENT }] } });

const sentAgainSchema = z
  .object({ sentAgain: z.int().meta({ description: 'How many of them had been given up, and are due again' }) })
  .meta({ id: 'EventsSentAgain', example: { sentAgain: 1 } });

/** Shows an operator what the webhook has not got, and has it sent again. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/webhook')
export class WebhookController {
  constructor(private readonly outbox: OutboxRepository) {}

  @Get('given-up')
  @ApiOperation({
    operationId: 'listGivenUpEvents',
    summary: 'Events that the webhook has not got, and will not get by itself',
  })
  @ApiResponse({ status: 200, description: 'In no order', standardSchema: givenUpSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: limitQuerySchema }) { limit }: z.infer<typeof limitQuerySchema>,
  ): Promise<z.infer<typeof givenUpSchema>> {
    const events = await this.outbox.givenUp(limit);
    return events.map(({ createdAtMs, ...event }) => ({ ...event, at: new Date(createdAtMs).toISOString() }));
  }

  @Post('send-again')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'sendEventsAgain',
    summary: 'Have events that were given up delivered once more',
    description:
      'They are due at the next look (webhooks.poll-seconds), with the same id, and those of a conversation in their ' +
      'order. One that fails again is given up again at once, where it is older than webhooks.max-age-minutes.',
  })
  @ApiResponse({ status: 200, description: 'They are due', standardSchema: sentAgainSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async sendAgain(
    @Body({ schema: eventsSchema }) { events }: z.infer<typeof eventsSchema>,
  ): Promise<z.infer<typeof sentAgainSchema>> {
    let sentAgain = 0;
    for (const event of events) if (await this.outbox.sendAgain(event)) sentAgain += 1;
    return { sentAgain };
  }
}
