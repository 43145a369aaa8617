import type { JsonObject } from '../common/json.js';
import type { McpCall } from './mcp-call.js';
import type { ContentBlock } from './tool-content.js';

/** Suggests values while somebody fills a variable or an argument in. */
export type McpCompleter = (name: string, begun: string) => Promise<readonly string[]> | readonly string[];

/** A request for a resource. */
export interface McpResourceRequest {
  /** The address that is read: of a template, with its variables filled in. */
  readonly uri: string;
  /** The variables of a template, by name. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Something to read over the Model Context Protocol: one address, or a template of them such as `rooms://{room}/plan`. */
export interface McpResource {
  readonly kind: 'mcp-resource';
  /** An address, or a template of addresses with variables in braces. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Default: `text/plain` for text, `application/json` for an object, `application/octet-stream` for bytes. */
  readonly mimeType?: string;
  /** Text, bytes, or an object that becomes JSON; undefined where there is nothing at this address. */
  read(
    request: McpResourceRequest,
  ): Promise<string | Uint8Array | JsonObject | undefined> | string | Uint8Array | JsonObject | undefined;
  /** Suggests values for a variable of the template. */
  readonly complete?: McpCompleter;
}

/** One message of a prompt. */
export interface McpPromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** A prompt that people can choose in a program that speaks the Model Context Protocol. */
export interface McpPrompt {
  readonly kind: 'mcp-prompt';
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly { readonly name: string; readonly description?: string; readonly required?: boolean }[];
  /** One message of the user as text, or several. Arguments that are required are there; `mcp` is who wants it. */
  render(
    args: Readonly<Record<string, string>>,
    mcp: McpCall,
  ): Promise<string | readonly McpPromptMessage[]> | string | readonly McpPromptMessage[];
  /** Suggests values for an argument. */
  readonly complete?: McpCompleter;
}
