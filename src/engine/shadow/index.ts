export { ENDINGS, type Shadow } from './shadow.js';
export { ShadowModule } from './shadow.module.js';
export { ShadowRunner } from './shadow-runner.js';
export { Shadows } from './shadows.js';
