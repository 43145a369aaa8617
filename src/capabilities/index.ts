export * from './capability-file/index.js';
export * from './validate/index.js';
