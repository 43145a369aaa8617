import { Module } from '@nestjs/common';
import { OutboxRepository } from './outbox.repository.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

/** Tells a chat backend what becomes of pending actions. Needs configuration, clock and database from global modules. */
@Module({ providers: [OutboxRepository, WebhookDispatcher], exports: [OutboxRepository, WebhookDispatcher] })
export class OutboxModule {}
