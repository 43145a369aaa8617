// A host in a browser: it stands in for an assistant that shows views, with the libraries that such hosts are made of. What
// its model would see is kept apart from what its view is given.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';

const INFO = { name: 'host', version: '1.0.0' };
const EXTENSIONS = { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } };
const asked = new URLSearchParams(location.search);

async function connect() {
  const client = new Client(INFO, {
    capabilities: { extensions: EXTENSIONS },
    versionNegotiation: { mode: asked.get('revision') === '2026-07-28' ? { pin: '2026-07-28' } : 'legacy' },
  });
  const headers = { authorization: `Bearer ${asked.get('key')}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${asked.get('url')}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** Shows a view in a sandbox that can run its scripts and nothing else. */
async function showView(client, html, result) {
  const frame = document.createElement('iframe');
  frame.title = 'View';
  frame.sandbox = 'allow-scripts';
  frame.width = '600';
  document.body.replaceChildren(frame);
  const capabilities = { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } };
  const bridge = new AppBridge(client, INFO, capabilities, { hostContext: { theme: asked.get('theme') } });
  bridge.addEventListener('initialized', () => bridge.sendToolResult(result));
  bridge.addEventListener('sizechange', ({ height }) => {
    frame.height = String(height);
  });
  bridge.onopenlink = async ({ url }) => {
    host.opened.push(url);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content }) => {
    host.modelContext = content;
    return {};
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
}

const host = {
  opened: [],
  modelContext: undefined,
  /** The tools that its model has. */
  async toolsOfModel() {
    const { tools } = await (await host.client).listTools();
    return tools.filter((tool) => !isToolVisibilityAppOnly(tool)).map(({ name }) => name);
  },
  /** Calls a tool as its model wants it, and shows the view of it. @returns what the model is told, and what the view is */
  async call(name, args) {
    const client = await host.client;
    const { tools } = await client.listTools();
    const uri = getToolUiResourceUri(tools.find((tool) => tool.name === name));
    const result = await client.callTool({ name, arguments: args });
    const { contents } = await client.readResource({ uri });
    await showView(client, contents[0].text, result);
    const { content, structuredContent, _meta } = result;
    return { toModel: { content, structuredContent }, toView: _meta?.['convengine/question'], resource: contents[0] };
  },
  /** Calls a tool past its views, as a model would. */
  async callPast(name, args) {
    return (await host.client).callTool({ name, arguments: args });
  },
  client: connect(),
};
globalThis.host = host;
