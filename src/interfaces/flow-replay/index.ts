export { holdInThread } from './hold-in-thread.js';
export { type RecordedFlowTest, type RecordOptions, recordFlowTest } from './record-flow-test.js';
export { RecordedConversations, type WhichConversations } from './recorded-conversations.js';
export { type Replay, replayFlow } from './replay-flow.js';
export type { ReplayOptions } from './replay-options.js';
export { describeReplay, replayReport } from './replay-report.js';
export type { StartThread } from './replay-thread.js';
