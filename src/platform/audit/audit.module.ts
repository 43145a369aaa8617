import { type BeforeApplicationShutdown, Module } from '@nestjs/common';
import { AuditRepository } from './audit.repository.js';
import { AuditRelay } from './audit-relay.js';
import { AuditStream } from './audit-stream.js';
import { FeedbackRepository } from './feedback.repository.js';
import { TurnRecordReader } from './turn-record-reader.js';

const PARTS = [AuditStream, AuditRepository, AuditRelay, FeedbackRepository, TurnRecordReader];

/** What was recorded of conversations, stored and live. Needs CLOCK, DATABASE and NOTIFICATIONS from global modules. */
@Module({ providers: PARTS, exports: PARTS })
export class AuditModule implements BeforeApplicationShutdown {
  constructor(private readonly stream: AuditStream) {}

  /** Open event streams would keep the HTTP server from closing. */
  beforeApplicationShutdown(): void {
    this.stream.close();
  }
}
