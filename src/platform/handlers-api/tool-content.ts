import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';

/** What a resource holds: text, or bytes in base64. */
export type EmbeddedResource = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** One part of a result or of a prompt: for people and models to read, look at or listen to. `data` is base64. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: EmbeddedResource }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    };

/** A tool's result made of parts. Over the Model Context Protocol they arrive as such; elsewhere as this JSON. */
export interface ToolContent {
  readonly type: 'tool-content';
  readonly content: readonly ContentBlock[];
  /** The result as a value, for programs: what `output_schema` describes. */
  readonly data?: JsonObject;
}

/** Makes a tool's result of parts. */
export function toolContent(content: readonly ContentBlock[], data?: JsonObject): ToolContent {
  return { type: 'tool-content', content, ...(data && { data }) };
}

/** The result as parts where a tool made it so, once it is JSON. */
export function asToolContent(result: JsonValue): ToolContent | undefined {
  if (!isJsonObject(result) || result.type !== 'tool-content' || !Array.isArray(result.content)) return undefined;
  const isWhole = result.content.every(isBlock) && (result.data === undefined || isJsonObject(result.data));
  return isWhole ? (result as unknown as ToolContent) : undefined;
}

function isBlock(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const isText = (key: string) => typeof value[key] === 'string';
  if (value.type === 'text') return isText('text');
  if (value.type === 'image' || value.type === 'audio') return isText('data') && isText('mimeType');
  if (value.type === 'resource_link') return isText('uri') && isText('name');
  const { resource } = value;
  if (value.type !== 'resource' || !isJsonObject(resource) || typeof resource.uri !== 'string') return false;
  return typeof resource.text === 'string' || typeof resource.blob === 'string';
}
