export { Eraser, type ErasureProgress, type ErasureResult } from './eraser.js';
export type { PersonalScope } from './personal-scope.js';
export { PrivacyModule } from './privacy.module.js';
export { SubjectExport } from './subject-export.js';
