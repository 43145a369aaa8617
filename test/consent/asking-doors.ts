import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HttpAgent } from '@ag-ui/client';
import OpenAI from 'openai';
import { spaced } from '../../src/engine/wording/index.js';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';
import { call, connect, REVISIONS, type Revision } from '../mcp/connect.js';
import { questionOf, rawRequest, VIEWS } from '../mcp/raw-request.js';
import { deedOf, type Write } from './attacked-office.js';

/** What people type on the consent page: `consent.page-code`. */
export const PAGE_CODE = 'the-code-of-the-people';

/** A running service, and the keys of those who may come in. */
export interface Place {
  readonly url: string;
  readonly chatKey: string;
  readonly agentKey: string;
  /** Of a client whose views are trusted. */
  readonly desktopKey: string;
}

/** What a user is shown: the words of the question, and the values of the arguments, as they are or as text. */
interface Shown {
  readonly question: string;
  readonly values: JsonObject;
}

/** The user's answer to what he is shown. */
export type User = (shown: Shown) => boolean;

/** A write that a model proposes beside the words of its user. */
export interface Proposed {
  readonly write: Write;
  readonly says: string;
}

/** Proposes a write, has the user answer it, and then answers a second time. */
type AskingDoor = (place: Place, proposed: Proposed, user: User) => Promise<void>;

/** A user who agrees to exactly one write, once. */
export function honestUser({ tool, args }: Write): User {
  let isDone = false;
  const spoken = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return ({ question, values }) => {
    const isSame = Object.entries(args).every(([name, value]) => {
      // Pages and views have names in words.
      const found = values[name] ?? values[spaced(name)];
      return isDeepStrictEqual(found, value) || found === spoken(value);
    });
    const isWanted = !isDone && isSame && question.includes(deedOf(tool));
    isDone ||= isWanted;
    return isWanted;
  };
}

/** The doors at which a user is asked, by where the model proposes and how the user answers. */
export const ASKING_DOORS: readonly (readonly [name: string, door: AskingDoor])[] = [
  ...REVISIONS.flatMap(mcpDoors),
  ['a tool call and a view', (at, it, user) => askInView(at, callOf(it.write), user)],
  ['a message and a view', (at, it, user) => askInView(at, messageOf(it), user)],
  ['a call over REST and the consent page', askOverRest],
  ['a message of the chat and its buttons', askInChat],
  ['a run of AG-UI and its interrupt', askInRun],
  ['a response and its request for approval', askInResponse],
];

/** The doors of one revision of the Model Context Protocol. */
function mcpDoors(revision: Revision): [name: string, door: AskingDoor][] {
  const of = (what: string) => `${what} (${revision})`;
  return [
    [
      of('a tool call and a question of the client'),
      (at, it, user) => askByClient(at, revision, user, callOf(it.write)),
    ],
    [of('a tool call and the consent page'), (at, it, user) => askOnPage(at, revision, user, callOf(it.write))],
    [of('a message and a question of the client'), (at, it, user) => askByClient(at, revision, user, messageOf(it))],
    [of('a message and the consent page'), (at, it, user) => askOnPage(at, revision, user, messageOf(it))],
  ];
}

/** A call over the Model Context Protocol. */
export type McpCall = readonly [name: string, args: JsonObject];

export function callOf({ tool, args }: Write): McpCall {
  return [tool, args];
}

export function messageOf({ write, says }: Proposed): McpCall {
  return ['convengine_message', { message: says, input_params: requestOf(write) }];
}

/** `inputParams` for a write. */
export function requestOf({ tool, args }: Write): JsonObject {
  return { tool_request: { tool_code: tool, args } };
}

async function askByClient(place: Place, revision: Revision, user: User, [name, args]: McpCall): Promise<void> {
  const { client } = await connect(place.url, {
    revision,
    headers: { authorization: `Bearer ${place.agentKey}` },
    elicit: (message) => {
      const start = message.indexOf('{', message.lastIndexOf('\n\n'));
      const values = JSON.parse(message.slice(start)) as JsonObject;
      return { action: user({ question: message.slice(0, start), values }) ? 'accept' : 'decline', content: {} };
    },
  });
  const { actionId } = openedBy((await call(client, name, args)).structuredContent);
  if (actionId) await call(client, 'convengine_confirm_action', { action_id: actionId, decision: 'yes' });
  await client.close();
}

async function askOnPage(place: Place, revision: Revision, user: User, [name, args]: McpCall): Promise<void> {
  const headers = { authorization: `Bearer ${place.agentKey}` };
  const { client } = await connect(place.url, { revision, headers });
  const { link } = openedBy((await call(client, name, args)).structuredContent);
  await client.close();
  await answerOnPage(place, link, user);
}

