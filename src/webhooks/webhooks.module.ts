import { Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import type { ConvEngineConfig } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { CLOCK, CONFIG, DATABASE } from '../tokens.js';
import { OutboxRepository } from './outbox.repository.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

/** Tells a chat backend what becomes of pending actions. Needs configuration, clock and database from global modules. */
@Module({
  providers: [
    {
      provide: WebhookDispatcher,
      inject: [CONFIG, CLOCK, DATABASE],
      useFactory: ({ webhooks }: ConvEngineConfig, clock: Clock, database: Database) =>
        new WebhookDispatcher(webhooks, clock, new OutboxRepository(database)),
    },
  ],
  exports: [WebhookDispatcher],
})
export class WebhooksModule {}
