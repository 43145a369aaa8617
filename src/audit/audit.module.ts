import { type BeforeApplicationShutdown, Module } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import type { Database } from '../persistence/index.js';
import { CLOCK, DATABASE } from '../tokens.js';
import { AuditRepository } from './audit.repository.js';
import { AuditStream } from './audit-stream.js';
import { FeedbackRepository } from './feedback.repository.js';

/** What was recorded of conversations, stored and live. Needs CLOCK and DATABASE from a global module. */
@Module({
  providers: [
    { provide: AuditStream, inject: [CLOCK], useFactory: (clock: Clock) => new AuditStream(clock) },
    { provide: AuditRepository, inject: [DATABASE], useFactory: (database: Database) => new AuditRepository(database) },
    {
      provide: FeedbackRepository,
      inject: [DATABASE],
      useFactory: (database: Database) => new FeedbackRepository(database),
    },
  ],
  exports: [AuditStream, AuditRepository, FeedbackRepository],
})
export class AuditModule implements BeforeApplicationShutdown {
  constructor(private readonly stream: AuditStream) {}

  /** Open event streams would keep the HTTP server from closing. */
  beforeApplicationShutdown(): void {
    this.stream.close();
  }
}
