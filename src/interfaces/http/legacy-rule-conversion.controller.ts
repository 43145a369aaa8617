import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonValue } from '../../platform/common/json.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { BuiltInTools, CONVERSION_TOOL, callDirectly } from '../../tools/shipped/index.js';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { hangUpSignal } from './hang-up.js';
import {
  conversionErrorSchema,
  conversionRequestSchema,
  conversionScoreSchema,
} from './legacy-rule-conversion.schema.js';

const bodySchema = z.toJSONSchema(conversionRequestSchema, { target: 'openapi-3.0' });

/** The tool legacy-rule-conversion for callers that do not speak MCP. */
@ApiTags('tools')
@GuardedBy(AccessGuard)
@Controller('api/v1/tools')
export class LegacyRuleConversionController {
  constructor(
    private readonly tools: BuiltInTools,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Post('legacy-rule-conversion')
  @ApiOperation({
    operationId: 'scoreLegacyRuleConversion',
    summary: 'Score a proposed conversion of a legacy rule',
    description: 'Reads and scores; changes nothing. The score stands at the top of the body; an error has none.',
  })
  @ApiBody({ schema: bodySchema as Record<string, unknown> })
  @ApiResponse({ status: 200, description: 'The score', standardSchema: conversionScoreSchema })
  @ApiResponse({ status: 400, description: 'VALIDATION_ERROR', standardSchema: conversionErrorSchema })
  @ApiResponse({ status: 502, description: 'MODEL_OUTPUT_ERROR', standardSchema: conversionErrorSchema })
  @ApiResponse({ status: 401, description: 'UNAUTHORIZED', standardSchema: conversionErrorSchema })
  @ApiResponse({ status: 404, description: 'NOT_FOUND: it is switched off', standardSchema: conversionErrorSchema })
  @ApiResponse({ status: 413, description: 'VALIDATION_ERROR: it is too large', standardSchema: conversionErrorSchema })
  async score(@Body() body: JsonValue | undefined, @Res() reply: FastifyReply): Promise<void> {
    const tool = this.tools.all.find(({ code }) => code === CONVERSION_TOOL);
    if (!tool) throw new EngineError('NOT_FOUND', `The tool ${CONVERSION_TOOL} is switched off.`);
    const signal = AbortSignal.any([AbortSignal.timeout(this.config.mcp.toolTimeoutMs), hangUpSignal(reply)]);
    const { httpStatus, payload } = await callDirectly(tool, body, { signal });
    reply.status(httpStatus).type('application/json').send(JSON.stringify(payload));
  }
}
