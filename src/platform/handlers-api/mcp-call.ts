import type { JsonObject, JsonValue } from '../common/json.js';
import type { ContentBlock } from './tool-content.js';

/** How grave a log message is (RFC 5424). */
export type McpLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** A question to the model of the calling program. */
export interface McpSampling {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: ContentBlock }[];
  /** The longest answer that is wanted, in tokens of that model. */
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
}

/** What that model answered. */
export interface McpSample {
  readonly content: ContentBlock;
  /** The model's name, as the program says. */
  readonly model: string;
}

/** What the person in front of the calling program did with a form. */
export interface McpElicited {
  /** `accept`: filled in and sent; `decline`: said no; `cancel`: closed it without a choice. */
  readonly action: 'accept' | 'decline' | 'cancel';
  /** What was filled in; fits the form's schema. */
  readonly content?: JsonObject;
}

/** A folder or address that the calling program works on. */
export interface McpRoot {
  readonly uri: string;
  readonly name?: string;
}

/**
 * What a handler may ask of the program that calls it over the Model Context Protocol. In a session, everything ends with
 * the call: its deadline counts, also while a person thinks. A program of revision 2026-07-28 is handed the questions and
 * makes the call again with the answers: the handler begins anew then, and what it has asked before is answered at once.
 * Questions that it asks at the same time (`Promise.all`) are handed over together. What writes is begun once, and so has
 * nothing to ask there.
 */
export interface McpCall {
  /** Whether that program can be asked with `sample`, `elicit` and `roots`. */
  readonly can: { readonly sample: boolean; readonly elicit: boolean; readonly roots: boolean };
  /** Tells how far the call is; nothing happens where nobody wants to know. `progress` only goes up. */
  progress(progress: number, total?: number, message?: string): Promise<void>;
  /** Sends a log message, unless the program asked for graver ones only. */
  log(level: McpLogLevel, data: JsonValue, logger?: string): Promise<void>;
  /**
   * Asks the program's model.
   * @param name tells the question from others of the call; by default its text does
   * @throws ToolError where it has none, or does not answer
   */
  sample(request: McpSampling, name?: string): Promise<McpSample>;
  /**
   * Asks the person. It is no consent to anything: what writes is confirmed before its handler runs.
   * @param schema an object schema with properties that are texts, numbers, booleans and choices
   * @param name tells the question from others of the call; by default its text and schema do
   * @throws ToolError where nobody can be asked
   */
  elicit(message: string, schema: JsonObject, name?: string): Promise<McpElicited>;
  /** Asks what the program works on. @throws ToolError where it cannot tell */
  roots(name?: string): Promise<readonly McpRoot[]>;
  /** Ends the open connection without ending the call: the program comes back for the result, a little later. */
  releaseConnection(): void;
}
