export type { WorkflowRun } from '../../tools/index.js';
export { toolQuestion } from '../pending-action/asking/index.js';
export {
  ActionApprovals,
  ActionKeeper,
  ScheduleDesk,
  ScheduleKeeper,
  type WholeSchedule,
  WorkflowDesk,
  WorkflowNews,
} from '../pending-action/keeper/index.js';
export { type AskedQuestion, askedQuestions } from './asked-questions.js';
export {
  ConsentLinks,
  type LinkAnswer,
  type LinkedQuestion,
  type OpenedLink,
  type QuestionTicket,
} from './consent-links.js';
export { Conversations, type ConversationView, type HistoryTurn, type OpenAction } from './conversations.js';
export {
  type AnsweredTool,
  type AskedTool,
  type DirectCall,
  DirectToolCalls,
  type OpenedTool,
} from './direct-tool-calls.js';
export { type HandoverState, Handovers } from './handovers.js';
export type { Became, LinkOutcome } from './link-outcome.js';
export { TurnModule } from './turn.module.js';
export { type AnsweredFollower, TurnService } from './turn.service.js';
export { TurnDeadline } from './turn-deadline.js';
export { TurnGate } from './turn-gate.js';
export {
  checkMessage,
  type MessagePayload,
  type MessageResponse,
  messagePayload,
  type ShownHandover,
  shownHandover,
  type TurnRequest,
  type TurnResponse,
} from './turn-request.js';
export { BUCKET_MS, TurnStatistics } from './turn-statistics.js';
