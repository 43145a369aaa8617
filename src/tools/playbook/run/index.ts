export { DurablePlaybooks } from './durable-playbooks.js';
export { type PlannedWait, planWaits } from './plan-calls.js';
export { PlaybookExecutor } from './playbook.executor.js';
