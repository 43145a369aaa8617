import { Module } from '@nestjs/common';
import { RetentionKeeper } from './retention-keeper.js';

/** Who deletes what is old. Needs configuration, clock and database from global modules. */
@Module({ providers: [RetentionKeeper], exports: [RetentionKeeper] })
export class RetentionModule {}
