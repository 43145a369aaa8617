// The doors by which a model proposes a call, each with the way in which its user is asked. `propose` brings one write to
// its end: it is asked for, the user answers what he is shown, and a yes is said a second time.
import { randomUUID } from 'node:crypto';
import { linkAt, look, press } from './consent-page.mjs';
import { connect, connectWithViews, post, respond, run, say } from './http.mjs';
import { KEYS, PAGE_CODE } from './service.mjs';

const MESSAGE = 'convengine_message';
const CONFIRM = 'convengine_confirm_action';
const NEWEST = '2026-07-28';

/** `open(service)` gives `{ propose(write, task, ask), close() }`; `task` has a text and a conversation of its own. */
export const DOORS = [
  { name: 'MCP tools/call, elicitation', open: (service) => overMcp(service, callTool, true) },
  { name: 'MCP tools/call, consent page', open: (service) => overMcp(service, callTool, false) },
  { name: 'REST tools, consent page', open: overRest },
  { name: 'MCP convengine_message, elicitation', open: (service) => overMcp(service, sendMessage, true) },
  { name: 'MCP convengine_message, consent page', open: (service) => overMcp(service, sendMessage, false) },
  { name: 'MCP 2026-07-28 tools/call, elicitation', open: (service) => overMcp(service, callTool, true, NEWEST) },
  {
    name: 'MCP 2026-07-28 convengine_message, elicitation',
    open: (service) => overMcp(service, sendMessage, true, NEWEST),
  },
  { name: 'MCP tools/call, view', open: overViews },
  { name: 'HTTP message, buttons', open: overMessages },
  { name: 'AG-UI, resume', open: overRuns },
  { name: 'Responses API, approval', open: overResponses },
];

async function overMcp(service, propose, canAsk, revision) {
  let asked = () => false;
  const session = await connect(service, canAsk ? (message) => asked(shownBy(message)) : undefined, revision);
  return {
    async propose(write, task, ask) {
      asked = ask;
      const { actionId, link } = await propose(session, write, task);
      if (!canAsk) await answerOnPage(service, link, ask);
      if (!ask.hasAgreed()) return;
      asked = () => true;
      if (actionId) await session.call(CONFIRM, { action_id: actionId, decision: 'yes' });
    },
    close: session.close,
  };
}

/** An assistant that shows the question in a view, whose buttons press. */
async function overViews(service) {
  const session = await connectWithViews(service, KEYS.desktop);
  return {
    async propose({ tool, args }, _task, ask) {
      const shown = await session.show(tool, args);
      if (!shown) return;
      const decision = ask({ question: shown.question, values: Object.fromEntries(shown.values) }) ? 'yes' : 'no';
      const press = { key: shown.key, decision };
      await session.call('convengine_decide', press);
      if (ask.hasAgreed()) await session.call('convengine_decide', press);
    },
    close: session.close,
  };
}

/** Opens an action by a call of the tool. */
async function callTool(session, { tool, args }) {
  const { action_id: actionId, consent_url: link } = await session.call(tool, args);
  return { actionId, link };
}

/** Opens an action beside a message, as a host does that passes on what its model wants. */
async function sendMessage(session, write, task) {
  const answer = await session.call(MESSAGE, {
    message: task.text,
    ...(task.conversationId && { conversation_id: task.conversationId }),
    input_params: { tool_request: requestOf(write) },
  });
  task.conversationId = answer.conversation_id;
  const [action] = answer.pending_actions ?? [];
  return { actionId: action?.action_id, link: action?.consent_url };
}

async function overRest(service) {
  return {
    async propose(write, _task, ask) {
      const url = `${service.url}/api/v1/tools/${write.tool}/calls`;
      const headers = { 'idempotency-key': randomUUID() };
      const { body } = await post(url, write.args, KEYS.agent, headers);
      await answerOnPage(service, body.consent_url, ask);
      if (!ask.hasAgreed()) return;
      await post(url, write.args, KEYS.agent, headers);
      const decision = `${service.url}/api/v1/tools/actions/${body.action_id}/decision`;
      await post(decision, { decision: 'yes' }, KEYS.agent);
    },
    close: () => Promise.resolve(),
  };
}

async function answerOnPage(service, consentUrl, ask) {
  if (!consentUrl) return;
  const link = linkAt(service, consentUrl);
  const shown = await look(link);
  if (!shown) return;
  const isYes = ask(shown);
  await press(link, isYes, PAGE_CODE);
  if (isYes) await press(link, isYes, PAGE_CODE);
}

/** A chat backend: it adds what the model wants to the user's message, and shows the question with its buttons. */
async function overMessages(service) {
  return {
    async propose(write, task, ask) {
      task.conversationId ??= randomUUID();
      const { conversationId } = task;
      const inputParams = { tool_request: requestOf(write) };
      const { body } = await say(service, { conversationId, message: task.text, inputParams });
      const [asked] = body.pendingActions ?? [];
      if (!asked) return;
      const { actionId, revision, question } = asked;
      const decision = ask({ question, values: asked.arguments }) ? 'CONFIRM' : 'REJECT';
      const answer = { conversationId, inReplyTo: { actionId, revision }, decision };
      await say(service, answer);
      if (ask.hasAgreed()) await say(service, answer);
    },
    close: () => Promise.resolve(),
  };
}

/** A front end that speaks AG-UI. */
async function overRuns(service) {
  return {
    async propose(write, task, ask) {
      task.conversationId ??= randomUUID();
      const threadId = task.conversationId;
      const inputParams = { tool_request: requestOf(write) };
      const messages = [{ id: randomUUID(), role: 'user', content: task.text }];
      const events = await run(service, { threadId, messages, forwardedProps: { inputParams } });
      const [asked] = events.at(-1)?.outcome?.interrupts ?? [];
      if (!asked) return;
      const approved = ask({ question: asked.message, values: asked.metadata.arguments });
      const resume = [{ interruptId: asked.id, status: 'resolved', payload: { approved } }];
      await run(service, { threadId, resume });
      if (ask.hasAgreed()) await run(service, { threadId, resume });
    },
    close: () => Promise.resolve(),
  };
}

/** A program that speaks OpenAI's Responses API. */
async function overResponses(service) {
  return {
    async propose(write, task, ask) {
      const input_params = { tool_request: requestOf(write) };
      const before = task.responseId && { previous_response_id: task.responseId };
      const response = await respond(service, { input: task.text, ...before, input_params });
      task.responseId = response.id;
      const asked = response.output.find(({ type }) => type === 'mcp_approval_request');
      if (!asked) return;
      const approve = ask({ question: asked.question, values: JSON.parse(asked.arguments) });
      const input = [{ type: 'mcp_approval_response', approval_request_id: asked.id, approve }];
      const answer = { input, previous_response_id: response.id };
      task.responseId = (await respond(service, answer)).id;
      if (ask.hasAgreed()) await respond(service, answer);
    },
    close: () => Promise.resolve(),
  };
}

/** `inputParams.tool_request` for a write. */
export function requestOf({ tool, args }) {
  return { tool_code: tool, args };
}

/** The question of an elicitation: its words, and the arguments as JSON below them. */
function shownBy(message) {
  const start = message.indexOf('{', message.lastIndexOf('\n\n'));
  return { question: message.slice(0, start), values: start < 0 ? {} : JSON.parse(message.slice(start)) };
}
