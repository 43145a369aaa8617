export { readTools } from './read-tools.js';
