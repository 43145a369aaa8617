export { ActionApprovals } from './action-approvals.js';
export { ActionKeeper } from './action-keeper.js';
export { KeeperModule } from './keeper.module.js';
export { ScheduleDesk, type WholeSchedule } from './schedule-desk.js';
export { ScheduleKeeper } from './schedule-keeper.js';
export { WorkflowDesk } from './workflow-desk.js';
export { WorkflowNews } from './workflow-news.js';
