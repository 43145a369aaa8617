import {
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ListPromptsRequest,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { McpPrompt } from '../../platform/handlers-api/index.js';
import type { ClientScope } from '../callers/index.js';
import type { Asking } from './asking.js';
import { intentPrompts } from './intent-prompts.js';
import { page } from './paging.js';
import type { ServerParts } from './server-parts.js';
import { sortedBy } from './sorted-by.js';

/** Answers what a client asks about prompts: one for each intent, and those of handlers. */
export class PromptRequests {
  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
  ) {}

  list({ params }: ListPromptsRequest): ListPromptsResult {
    const all = sortedBy(this.all, ({ name }) => name);
    const { items, nextCursor } = page(all, ({ name }) => name, params?.cursor);
    const prompts = items.map(({ name, title, description, arguments: args }) => ({
      name,
      ...(title && { title }),
      ...(description && { description }),
      ...(args && { arguments: args.map((argument) => ({ ...argument })) }),
    }));
    return { prompts, ...(nextCursor && { nextCursor }) };
  }

  async get({ params }: GetPromptRequest, asking: Asking): Promise<GetPromptResult | InputRequiredResult> {
    const prompt = this.find(params.name);
    const args = params.arguments ?? {};
    const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && args[name] === undefined);
    if (missing.length > 0) {
      const text = `${prompt.name} needs ${missing.map(({ name }) => name).join(', ')}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
    }
    const rendered = await renderedOrAsked(prompt, args, asking);
    if (isInputRequiredResult(rendered)) return rendered;
    const messages =
      typeof rendered === 'string' ? [{ role: 'user', content: { type: 'text', text: rendered } }] : [...rendered];
    return { ...(prompt.description && { description: prompt.description }), messages } as GetPromptResult;
  }

  /** Suggestions for an argument. */
  async complete(name: string, argument: string, begun: string): Promise<readonly string[]> {
    return (await this.find(name).complete?.(argument, begun)) ?? [];
  }

  private find(name: string): McpPrompt {
    const prompt = this.all.find((one) => one.name === name);
    if (prompt) return prompt;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }

  /** A handler's prompt goes before an intent's of the same name. */
  private get all(): McpPrompt[] {
    const own = this.parts.handlers.mcpPrompts;
    const taken = new Set(own.map(({ name }) => name));
    return [...own, ...intentPrompts(this.parts.flow.definition, this.scope).filter(({ name }) => !taken.has(name))];
  }
}

/** What a prompt makes of its arguments, or what its client has to answer first. */
async function renderedOrAsked(prompt: McpPrompt, args: Readonly<Record<string, string>>, asking: Asking) {
  try {
    const rendered = await prompt.render(args, asking.mcp);
    return asking.unanswered() ?? rendered;
  } catch (error) {
    const asked = asking.unanswered();
    if (asked) return asked;
    throw error;
  }
}
