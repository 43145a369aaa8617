import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { FlowService, FlowVersions } from '../../../engine/flow/index.js';
import { FlowEditor } from '../../../engine/flow-editing/index.js';
import { EngineError } from '../../../platform/common/errors.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { versionBefore, versionIn } from '../version-number.js';
import {
  type FlowVersionBody,
  type FlowVersionsBody,
  flowVersionSchema,
  flowVersionsSchema,
  type UndoFlow,
  undoFlowSchema,
  type VersionQuery,
  versionQuerySchema,
} from './flow-rows.schema.js';
import { versionBody } from './version-body.js';

/** Shows which rows the flow was when, and who changed them; and takes changes back. */
@ApiTags('flow rows')
@GuardedBy(AccessGuard)
@Controller('api/v1/flow/versions')
export class FlowVersionsController {
  constructor(
    private readonly flow: FlowService,
    private readonly versions: FlowVersions,
    private readonly editor: FlowEditor,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listFlowVersions',
    summary: 'The versions of the flow, newest first',
    description: 'Each load of other rows than before is one, also where they were changed by SQL.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: flowVersionsSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(@Query({ schema: versionQuerySchema }) { limit, cursor }: VersionQuery): Promise<FlowVersionsBody> {
    const found = await this.versions.before(versionBefore(cursor), this.flow.tenant, limit + 1);
    const items = found.slice(0, limit);
    const nextCursor = found.length > limit ? String(items.at(-1)?.versionId) : null;
    return { running: this.flow.running.versionId ?? 0, items: items.map(versionBody), nextCursor };
  }

  @Get(':versionId')
  @ApiOperation({ operationId: 'getFlowVersion', summary: 'One version, with what it changed' })
  @ApiResponse({ status: 200, description: 'The version', standardSchema: flowVersionSchema })
  @ApiErrors('UNAUTHORIZED', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async get(@Param('versionId') versionId: string): Promise<FlowVersionBody> {
    const version = await this.versions.find(versionIn(versionId), this.flow.tenant);
    if (!version) throw new EngineError('NOT_FOUND', `There is no version ${versionId} of the flow.`);
    return versionBody(version);
  }

  @Post(':versionId/undo')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'undoFlowVersion',
    summary: 'Make the rows that a version has changed what they were before',
    description: 'That is another version. Where one of the rows has changed since, nothing is changed.',
  })
  @ApiResponse({ status: 200, description: 'The version that runs now', standardSchema: flowVersionSchema })
  @ApiErrors(
    'UNAUTHORIZED',
    'INVALID_REQUEST',
    'NOT_FOUND',
    'FLOW_CHANGED',
    'FLOW_INVALID',
    'FLOW_READ_ONLY',
    'DATABASE_UNAVAILABLE',
  )
  async undo(
    @Param('versionId') versionId: string,
    @Body({ schema: undoFlowSchema }) { by, note }: UndoFlow,
    @LetIn() { caller }: Admitted,
  ): Promise<FlowVersionBody> {
    return versionBody(await this.editor.undo(versionIn(versionId), { by: provedName(caller, by), note }));
  }
}
