// Requests as the callers of the bench make them.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { KEYS } from './service.mjs';

/** @param key one of the keys; @returns `{ status, body }`, the body as JSON where it is */
export async function post(url, body, key, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }), ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { text } };
}

/** A run of AG-UI: its events. */
export async function run({ url }, body, key = KEYS.chat) {
  const { body: answer } = await post(`${url}/ag-ui`, { runId: 'run', messages: [], ...body }, key);
  return [...(answer.text ?? '').matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
}

/** A request to the Responses API: the response. */
export async function respond({ url }, body, key = KEYS.chat) {
  return (await post(`${url}/v1/responses`, body, key)).body;
}

/** One message through the chat's address. */
export function say({ url }, body, key = KEYS.chat, headers = {}) {
  return post(`${url}/api/v1/conversation/message`, body, key, headers);
}

/** A client over MCP with the key of an agent; `ask` answers what the service asks the user, where it is given. */
export function connect(service, ask, revision = '2025-11-25') {
  return open(service, { ask, revision, key: KEYS.agent, capabilities: ask ? { elicitation: { form: {} } } : {} });
}

/** A client that shows views of questions. */
export function connectWithViews(service, key) {
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
  return open(service, { revision: '2026-07-28', key, capabilities: { extensions } });
}

async function open({ url }, { ask, revision, key, capabilities }) {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'bench', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
  if (ask) {
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: (await ask(params.message)) ? 'accept' : 'decline',
      content: {},
    }));
  }
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return {
    /** The question that the answer has for a view. */
    show: async (name, args) => (await client.callTool({ name, arguments: args }))._meta?.['convengine/question'],
    /** What the tool answered for programs; an error of the protocol is an answer as well. */
    call: async (name, args) => {
      try {
        return (await client.callTool({ name, arguments: args })).structuredContent ?? {};
      } catch (error) {
        return { error: error.message };
      }
    },
    close: () => client.close(),
  };
}
