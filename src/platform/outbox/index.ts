export { post } from './delivery.js';
export { OutboxModule } from './outbox.module.js';
export { type GivenUpEvent, OutboxRepository } from './outbox.repository.js';
export { verifyWebhook, type WebhookHeaders } from './signature.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
