import { Module } from '@nestjs/common';
import { ProcessList } from './process-list.js';

/** Which processes serve the database. Needs clock and database from global modules. */
@Module({ providers: [ProcessList], exports: [ProcessList] })
export class ProcessesModule {}
