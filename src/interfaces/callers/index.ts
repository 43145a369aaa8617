export { AdminGuard, ConversationGuard, GuardedBy } from './api-key.guard.js';
export { isSameSecret } from './api-key.js';
export { CallersModule } from './callers.module.js';
export { CallerScope, ClientKeyGuard, SwitchedOffText } from './client-key.guard.js';
export { ClientKeys } from './client-keys.js';
export { type ClientScope, scopeNamed, seesIntent, seesTool, seesToolCode } from './client-scope.js';
export { describeDoors } from './doors.js';
export { type OriginCheck, originCheck } from './origin-check.js';
export {
  chatPrincipal,
  elicitedPrincipal,
  linkPrincipal,
  mcpPrincipal,
  operatorPrincipal,
  toolsPrincipal,
} from './principals.js';
export { RequestRates } from './request-rates.js';
export { rpcRefusal } from './rpc-refusal.js';
