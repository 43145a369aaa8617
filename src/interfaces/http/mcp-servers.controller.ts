import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import { EngineError } from '../../platform/common/errors.js';
import { RemoteSource, type RemoteToolState } from '../../tools/sources/remote/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { approvedPinSchema, mcpServersSchema, pinApprovalSchema } from './mcp-servers.schema.js';

/** Shows an operator the servers whose tools are used, and lets one approve those that have changed. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/mcp-servers')
export class McpServersController {
  constructor(private readonly remote: RemoteSource) {}

  @Get()
  @ApiOperation({
    operationId: 'listMcpServers',
    summary: 'The servers of convengine.mcp.servers, their tools, and what has changed',
    description: 'Definitions are those of the database; whether a server is connected, the answering process says.',
  })
  @ApiResponse({ status: 200, description: 'By name in the configuration', standardSchema: mcpServersSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async list(): Promise<z.infer<typeof mcpServersSchema>> {
    const servers = await this.remote.states();
    return { servers: servers.map(({ tools, ...server }) => ({ ...server, tools: tools.map(shown) })) };
  }

  @Post(':server/tools/:tool/approve')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'approveMcpTool',
    summary: 'Let a tool that has changed be called as it is now',
    description:
      'The process that answers calls it at once, others within seconds. It counts for this definition alone.',
  })
  @ApiResponse({ status: 200, description: 'It may be called', standardSchema: approvedPinSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async approve(
    @Param('server') server: string,
    @Param('tool') tool: string,
    @Body({ schema: pinApprovalSchema }) { seenHash, note, ...said }: z.infer<typeof pinApprovalSchema>,
    @LetIn() { caller }: Admitted,
  ): Promise<z.infer<typeof approvedPinSchema>> {
    const by = provedName(caller, said.by);
    const pin = await this.remote.approve(server, tool, seenHash, { by, note });
    if (pin) return { server, tool, approvedBy: by, approvedAt: iso(pin.approvedAtMs) };
    const found = (await this.remote.states()).find(({ name }) => name === server)?.tools;
    const known = found?.find((one) => one.tool === tool);
    if (!known) throw new EngineError('NOT_FOUND', `No tool ${tool} of ${server} has been seen.`);
    throw new EngineError(
      'INVALID_REQUEST',
      known.isHeld
        ? `The tool ${tool} of ${server} has changed once more: look at it again.`
        : `The tool ${tool} of ${server} may be called already, as it is.`,
    );
  }
}

function shown({ seenAtMs, approvedAtMs, ...tool }: RemoteToolState) {
  return { ...tool, seenAt: iso(seenAtMs), approvedAt: iso(approvedAtMs), changes: [...tool.changes] };
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
