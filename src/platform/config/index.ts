export { type ConfigLine, describeConfig } from './describe-config.js';
export { hasAnyKey } from './has-any-key.js';
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from './load-config.js';
export { packageRoot } from './package-root.js';
export { packageVersion } from './package-version.js';
export { ROLES, type Role } from './roles.js';
export type { ConvEngineConfig } from './schema.js';
