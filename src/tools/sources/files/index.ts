export { FileSource } from './file.source.js';
export { isPlaybook } from './playbook-tool.js';
export { readTools, toolsOf } from './read-tools.js';
