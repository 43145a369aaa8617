export {
  AccessGuard,
  AdmittedBy,
  CallerScope,
  ClientKeyGuard,
  GuardedBy,
  LetIn,
  SwitchedOffText,
} from './access.guard.js';
export { Access, reachOfCaller } from './access.js';
export { isSameSecret } from './api-key.js';
export { Authentication } from './authentication.js';
export { BrowserSessions } from './browser-sessions.js';
export type { Admitted, Caller } from './caller.js';
export { CallersModule } from './callers.module.js';
export { ownAddress, RESOURCE_METADATA, scopesFor } from './challenge.js';
export { type ClientScope, scopeNamed, seesIntent, seesTool, seesToolCode } from './client-scope.js';
export { type OwnCookie, readCookie, setCookie } from './cookies.js';
export { describeDoors } from './doors.js';
export { isMcpAddress } from './mcp-address.js';
export { isThisMachine, refuseOpenNetwork } from './network.js';
export { type OriginCheck, originCheck } from './origin-check.js';
export { PERMISSIONS, type Permission, type Reach, reachOf } from './permissions.js';
export {
  chatPrincipal,
  elicitedPrincipal,
  linkPrincipal,
  mcpPrincipal,
  operatorPrincipal,
  provedName,
  toolsPrincipal,
  viewPrincipal,
} from './principals.js';
export { RequestRates } from './request-rates.js';
export { ROUTES, type RouteAccess } from './routes.js';
export { rpcRefusal } from './rpc-refusal.js';
