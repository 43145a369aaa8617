export { Egress } from './egress.js';
export { EgressModule } from './egress.module.js';
export type { EgressSettings } from './egress-policy.js';
export { type EgressRequest, type EgressResponse, ExchangeError } from './exchange.js';
