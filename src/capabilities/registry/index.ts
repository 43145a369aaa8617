export { FileWatch } from './file-watch.js';
export { isPlaybook } from './playbook-tool.js';
export { readTools, toolsOf } from './read-tools.js';
