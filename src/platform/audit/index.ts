export { AuditModule } from './audit.module.js';
export { AuditRepository } from './audit.repository.js';
export type { AuditDraft, AuditEvent } from './audit-event.js';
export { AuditRecorder } from './audit-recorder.js';
export { AuditRelay } from './audit-relay.js';
export {
  AuditStream,
  type Progress,
  type RecordedEvents,
  type StreamListener,
  type StreamMessage,
} from './audit-stream.js';
export { countAudit, deleteAudit } from './delete-audit.js';
export { FeedbackRepository } from './feedback.repository.js';
export { recordHash, type TurnRecordRow } from './record-hash.js';
export { redact } from './redact.js';
export { assembleTrace, type Trace } from './trace.js';
export { encodeEvents, eventsOf } from './turn-record.js';
export { type RecordedTurn, TurnRecordReader } from './turn-record-reader.js';
export { type RecordProblem, verifyRecords } from './verify-records.js';
