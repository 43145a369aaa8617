export type { ActionDetail } from './action-detail.js';
export type { ActionItem } from './action-item.js';
export { ActionLedger } from './action-ledger.js';
export { type ActionFilter, LISTED_STATUSES } from './action-list.js';
export { LedgerModule } from './ledger.module.js';
export type { Page } from './page.js';
