import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';
import { questionOf, rawRequest, VIEWS, wordTo } from '../mcp/raw-request.js';
import { post } from './asking-doors.js';

/** A question as a door has handed it out, and the press of its Yes or No there. */
export interface HandedOut {
  /** @returns all that was answered */
  readonly press: (isYes: boolean, as?: Person) => Promise<string>;
}

/** Who sends a request: the one whose conversation it is, or a stranger with a key of the same kind. */
export type Person = 'owner' | 'stranger';

/** One conversation through one door. */
export interface Talk {
  readonly conversationId: string;
  /** Says something, and gives the question that the reply asks. */
  readonly say: (words: string) => Promise<HandedOut | undefined>;
  /** The question of another conversation, pressed in this one. */
  readonly pressHere: (of: HandedOut) => Promise<string>;
}

/** What a door knows of a question. */
interface Known extends HandedOut {
  readonly id: unknown;
}

/** Keys of the tests: `conversation` for chats, one of `mcp.server.clients` for each person. */
export const CHAT_KEY = 'key-of-the-chat';
export const CLIENT_KEYS = { owner: 'key-of-the-owner', stranger: 'key-of-the-stranger' } as const;

type Send = (body: JsonObject, as: Person) => Promise<JsonObject | string>;

/** Doors at which a question has a name and a yes of its own. */
export const ANSWERING_DOORS: readonly (readonly [name: string, open: (url: string) => Talk])[] = [
  ['a button of a message', byMessage],
  ['resume of AG-UI', byRun],
  ['an approval of the Responses API', byResponse],
  ['a word of MCP 2026-07-28', byRound],
  ['a press in a view of MCP Apps', byView],
];

function byMessage(url: string): Talk {
  const conversationId = randomUUID();
  const send: Send = (body, as) =>
    post(`${url}/api/v1/conversation/message`, { conversationId, ...body }, CHAT_KEY, behalf(as));
  const press = async (id: unknown, isYes: boolean, as: Person) =>
    text(await send({ decision: isYes ? 'CONFIRM' : 'REJECT', inReplyTo: id as JsonObject }, as));
  const say = async (message: string) => {
    const [asked] = ((await send({ message }, 'owner')) as JsonObject).pendingActions as JsonObject[];
    return asked && known({ actionId: asked.actionId ?? '', revision: asked.revision ?? 0 }, press);
  };
  return talk(conversationId, say, press);
}

function byRun(url: string): Talk {
  const threadId = randomUUID();
  /** The reply that asks, as a front end has it among its messages. */
  let shown: JsonObject[] = [];
  const send = async (body: JsonObject, as: Person) => {
    const response = await fetch(`${url}/ag-ui`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CHAT_KEY}`, ...behalf(as) },
      body: JSON.stringify({ threadId, runId: 'run', messages: [], ...body }),
    });
    return response.text();
  };
  const press = (interruptId: unknown, approved: boolean, as: Person) =>
    send(
      { messages: shown, resume: [{ interruptId: String(interruptId), status: 'resolved', payload: { approved } }] },
      as,
    );
  const say = async (content: string) => {
    const events = await send(userSays(content), 'owner');
    const [, id] = /"interrupts":\[\{"id":"([^"]+)"/.exec(events) ?? [];
    const [, reply = ''] = /"messageId":"([^"]+)"/.exec(events) ?? [];
    shown = [{ id: reply, role: 'assistant', content: 'as it was shown' }];
    return id === undefined ? undefined : known(id, press);
  };
  return talk(threadId, say, press);
}

function userSays(content: string): JsonObject {
  return { messages: [{ id: randomUUID(), role: 'user', content }] };
}

function byResponse(url: string): Talk {
  let last: string | undefined;
  const send: Send = async (body, as) => {
    const before = last && { previous_response_id: last };
    return post(`${url}/v1/responses`, { ...before, ...body }, CHAT_KEY, behalf(as));
  };
  const press = async (id: unknown, approve: boolean, as: Person) =>
    text(await send({ input: [{ type: 'mcp_approval_response', approval_request_id: String(id), approve }] }, as));
  const say = async (input: string) => {
    const response = (await send({ input }, 'owner')) as { id: string; output: JsonObject[] };
    last = response.id;
    const asked = response.output.find(({ type }) => type === 'mcp_approval_request');
    return asked && known(asked.id, press);
  };
  const opened = talk('', say, press);
  return Object.defineProperty(opened, 'conversationId', { get: () => /^resp_(.*)\.\d+$/.exec(last ?? '')?.[1] ?? '' });
}

function byRound(url: string): Talk {
  const conversation_id = randomUUID();
  const send = (params: JsonObject, as: Person) =>
    rawRequest(url, params, { headers: { authorization: `Bearer ${CLIENT_KEYS[as]}` } });
  const callOf = (message: string) => ({ name: 'convengine_message', arguments: { message, conversation_id } });
  /** The word comes with the call that was asked about, or with one of another conversation. */
  const press = async (id: unknown, isYes: boolean, as: Person) => {
    const { params, asked } = id as { params: JsonObject; asked: Parameters<typeof wordTo>[0] };
    const here = { ...(params.arguments as JsonObject), conversation_id };
    const { result, error } = await send(
      { ...params, arguments: here, ...wordTo(asked, isYes ? 'accept' : 'decline') },
      as,
    );
    return text({ result, error });
  };
  const say = async (message: string) => {
    const params = callOf(message);
    const asked = await send(params, 'owner');
    return isJsonObject(asked.result.inputRequests ?? null) ? known({ params, asked }, press) : undefined;
  };
  return talk(conversation_id, say, press);
}

function byView(url: string): Talk {
  const conversation_id = randomUUID();
  const send = (name: string, args: JsonObject, as: Person) => {
    const headers = { authorization: `Bearer ${CLIENT_KEYS[as]}` };
    return rawRequest(url, { name, arguments: args }, { headers, capabilities: VIEWS });
  };
  const pressIn = async (place: JsonObject, key: unknown, isYes: boolean, as: Person) => {
    const args = { key: String(key), decision: isYes ? 'yes' : 'no', ...place };
    const { result, error } = await send('convengine_decide', args, as);
    return text({ result, error });
  };
  const say = async (message: string) => {
    const asked = questionOf(await send('convengine_message', { message, conversation_id }, 'owner'));
    return asked && known(asked.key, (...press) => pressIn({}, ...press));
  };
  // A key names its conversation itself, and takes no other.
  return talk(conversation_id, say, (...press) => pressIn({ conversation_id }, ...press));
}

function talk(
  conversationId: string,
  say: Talk['say'],
  press: (id: unknown, isYes: boolean, as: Person) => Promise<string>,
): Talk {
  return { conversationId, say, pressHere: (of) => press((of as Known).id, true, 'owner') };
}

function known(id: unknown, press: (id: unknown, isYes: boolean, as: Person) => Promise<string>): Known {
  return { id, press: (isYes, as = 'owner') => press(id, isYes, as) };
}

function behalf(as: Person): Record<string, string> {
  return { 'x-on-behalf-of': as };
}

function text(answer: JsonObject | string): string {
  return JSON.stringify(answer);
}
