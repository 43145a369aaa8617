export { enabled, readSchema, scope } from './columns.js';
export { RowSource } from './row.source.js';
