import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DATA_SOURCE, DATABASE } from '../common/tokens.js';
import type { Database } from './database.js';
import { type FlowRows, loadFlowRows } from './flow-rows.js';

/** The flow tables of the process's database. */
@Injectable()
export class FlowTables {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** All rows of all flow tables, as they are now. */
  async read(): Promise<FlowRows> {
    // A call is what makes SQLite follow a file that was replaced, with TypeORM's connection too.
    if (this.database.dialect === 'sqlite') await this.database.query('SELECT 1');
    return loadFlowRows(this.dataSource);
  }
}
