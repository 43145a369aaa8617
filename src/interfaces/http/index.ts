export { ApiErrors } from './api-errors.js';
export { configureApp, createFastifyAdapter } from './create-app.js';
export { hangUpSignal } from './hang-up.js';
export { HttpModule } from './http.module.js';
export { loggedPath } from './logged-path.js';
export { loggedStack } from './logged-stack.js';
export { MetricsServer } from './metrics-server.js';
export { readIdempotencyKey } from './validation.js';
