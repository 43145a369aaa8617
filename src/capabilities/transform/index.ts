export { type Path, parsePath } from './path.js';
export { type ReadTransform, readTransform, type TransformProblem } from './read-transform.js';
export type { Transform } from './transform.js';
