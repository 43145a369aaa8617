export { AuditModule } from './audit.module.js';
export { AuditRepository } from './audit.repository.js';
export type { AuditDraft, AuditEvent } from './audit-event.js';
export { AuditRecorder, type AuditSettings } from './audit-recorder.js';
export { AuditRelay } from './audit-relay.js';
export {
  AuditStream,
  type Progress,
  type RecordedEvents,
  type StreamListener,
  type StreamMessage,
} from './audit-stream.js';
export { countAudit, deleteAudit } from './delete-audit.js';
export { conversationsIn, dropMonth, hasStragglers, type NewestOfMonth, noteDropped } from './drop-months.js';
export { ErasureMarks } from './erasure-marks.js';
export {
  type ErasureReceipt,
  KEPT_COLUMNS,
  receiptHash,
  receiptText,
  sumOfErasure,
} from './erasure-receipt.js';
export { FeedbackRepository } from './feedback.repository.js';
export { isBeingCut, isDue, makeMonths } from './make-months.js';
export { recordHash, type TurnRecordRow } from './record-hash.js';
export { hasRecords, mayChangeMonths, type RecordMonth, recordMonths } from './record-months.js';
export { redact } from './redact.js';
export { assembleTrace, type Trace } from './trace.js';
export { encodeEvents, eventsOf } from './turn-record.js';
export { type RecordedTurn, TurnRecordReader } from './turn-record-reader.js';
export {
  type FoundReceipt,
  findReceipt,
  receiptsOf,
  type VerifiedErasures,
  verifyErasures,
} from './verify-erasures.js';
export { type RecordProblem, verifyRecords } from './verify-records.js';
