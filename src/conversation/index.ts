export { type Conversation, type ConversationStatus, type HistoryEntry, UNKNOWN } from './conversation.js';
export { ConversationQueue, QueueTimeout } from './conversation-queue.js';
export { createTurnStore } from './create-turn-store.js';
export { type HeldLease, LeaseRenewer, takenOver } from './lease-renewer.js';
export {
  type Lease,
  type OpenTurnResult,
  recordedEvents,
  type StoredReply,
  type TurnCommit,
  type TurnStore,
} from './turn-store.js';
