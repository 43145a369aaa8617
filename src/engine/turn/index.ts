export { toolQuestion } from '../pending-action/asking/index.js';
export { ActionApprovals, ActionKeeper } from '../pending-action/keeper/index.js';
export type { AskedQuestion } from './asked-questions.js';
export { ConsentLinks, type LinkAnswer, type LinkedQuestion, type OpenedLink } from './consent-links.js';
export {
  type AnsweredTool,
  type AskedTool,
  type DirectCall,
  DirectToolCalls,
  type OpenedTool,
} from './direct-tool-calls.js';
export { TurnGate } from './load/turn-gate.js';
export { TurnModule } from './turn.module.js';
export { TurnService } from './turn.service.js';
export type { MessageResponse, TurnRequest, TurnResponse } from './turn-request.js';
