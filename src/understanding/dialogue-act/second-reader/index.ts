export type { RulesReading } from './reply-features.js';
export { describeReading, type ReplyDescription, readAgain } from './second-reading.js';
