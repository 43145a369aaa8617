import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Shadows } from '../../../engine/shadow/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { versionIn } from '../version-number.js';
import {
  type ShadowBody,
  type ShadowReportBody,
  type ShadowsBody,
  type StartShadow,
  type StopShadow,
  shadowBody,
  shadowReportSchema,
  shadowSchema,
  shadowsSchema,
  startShadowSchema,
  stopShadowSchema,
} from './shadows.schema.js';

/** Has another flow answer live turns beside the one that runs, and tells what it makes of them. */
@ApiTags('flow shadows')
@GuardedBy(AccessGuard)
@Controller('api/v1/flow/shadows')
export class ShadowsController {
  constructor(private readonly shadows: Shadows) {}

  @Get()
  @ApiOperation({
    operationId: 'listFlowShadows',
    summary: 'Flows that answered beside the one that runs, the newest first',
  })
  @ApiResponse({ status: 200, description: 'The last 50', standardSchema: shadowsSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async list(): Promise<ShadowsBody> {
    return { items: (await this.shadows.list()).map(shadowBody) };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'startFlowShadow',
    summary: 'Have another flow answer live turns beside the one that runs',
    description:
      'After the reply, without any effect; nobody hears it. It ends when it is stopped or the flow is switched.',
  })
  @ApiResponse({ status: 200, description: 'It goes on', standardSchema: shadowSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'SHADOW_RUNNING', 'FLOW_INVALID', 'DATABASE_UNAVAILABLE')
  async start(
    @Body({ schema: startShadowSchema }) { edits, versionId = 0, share, by, note }: StartShadow,
    @LetIn() { caller }: Admitted,
  ): Promise<ShadowBody> {
    const rows = edits ? { edits } : { versionId };
    return shadowBody(await this.shadows.start({ rows, share, by: provedName(caller, by), note }));
  }

  @Get(':shadowNo')
  @ApiOperation({
    operationId: 'getFlowShadow',
    summary: 'What a shadow has found until now, with examples',
    description: 'Other processes tell of their turns every few seconds. Examples go with their conversations.',
  })
  @ApiResponse({ status: 200, description: 'The shadow and its report', standardSchema: shadowReportSchema })
  @ApiErrors('UNAUTHORIZED', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async report(@Param('shadowNo') shadowNo: string): Promise<ShadowReportBody> {
    const { shadow, report } = await this.shadows.report(versionIn(shadowNo));
    return { shadow: shadowBody(shadow), report: structuredClone(report) as ShadowReportBody['report'] };
  }

  @Post(':shadowNo/stop')
  @HttpCode(200)
  @ApiOperation({ operationId: 'stopFlowShadow', summary: 'End a shadow', description: 'Its report stays.' })
  @ApiResponse({ status: 200, description: 'It has ended', standardSchema: shadowSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async stop(
    @Param('shadowNo') shadowNo: string,
    @Body({ schema: stopShadowSchema }) { by }: StopShadow,
    @LetIn() { caller }: Admitted,
  ): Promise<ShadowBody> {
    return shadowBody(await this.shadows.stop(versionIn(shadowNo), provedName(caller, by)));
  }
}
