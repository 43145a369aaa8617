export { columnText, parseColumnPath, resolveColumn } from './compat/column-path.js';
export { type Path, parsePath } from './path.js';
export { readTransform } from './read-transform.js';
export type { Transform } from './transform.js';
