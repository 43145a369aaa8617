import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { meantCall, normalizeGroup, type ToolRunner } from '../../../tools/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import { hashArguments, isCallOf, type Proposal } from '../../pending-action/index.js';

/** One tool that a client or a rule asks for by name. */
export interface ToolRequest {
  readonly toolCode: string | null;
  readonly toolGroup: string | null;
  readonly args: JsonObject;
  /** A rule asks, which may do so in every turn: what the user has answered is not asked for again without a new reason. */
  readonly isStanding?: boolean;
}

/** `inputParams.tool_request`, as the tool that is meant by it. */
export function readToolRequest(request: JsonObject): ToolRequest {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);
  const group = text(request.tool_group);
  const toolCode = text(request.tool_code);
  const args = isJsonObject(request.args) ? request.args : {};
  const meant = toolCode === null ? { toolCode, args } : meantCall(toolCode, args);
  const isOther = meant.toolCode !== toolCode;
  return { ...meant, toolGroup: group === null || isOther ? null : normalizeGroup(group) };
}

/** Whether a request is for exactly what a proposal would do. */
export function asksForSame(
  { toolCode, args }: ToolRequest,
  proposal: Proposal,
  flow: Pick<FlowDefinition, 'tool'>,
  tools: Pick<ToolRunner, 'completed'>,
): boolean {
  const tool = toolCode === null ? undefined : flow.tool(toolCode);
  return tool !== undefined && isCallOf(proposal, tool, hashArguments(tools.completed(tool, args)));
}
