export { PlaybookExecutor } from './playbook.executor.js';
