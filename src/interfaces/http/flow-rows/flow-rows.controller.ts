import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { FlowEditor, RowList } from '../../../engine/flow-editing/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import {
  type CheckEdits,
  type CheckedEditsBody,
  checkEditsSchema,
  checkedEditsSchema,
  type FlowRowsBody,
  type FlowTablesBody,
  type FlowVersionBody,
  flowRowsSchema,
  flowTablesSchema,
  flowVersionSchema,
  type RowQuery,
  rowQuerySchema,
  type SwitchFlow,
  switchFlowSchema,
} from './flow-rows.schema.js';
import { versionBody } from './version-body.js';

/** Lets authors of flows see the rows that run, and change them. */
@ApiTags('flow rows')
@GuardedBy(AccessGuard)
@Controller('api/v1/flow')
export class FlowRowsController {
  constructor(
    private readonly rows: RowList,
    private readonly editor: FlowEditor,
  ) {}

  @Get('tables')
  @ApiOperation({ operationId: 'listFlowTables', summary: 'The flow tables and those of knowledge, and their columns' })
  @ApiResponse({ status: 200, description: 'All of them', standardSchema: flowTablesSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async tables(): Promise<FlowTablesBody> {
    const { base, tables } = await this.rows.tables();
    return {
      base,
      tables: tables.map(({ table: { name, key, hasGeneratedKey, columns }, rows, isUsed }) => ({
        table: name,
        key: key.name,
        hasGeneratedKey,
        rows,
        isUsed,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.type,
          isNullable: column.isNullable,
          default: column.default,
          choices: [...column.choices],
        })),
      })),
    };
  }

  @Get('tables/:table/rows')
  @ApiOperation({
    operationId: 'listFlowRows',
    summary: 'The rows of a table that run, enabled or not',
    description: 'In the order of priority and key. What was changed by SQL is there once it is loaded.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: flowRowsSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async list(@Param('table') table: string, @Query({ schema: rowQuerySchema }) query: RowQuery): Promise<FlowRowsBody> {
    const { items, ...page } = await this.rows.page({ table, ...query });
    return { ...page, items: items.map(({ row, values }) => ({ row, values: { ...values } })) };
  }

  @Post('check')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkFlowEdits',
    summary: 'What edits of the running rows would change, and what would be wrong then',
    description: 'As flow check finds it. Nothing is written.',
  })
  @ApiResponse({ status: 200, description: 'The changes and the problems', standardSchema: checkedEditsSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST')
  async check(@Body({ schema: checkEditsSchema }) { edits }: CheckEdits): Promise<CheckedEditsBody> {
    const { base, changes, problems } = await this.editor.check(edits);
    return {
      base,
      changes: changes.map((change) => ({ ...change })),
      problems: problems.map(({ id, ...problem }) => ({ ...problem, row: id })),
    };
  }

  @Post('switch')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'switchFlow',
    summary: 'Make edits of a version the next one',
    description:
      'Written whole or not at all, and loaded by every process; running turns end on the version they began with. ' +
      'Where another version is newer than `base`, or a row would be wrong, nothing is changed.',
  })
  @ApiResponse({ status: 200, description: 'The version that runs now', standardSchema: flowVersionSchema })
  @ApiErrors(
    'UNAUTHORIZED',
    'INVALID_REQUEST',
    'FLOW_CHANGED',
    'FLOW_INVALID',
    'FLOW_READ_ONLY',
    'DATABASE_UNAVAILABLE',
  )
  async switchTo(
    @Body({ schema: switchFlowSchema }) { base, edits, by, note }: SwitchFlow,
    @LetIn() { caller }: Admitted,
  ): Promise<FlowVersionBody> {
    return versionBody(await this.editor.switchTo(base, edits, { by: provedName(caller, by), note }));
  }
}
