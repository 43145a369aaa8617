import { Module } from '@nestjs/common';
import { ToolsModule } from '../../tools/tools.module.js';
import { FlowModule } from '../flow/index.js';
import { FlowChecker } from './flow-checker.js';
import { FlowEditor } from './flow-editor.js';
import { KnowledgeTables } from './knowledge-tables.js';
import { RowList } from './row-list.js';

/** Editing the rows of the flow through the service. Needs clock and database from global modules. */
@Module({
  imports: [FlowModule, ToolsModule],
  providers: [FlowChecker, FlowEditor, KnowledgeTables, RowList],
  exports: [FlowEditor, RowList],
})
export class FlowEditingModule {}
