export { post } from './delivery.js';
export { OutboxModule } from './outbox.module.js';
export { verifyWebhook, type WebhookHeaders } from './signature.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
