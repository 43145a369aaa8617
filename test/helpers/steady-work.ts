import type { WorkflowHandler } from '../../src/platform/handlers-api/index.js';

/** Has the service look for runs of workflows every second. */
export const DURABLE: WorkflowHandler = {
  kind: 'workflow',
  name: 'sleeper',
  durable: true,
  steps: [],
  run: async () => null,
};

/** Has the service look every second for events that it should deliver. */
export const HOOK = {
  'webhooks.url': 'http://127.0.0.1:9/hook',
  'webhooks.secret': 'a secret of the webhook',
  'webhooks.poll-seconds': 1,
};
