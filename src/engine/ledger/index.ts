export type { ActionDetail } from './action-detail.js';
export type { ActionItem } from './action-item.js';
export { ActionLedger } from './action-ledger.js';
export { type ActionFilter, ActionList, LISTED_STATUSES } from './action-list.js';
export { type ConversationItem, ConversationLedger, type Verification } from './conversation-ledger.js';
export { type ConversationFilter, ConversationList } from './conversation-list.js';
export { LedgerModule } from './ledger.module.js';
export type { Page } from './page.js';
export type { TurnItem } from './turn-item.js';
