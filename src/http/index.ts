export { carriesKey } from './api-key.js';
export { configureApp, createFastifyAdapter } from './create-app.js';
export { HttpModule } from './http.module.js';
