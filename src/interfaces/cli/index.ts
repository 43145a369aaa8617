export type { Service } from './command-line.js';
export { createProgram, createToolgenProgram } from './program.js';
export { runCli } from './run.js';
