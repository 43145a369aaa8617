export { ActionApprovals } from './action-approvals.js';
export { ActionKeeper, type Finding } from './action-keeper.js';
export {
  type AnsweredTool,
  type AskedTool,
  type DirectCall,
  DirectToolCalls,
  type OpenedTool,
} from './direct-tool-calls.js';
export { toolQuestion } from './propose-tool.js';
export { turnSteps } from './steps/index.js';
export { TurnModule } from './turn.module.js';
export { TurnService } from './turn.service.js';
export { TurnPipeline } from './turn-pipeline.js';
export type { MessageResponse, TurnRequest, TurnResponse } from './turn-request.js';
export { Verbose } from './verbose.js';
