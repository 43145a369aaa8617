import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DATA_SOURCE } from '../common/tokens.js';
import { type FlowRows, loadFlowRows } from './flow-rows.js';

/** The flow tables of the process's database. */
@Injectable()
export class FlowTables {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  /** All rows of all flow tables, as they are now. */
  read(): Promise<FlowRows> {
    return loadFlowRows(this.dataSource);
  }
}
