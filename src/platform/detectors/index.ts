export { DetectorsModule } from './detectors.module.js';

export { type GuardSettings, type ModelTexts, TextGuard, type Treatment } from './text-guard.js';
