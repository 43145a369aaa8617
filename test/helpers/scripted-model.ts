import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/platform/common/json.js';

/** One request as the model server received it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The whole body: `model`, `messages`, `temperature`, `response_format`, … */
  readonly body: JsonObject;
  /** All system messages, one after the other. */
  readonly system: string;
  /** All user messages, one after the other. */
  readonly user: string;
  /** Milliseconds of `performance.now()`. */
  readonly receivedAt: number;
  /** Resolves when the exchange is over: true when the answer was sent whole, false when the connection ended before. */
  readonly answered: Promise<boolean>;
}

/** What the server does with a request. */
export type ModelReply =
  /** Answers with this text, word for word: prose, fenced JSON, nothing at all. */
  | { readonly text: string; readonly usage?: JsonObject }
  /** Answers with this value as JSON text. */
  | { readonly json: JsonValue; readonly usage?: JsonObject }
  /** Answers with a status of its own; the body is sent as it is when it is a string. */
  | { readonly status: number; readonly body?: JsonValue; readonly headers?: Readonly<Record<string, string>> }
  /** Waits, before anything is sent, and then replies. */
  | { readonly delayMs: number; readonly reply: ModelReply }
  /** Never sends a byte. */
  | { readonly hang: true }
  /** Ends the connection before or in the middle of the answer. */
  | { readonly drop: 'before-headers' | 'in-body' }
  /** Sends headers, and then a space every so many milliseconds, for ever. */
  | { readonly dripEveryMs: number }
  /** Sends a body that never ends, as fast as it is taken. */
  | { readonly endless: true };

/** Replies to the requests it matches. */
export interface ModelRule {
  /** Text that the system or a user message contains, or a condition; any request where absent. */
  readonly when?: string | ((request: ReceivedRequest) => boolean);
  readonly reply: ModelReply | ((request: ReceivedRequest) => ModelReply);
  /** How many requests the rule is good for; any number where absent. */
  readonly times?: number;
}

/** A running model server. */
export interface ScriptedModel {
  /** Base URL for the client's settings: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Requests that no rule matched; they were answered with 404. */
  readonly unmatched: readonly ReceivedRequest[];
  /** Adds rules behind those there are. */
  reply(...rules: readonly ModelRule[]): void;
  /** Ends every connection and the server. */
  close(): Promise<void>;
}

/**
 * A model for tests: a real HTTP server on 127.0.0.1 that speaks OpenAI's chat completions, and its Responses API, from a script. The first
 * rule that matches and is not used up replies.
 */
export async function startScriptedModel(script: readonly ModelRule[] = []): Promise<ScriptedModel> {
  const rules = script.map(usable);
  const requests: ReceivedRequest[] = [];
  const unmatched: ReceivedRequest[] = [];
  const closing = new AbortController();
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await receive(incoming, response);
      requests.push(request);
      const rule = rules.find((candidate) => candidate.left > 0 && matches(candidate.rule, request));
      if (rule === undefined) unmatched.push(request);
      else rule.left--;
      const reply = rule?.rule.reply ?? NO_RULE;
      const chosen = typeof reply === 'function' ? reply(request) : reply;
      await send(request.path.endsWith('/responses') ? asResponse(chosen) : chosen, response, closing.signal);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    unmatched,
    reply: (...more) => void rules.push(...more.map(usable)),
    close: async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const NO_RULE: ModelReply = {
  status: 404,
  body: { error: { message: 'No rule of the script matches this request.' } },
};

function usable(rule: ModelRule): { readonly rule: ModelRule; left: number } {
  return { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
}

function matches({ when }: ModelRule, request: ReceivedRequest): boolean {
  if (when === undefined) return true;
  if (typeof when === 'string') return request.system.includes(when) || request.user.includes(when);
  return when(request);
}

async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<ReceivedRequest> {
  const answered = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
  });
  const receivedAt = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const parsed = parseJson(Buffer.concat(chunks).toString());
  const body = isJsonObject(parsed) ? parsed : {};
  const { url: path = '', headers } = incoming;
  return { path, headers, body, system: said('system', body), user: said('user', body), receivedAt, answered };
}

function said(role: string, body: JsonObject): string {
  if (role === 'system' && typeof body.instructions === 'string') return body.instructions;
  const sent = body.messages ?? body.input;
  const messages = Array.isArray(sent) ? sent.filter(isJsonObject) : [];
  return messages
    .filter((message) => message.role === role)
    .map((message) => String(message.content))
    .join('\n');
}

/** A text as the Responses API gives it, behind the model's reasoning. */
function asResponse(reply: ModelReply): ModelReply {
  if (!('text' in reply) && !('json' in reply)) return reply;
  const text = 'text' in reply ? reply.text : JSON.stringify(reply.json);
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output: JsonObject[] = [
    { id: 'rs_1', type: 'reasoning', summary: [] },
    { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content },
  ];
  return {
    status: 200,
    body: { id: 'resp_1', object: 'response', status: 'completed', output, usage: reply.usage ?? null },
  };
}

async function send(reply: ModelReply, response: ServerResponse, closing: AbortSignal): Promise<void> {
  if ('text' in reply) return sendCompletion(reply.text, reply.usage, response);
  if ('json' in reply) return sendCompletion(JSON.stringify(reply.json), reply.usage, response);
  if ('status' in reply) return sendStatus(reply, response);
  if ('drop' in reply) return drop(reply.drop, response);
  if ('delayMs' in reply) {
    await sleep(reply.delayMs, undefined, { signal: closing });
    return send(reply.reply, response, closing);
  }
  if ('hang' in reply) return;
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('dripEveryMs' in reply) return drip(reply.dripEveryMs, response);
  flood(response);
}

function sendCompletion(content: string, usage: JsonObject | undefined, response: ServerResponse): void {
  const message = { role: 'assistant', content };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = { id: 'chatcmpl-1', object: 'chat.completion', created: 0, model: 'scripted', choices, usage };
  sendStatus({ status: 200, body: body as unknown as JsonValue }, response);
}

function sendStatus(reply: Extract<ModelReply, { status: number }>, response: ServerResponse): void {
  const { body = { error: { message: 'As scripted.' } }, headers, status } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function drop(where: 'before-headers' | 'in-body', response: ServerResponse): void {
  if (where === 'before-headers') {
    response.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices": [', () => response.destroy());
}

function drip(everyMs: number, response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), everyMs);
  response.once('close', () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
