export { FileWatch } from './file-watch.js';
export { readTools } from './read-tools.js';
