// Calls of a model with the key of an agent: it counts them in `attempts`.
import { linkAt } from './consent-page.mjs';
import { post } from './http.mjs';
import { KEYS } from './service.mjs';

export const MESSAGE = 'convengine_message';
export const CONFIRM = 'convengine_confirm_action';

/** What an answer tells of the action that was opened. */
export function openedBy({ service }, answer) {
  const [action = answer] = answer.pending_actions ?? [];
  return {
    actionId: action.action_id,
    conversationId: answer.conversation_id,
    link: action.consent_url && linkAt(service, action.consent_url),
  };
}

/** A tool over MCP, in its own or another session. @returns what it answered for programs */
export function callMcp(model, name, args, session = model.session) {
  model.attempts += 1;
  return session.call(name, args);
}

/** A tool over plain HTTP. */
export function callRest(model, { tool, args }, key) {
  return postTo(model, `/api/v1/tools/${tool}/calls`, args, { 'idempotency-key': key });
}

/** Any address of the service. */
export function postTo(model, path, body, headers) {
  model.attempts += 1;
  return post(`${model.service.url}${path}`, body, KEYS.agent, headers);
}
