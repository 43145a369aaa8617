import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/index.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { ConversationQueue } from './conversation-queue.js';
import { ConversationReader } from './conversation-reader.js';
import { createTurnStore } from './create-turn-store.js';
import { IdleConversations } from './idle-conversations.js';
import { LateQuestions } from './late-questions.js';
import { LeaseRenewer } from './lease-renewer.js';
import { LeftLeases } from './left-leases.js';
import { LostReplies } from './lost-replies.js';
import { MessageArrivals } from './message-arrivals.js';
import { TURN_STORE } from './turn-store.js';

const PARTS = [
  ConversationQueue,
  LateQuestions,
  LeaseRenewer,
  LeftLeases,
  MessageArrivals,
  LostReplies,
  IdleConversations,
  ConversationReader,
];

/**
 * Conversations as they are stored, and who may work on one. Needs configuration, clock, database and notifications from
 * global modules.
 */
@Module({
  imports: [AuditModule],
  providers: [...PARTS, { provide: TURN_STORE, inject: [DATABASE], useFactory: createTurnStore }],
  exports: [...PARTS, TURN_STORE],
})
export class ConversationModule {}
