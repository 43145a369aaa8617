export { DurablePlaybooks } from './durable-playbooks.js';
export { PlaybookExecutor } from './playbook.executor.js';
