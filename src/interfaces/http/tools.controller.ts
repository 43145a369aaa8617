import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { ToolRunner } from '../../tools/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';

const example = { tools: { 'crm.lookup': { calls: 12, charsBefore: 48_210, charsAfter: 6_120, tokensSaved: 10_523 } } };

const savingsSchema = z
  .object({
    tools: z.record(
      z.string(),
      z.object({
        calls: z.int(),
        charsBefore: z.int().meta({ description: 'Characters of JSON that the tool answered' }),
        charsAfter: z.int().meta({ description: 'Characters that its transform left' }),
        tokensSaved: z.int().meta({ description: 'An estimate: four characters are one token' }),
      }),
    ),
  })
  .meta({ id: 'Saved', example });

/** Shows an operator what the transforms of tools are good for. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/tools')
export class ToolsController {
  constructor(private readonly tools: ToolRunner) {}

  @Get('savings')
  @ApiOperation({
    operationId: 'toolSavings',
    summary: 'What transforms have saved, by tool',
    description: 'Since this process started; tools without a transform, and without a call, are left out.',
  })
  @ApiResponse({ status: 200, description: 'Calls and characters', standardSchema: savingsSchema })
  @ApiErrors('UNAUTHORIZED')
  savings(): z.infer<typeof savingsSchema> {
    return { tools: this.tools.savings() };
  }
}
