export { checkManifest, manifestSchemaText } from './manifest/check-manifest.js';
export { checkModules } from './manifest/check-modules.js';
export { standardErrorSchema } from './manifest/error-schema.js';
export { loadManifest, MANIFEST_FILE, overrideFiles, readObject } from './manifest/load-manifest.js';
export { type ManifestProblem, manifestInvalid } from './manifest/manifest-problem.js';
export { mergePatch } from './manifest/merge-patch.js';
export type { Fetch } from './runtime/adapters/access-tokens.js';
export { variablesOf } from './runtime/adapters/credentials.js';
export { describeForModels } from './runtime/adapters/description.js';
export { ToolFailure } from './runtime/adapters/failure.js';
export { Invoker, isAllowedReadOnly, type Outcome } from './runtime/adapters/invoker.js';
export type {
  Auth,
  Binding,
  CommandArgument,
  Json,
  JsonObject,
  Manifest,
  ParameterPlace,
  Project,
  RemoteHttpBinding,
  ResultRule,
  SubprocessBinding,
  Tool as PackagedTool,
} from './runtime/adapters/manifest.js';
export { isInside, real } from './runtime/adapters/paths.js';
export { publishedSchema } from './runtime/adapters/published-schema.js';
export { closeObjects, compileCheck, limitedInput, type Problem } from './runtime/adapters/schemas.js';