async function askInView({ url, desktopKey }: Place, [name, args]: McpCall, user: User): Promise<void> {
  const options = { headers: { authorization: `Bearer ${desktopKey}` }, capabilities: VIEWS };
  const asked = questionOf(await rawRequest(url, { name, arguments: args }, options));
  if (!asked) return;
  const values = Object.fromEntries(asked.values as [string, string][]);
  const decision = user({ question: String(asked.question), values }) ? 'yes' : 'no';
  const press = { name: 'convengine_decide', arguments: { key: asked.key ?? '', decision } };
  for (let time = 0; time < 2; time += 1) await rawRequest(url, press, options);
}

async function askOverRest(place: Place, { write }: Proposed, user: User): Promise<void> {
  const answer = await post(`${place.url}/api/v1/tools/${write.tool}/calls`, write.args, place.agentKey);
  await answerOnPage(place, openedBy(answer).link, user);
}

async function askInChat(place: Place, { write, says }: Proposed, user: User): Promise<void> {
  const conversationId = randomUUID();
  const url = `${place.url}/api/v1/conversation/message`;
  const opened = await post(url, { conversationId, message: says, inputParams: requestOf(write) }, place.chatKey);
  const [asked] = opened.pendingActions as {
    actionId: string;
    revision: number;
    question: string;
    arguments: JsonObject;
  }[];
  if (!asked) return;
  const { actionId, revision, question } = asked;
  const decision = user({ question, values: asked.arguments }) ? 'CONFIRM' : 'REJECT';
  const answer = { conversationId, inReplyTo: { actionId, revision }, decision };
  await post(url, answer, place.chatKey);
  await post(url, answer, place.chatKey);
}

async function askInRun(place: Place, { write, says }: Proposed, user: User): Promise<void> {
  const headers = { authorization: `Bearer ${place.chatKey}` };
  const agent = new HttpAgent({ url: `${place.url}/ag-ui`, headers, threadId: randomUUID() });
  agent.addMessage({ id: randomUUID(), role: 'user', content: says });
  await agent.runAgent({ forwardedProps: { inputParams: requestOf(write) } });
  const [asked] = agent.pendingInterrupts;
  if (!asked) return;
  const { arguments: values } = asked.metadata as { arguments: JsonObject };
  const approved = user({ question: asked.message ?? '', values });
  const resume = [{ interruptId: asked.id, status: 'resolved' as const, payload: { approved } }];
  for (let time = 0; time < 2; time += 1) await agent.runAgent({ resume });
}

async function askInResponse(place: Place, { write, says }: Proposed, user: User): Promise<void> {
  const client = new OpenAI({ baseURL: `${place.url}/v1`, apiKey: place.chatKey, maxRetries: 0 });
  const more = { input_params: requestOf(write) };
  const opened = await client.responses.create({ model: 'flow', input: says, ...more });
  const asked = opened.output.find((item) => item.type === 'mcp_approval_request');
  if (asked?.type !== 'mcp_approval_request') return;
  const values = JSON.parse(asked.arguments) as JsonObject;
  const approve = user({ question: (asked as { question?: string }).question ?? '', values });
  const answer = { type: 'mcp_approval_response' as const, approval_request_id: asked.id, approve };
  for (let time = 0; time < 2; time += 1) {
    await client.responses.create({ model: 'flow', input: [answer], previous_response_id: opened.id });
  }
}

/** The action that an answer tells of, and the link for its user. */
export function openedBy(answer: unknown): { actionId?: string; conversationId?: string; link?: string } {
  if (!isJsonObject(answer as JsonObject)) return {};
  const { pending_actions: actions, conversation_id: conversationId, ...one } = answer as Record<string, JsonObject[]>;
  const action = (actions?.[0] ?? one) as Record<string, string>;
  return {
    ...(action.action_id && { actionId: action.action_id }),
    ...(action.consent_url && { link: action.consent_url }),
    ...(typeof conversationId === 'string' && { conversationId }),
  };
}

async function answerOnPage({ url }: Place, consentUrl: string | undefined, user: User): Promise<void> {
  if (consentUrl === undefined) return;
  const link = consentUrl.replace(/^https?:\/\/[^/]+/, url);
  const html = await (await fetch(link)).text();
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [
    plain(name),
    plain(value),
  ]);
  const question = plain(/<p class="question">(.*?)<\/p>/s.exec(html)?.[1] ?? '');
  const isYes = user({ question, values: Object.fromEntries(rows) as JsonObject });
  for (let time = 0; time < 2; time += 1) await press(link, isYes, PAGE_CODE);
}

/** Presses a button of the consent page, with what is typed there. @returns the HTTP status */
export async function press(link: string, isYes: boolean, code?: string): Promise<number> {
  const decision = isYes ? 'CONFIRM' : 'REJECT';
  const body = new URLSearchParams({ decision, ...(code !== undefined && { code }) });
  const response = await fetch(link, { method: 'POST', body });
  await response.text();
  return response.status;
}

/** Posts JSON. @returns the body of the answer, and its HTTP status as `status_code` */
export async function post(
  url: string,
  body: unknown,
  key: string,
  headers: Record<string, string> = {},
): Promise<JsonObject> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as JsonObject), status_code: response.status };
}

function plain(html: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return html.replace(/<\/?bdi>/g, '').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}
