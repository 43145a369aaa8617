import type {
  CallToolResult,
  ClientCapabilities,
  ElicitRequestFormParams,
  InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { AskedTool, LinkedQuestion, QuestionTicket } from '../../engine/turn/index.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { linesWithMarksShown } from '../../platform/common/plain-text.js';
import type { McpCall } from '../../platform/handlers-api/index.js';

/** The answer to a call, what the client has to bring before there is one, or where it can follow what has begun. */
export type CallAnswer = CallToolResult | InputRequiredResult;

/** One question to the user behind a client. */
export interface ClientQuestion {
  readonly question: string;
  /** What would be called, where it is a tool. */
  readonly toolCode?: string | undefined;
  /** The arguments without what must not be shown. */
  readonly shown: JsonObject;
  readonly about: LinkedQuestion;
  /** The action's id as its client knows it, where a tool is called. */
  readonly toldId?: string | undefined;
}

/** The user's word; or why there is none, in a sentence; or what the client has to answer first. */
export type Word =
  | { readonly kind: 'yes' | 'no' }
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'later'; readonly result: InputRequiredResult };

/** A word that a request brings about a question of an earlier one. */
export interface BroughtWord {
  readonly word: Word;
  /** The question as it was put: the word counts for no other. */
  readonly ticket: QuestionTicket;
  readonly toldId: string | undefined;
}

/**
 * What one request can ask of its client and of the user behind it. In a session the question is put while the request is
 * answered; without one the answer to the request is the question, and the client makes the request again with the word.
 */
export interface Asking {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Whether the client says that it can ask its user. */
  readonly canAsk: boolean;
  /** Whether the client says that it shows its user views. */
  readonly showsViews: boolean;
  /** For handlers of what reads. */
  readonly mcp: McpCall;
  /** For handlers of what writes. */
  readonly mcpOfWrite: McpCall;
  /** Only an explicit accept is a yes. */
  ask(question: ClientQuestion): Promise<Word>;
  /** The word that this request brings; undefined where it brings none. @throws ProtocolError where it counts for nothing */
  brought(): Promise<BroughtWord | undefined>;
  /** Where the client can follow what a call has begun, in place of its answer. */
  begun(asked: AskedTool, result: JsonValue): Promise<CallAnswer | undefined>;
  /** What a handler has asked, where its call is to be made again with the answer. */
  unanswered(): InputRequiredResult | undefined;
}

/** Ways in which a client can ask its user. */
export function waysToAsk({ elicitation }: ClientCapabilities): { readonly form: boolean; readonly url: boolean } {
  const url = elicitation?.url !== undefined;
  return { form: elicitation !== undefined && (elicitation.form !== undefined || !url), url };
}

/** A form without fields, to be accepted or declined. */
export function formOf({ question, toolCode, shown }: ClientQuestion): ElicitRequestFormParams {
  const call = [toolCode ?? '', JSON.stringify(shown, null, 2)].join(' ').trim();
  const message = `${question}\n\n${linesWithMarksShown(call)}`;
  return { message, requestedSchema: { type: 'object', properties: {} } };
}

/** Why nobody is asked. */
export const NOBODY_ASKED: Word = { kind: 'open', reason: 'This needs the consent of the user.' };
/** To open the page is not yet to decide. */
export const SENT_TO_PAGE: Word = { kind: 'open', reason: 'The user was sent to the page to decide.' };
