export {
  type Conversation,
  type ConversationKind,
  type ConversationStatus,
  type Handover,
  type HistoryEntry,
  turnsToRead,
  UNKNOWN,
} from './conversation.js';
export { ConversationModule } from './conversation.module.js';
export { ConversationQueue, QueueTimeout } from './conversation-queue.js';
export { type Beginning, ConversationReader, type StoredConversation, type StoredTurn } from './conversation-reader.js';
export { createTurnStore } from './create-turn-store.js';
export { IdleConversations, type LeasedConversation } from './idle-conversations.js';
export { hasEnded, type KnownRun } from './known-runs.js';
export type { KnownSchedule } from './known-schedules.js';
export { LateQuestions } from './late-questions.js';
export { LeaseRenewer, takenOver } from './lease-renewer.js';
export { LeftLeases } from './left-leases.js';
export { LostReplies, type LostReply } from './lost-replies.js';
export { type Arrival, MessageArrivals } from './message-arrivals.js';
export { personOf, readHandover } from './read-turn-rows.js';
export {
  type Lease,
  type OpenTurnResult,
  recordedEvents,
  type StoredReply,
  TURN_STORE,
  type TurnCommit,
  type TurnEvent,
  type TurnFailure,
  type TurnOwner,
  type TurnRecording,
  type TurnStore,
} from './turn-store.js';
