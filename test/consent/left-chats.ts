import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/platform/common/json.js';
import { type Place, type Proposed, post, requestOf } from './asking-doors.js';

/** A question whose user has left, by its ids. */
interface LeftQuestion {
  readonly conversationId: string;
  readonly actionId?: string;
}

/** Has a chat backend pass on what a model wants, by each door of a chat in turn. */
export function openInChat(place: Place, it: Proposed, turn: number): Promise<LeftQuestion> {
  const doors = [openByMessage, openByRun, openByResponse];
  return (doors[turn % doors.length] ?? openByMessage)(place, it);
}

async function openByMessage({ url, chatKey }: Place, { write, says }: Proposed): Promise<LeftQuestion> {
  const conversationId = randomUUID();
  const message = { conversationId, message: says, inputParams: requestOf(write) };
  const answer = await post(`${url}/api/v1/conversation/message`, message, chatKey);
  const [asked] = answer.pendingActions as { actionId: string }[];
  return { conversationId, ...(asked && { actionId: asked.actionId }) };
}

async function openByRun({ url, chatKey }: Place, { write, says }: Proposed): Promise<LeftQuestion> {
  const conversationId = randomUUID();
  const words = { ...wordsOf(says, conversationId), forwardedProps: { inputParams: requestOf(write) } };
  const [, actionId] = /"interrupts":\[\{"id":"([^".]+)/.exec(await send(`${url}/ag-ui`, words, chatKey)) ?? [];
  return { conversationId, ...(actionId && { actionId }) };
}

async function openByResponse({ url, chatKey }: Place, { write, says }: Proposed): Promise<LeftQuestion> {
  const answer = await send(`${url}/v1/responses`, { input: says, input_params: requestOf(write) }, chatKey);
  const [, conversationId = ''] = /"resp_([^".]+)/.exec(answer) ?? [];
  const [, actionId] = /"mcpr_([^".]+)/.exec(answer) ?? [];
  return { conversationId, ...(actionId && { actionId }) };
}

/** Words of a user in a run of AG-UI. */
export function wordsOf(content: string, threadId: string): JsonObject {
  return { threadId, runId: 'run', messages: [{ id: randomUUID(), role: 'user', content }] };
}

/** Posts to a door of a chat. @returns what came, as text */
export async function send(url: string, body: JsonObject, key: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return response.text();
}
