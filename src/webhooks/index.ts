export { post } from './delivery.js';
export { verifyWebhook, type WebhookHeaders } from './signature.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
export { WebhooksModule } from './webhooks.module.js';
