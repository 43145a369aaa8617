import { ActionProposalEntity } from './action-proposal.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { ClassifierEntity } from './classifier.entity.js';
import { ConfigEntity } from './config.entity.js';
import { ContainerEntity } from './container.entity.js';
import { ConversationEntity } from './conversation.entity.js';
import { ConversationHistoryEntity } from './conversation-history.entity.js';
import { DbToolEntity } from './db-tool.entity.js';
import { DocumentEntity } from './document.entity.js';
import { DocumentChunkEntity } from './document-chunk.entity.js';
import { EmbeddingEntity } from './embedding.entity.js';
import { ErasedConversationEntity, ErasureEntity, KeptConsentEntity } from './erasure.entity.js';
import { FileVersionEntity } from './file-version.entity.js';
import { FlowShadowEntity, FlowShadowExampleEntity, FlowShadowWayEntity } from './flow-shadow.entity.js';
import { FlowVersionEntity } from './flow-version.entity.js';
import { GwtClusterEntity, GwtCoherenceEntity, GwtEdgeEntity, GwtVertexEntity } from './gwt.entity.js';
import { InstanceKeyEntity } from './instance-key.entity.js';
import { IntentEntity } from './intent.entity.js';
import { IntentExampleEntity } from './intent-example.entity.js';
import { LlmCallLogEntity } from './llm-call-log.entity.js';
import { McpToolPinEntity } from './mcp-tool-pin.entity.js';
import { MessageArrivalEntity } from './message-arrival.entity.js';
import { NotificationEntity } from './notification.entity.js';
import { OutboxEventEntity } from './outbox-event.entity.js';
import { PendingActionEntity } from './pending-action.entity.js';
import { PlannerEntity } from './planner.entity.js';
import { PolicyEntity } from './policy.entity.js';
import { ProcessEntity } from './process.entity.js';
import { PromptEntity } from './prompt.entity.js';
import { QueryKnowledgeEntity } from './query-knowledge.entity.js';
import { RequestRateEntity } from './request-rate.entity.js';
import { ResponseEntity } from './response.entity.js';
import { RuleEntity } from './rule.entity.js';
import { ScheduleEntity } from './schedule.entity.js';
import { SchemaEntity } from './schema.entity.js';
import { SchemaKnowledgeEntity } from './schema-knowledge.entity.js';
import { ToolEntity } from './tool.entity.js';
import { TurnRecordEntity } from './turn-record.entity.js';
import { TurnReplyEntity } from './turn-reply.entity.js';
import { UserFeedbackEntity } from './user-feedback.entity.js';
import { VerboseEntity } from './verbose.entity.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';
import { WorkflowStepEntity } from './workflow-step.entity.js';

/** Every table of the product, as TypeORM entity classes. */
export const entities = [
  ConfigEntity,
  InstanceKeyEntity,
  IntentEntity,
  ClassifierEntity,
  IntentExampleEntity,
  SchemaEntity,
  PromptEntity,
  ResponseEntity,
  RuleEntity,
  PolicyEntity,
  PendingActionEntity,
  ContainerEntity,
  ToolEntity,
  DbToolEntity,
  PlannerEntity,
  VerboseEntity,
  FlowVersionEntity,
  FlowShadowEntity,
  FlowShadowWayEntity,
  FileVersionEntity,
  ProcessEntity,
  QueryKnowledgeEntity,
  SchemaKnowledgeEntity,
  ConversationEntity,
  ConversationHistoryEntity,
  TurnRecordEntity,
  ActionProposalEntity,
  TurnReplyEntity,
  OutboxEventEntity,
  MessageArrivalEntity,
  RequestRateEntity,
  ApiKeyEntity,
  BrowserSessionEntity,
  EmbeddingEntity,
  NotificationEntity,
  ScheduleEntity,
  WorkflowRunEntity,
  WorkflowStepEntity,
  FlowShadowExampleEntity,
  DocumentEntity,
  DocumentChunkEntity,
  McpToolPinEntity,
  LlmCallLogEntity,
  UserFeedbackEntity,
  ErasureEntity,
  ErasedConversationEntity,
  KeptConsentEntity,
  GwtClusterEntity,
  GwtVertexEntity,
  GwtEdgeEntity,
  GwtCoherenceEntity,
];
