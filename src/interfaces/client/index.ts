// The public API of `convengine/client`, for browsers, Node.js and edge runtimes. What is exported here is kept stable.

export { type ActionToApprove, actionsToApprove, type Word } from './approvals.js';
export {
  type Conversation,
  type Message,
  type OpenQuestion,
  type Reply,
  readConversation,
  type SayOptions,
  say,
} from './conversation.js';
export {
  type ConversationEvent,
  type FollowOptions,
  follow,
  type ProgressEvent,
  type RecordedEvent,
} from './follow.js';
export { history, type ListItem, type ListOptions, type ListPath, list } from './lists.js';
export type { components, operations, paths } from './schema.js';
export type { Fetch, Patience } from './send.js';
export { type Asked, connect, read, type Schema, type Service, type ServiceOptions } from './service.js';
export { errorOf, ServiceError } from './service-error.js';
