export { ActionMethodFinder } from './action-methods.js';
export { ConfirmedActions, EXECUTE_WRITES, type ExecutingView, showStatus } from './confirmed-actions.js';
export { type CallingView, ConfirmedCalls } from './confirmed-calls.js';
export { ExecutionModule } from './execution.module.js';
export { maskingOfRun, withoutSecrets } from './without-secrets.js';
