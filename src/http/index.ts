export { configureApp, createFastifyAdapter } from './create-app.js';
export { HttpModule } from './http.module.js';
