export { buildPackage } from './build/build-package.js';
export { slugOf } from './build/slug.js';
export type { BuildReport } from './build/write-package.js';
export { type ExportReport, exportPackage } from './export/export-package.js';
export { type InitReport, initPackage } from './init/init-package.js';
export type { SurfaceKind } from './init/profile.js';
export { type Workspace, workspacesOf } from './init/workspaces.js';
