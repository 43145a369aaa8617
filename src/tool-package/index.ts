export { buildPackage } from './build/build-package.js';
export type { BuildReport } from './build/write-package.js';
export type { SurfaceKind } from './init/classify.js';
export { type InitReport, initPackage } from './init/init-package.js';
export { checkManifest, manifestSchemaText } from './manifest/check-manifest.js';
export { standardErrorSchema } from './manifest/error-schema.js';
export type { ManifestProblem } from './manifest/manifest-problem.js';
export { Invoker, type Outcome } from './runtime/adapters/invoker.js';
export type { Json, Manifest, SubprocessBinding, Tool } from './runtime/adapters/manifest.js';
