import {
  ErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsRequest,
  type ListPromptsResult,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpPrompt } from '../../platform/handlers-api/index.js';
import type { ClientScope } from '../callers/index.js';
import { intentPrompts } from './intent-prompts.js';
import { page } from './paging.js';
import type { ServerParts } from './server-parts.js';
import { sortedBy } from './sorted-by.js';

/** Answers what one session asks about prompts: one for each intent, and those of handlers. */
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

  async get({ params }: GetPromptRequest): Promise<GetPromptResult> {
    const prompt = this.find(params.name);
    const args = params.arguments ?? {};
    const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && args[name] === undefined);
    if (missing.length > 0) {
      const text = `${prompt.name} needs ${missing.map(({ name }) => name).join(', ')}`;
      throw new McpError(ErrorCode.InvalidParams, text);
    }
    const rendered = await prompt.render(args);
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
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }

  /** A handler's prompt goes before an intent's of the same name. */
  private get all(): McpPrompt[] {
    const own = this.parts.handlers.mcpPrompts;
    const taken = new Set(own.map(({ name }) => name));
    return [...own, ...intentPrompts(this.parts.flow.definition, this.scope).filter(({ name }) => !taken.has(name))];
  }
}
