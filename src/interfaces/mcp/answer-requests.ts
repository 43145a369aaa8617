import type { Server, ServerContext, ServerOptions } from '@modelcontextprotocol/server';
import { packageVersion } from '../../platform/config/index.js';
import type { ClientScope } from '../callers/index.js';
import type { Asking } from './asking.js';
import type { ClientMemory } from './client-memory.js';
import { guarded, guardedCall } from './guarded.js';
import { PlainServer } from './plain-server.js';
import { PromptRequests } from './prompt-requests.js';
import { ResourceRequests } from './resource-requests.js';
import type { Running } from './running.js';
import type { ServerParts } from './server-parts.js';
import { capabilitiesOf } from './stateless/round-call.js';
import { ToolRequests } from './tool-requests.js';
import { showsViews } from './views/question-views.js';

const INSTRUCTIONS =
  'Tools that only read run at once. A tool that writes asks the user for consent to exactly its arguments first: ' +
  'through this client where it can ask, else on the page at consent_url, where the answer has one: give it to the ' +
  'user, who types a code there that you must not ask for. What you say yourself is no consent. ' +
  'convengine_confirm_action tells what has come of it, and withdraws it. convengine_message talks with the ' +
  'conversation flow, which collects what is missing by itself and asks for consent the same way.';

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** What a client of a scope is answered, whatever revision it speaks. */
export interface Requests {
  readonly tools: ToolRequests;
  readonly resources: ResourceRequests;
  readonly prompts: PromptRequests;
}

/** @param memory what is known of the client between its requests */
export function requestsOf(parts: ServerParts, scope: ClientScope, memory: ClientMemory): Requests {
  return {
    tools: new ToolRequests(parts, scope, memory),
    resources: new ResourceRequests(parts, scope),
    prompts: new PromptRequests(parts, scope),
  };
}

/** The call that a request makes: what of it has to be the same when it is made again. */
export interface MadeCall {
  readonly method: string;
  readonly name: string;
  readonly args: unknown;
}

/** How a server asks the client of one request. */
export type AskingFor = (context: ServerContext, call: MadeCall) => Asking;

/** A server without a connection. */
export function newServer(options: ServerOptions = {}): Server {
  const about = { name: 'convengine', title: 'ConvEngine', version: packageVersion() };
  return new PlainServer(about, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS, ...options });
}

/** Has a server answer what both revisions have. */
export function answerRequests(server: Server, requests: Requests, askingFor: AskingFor, running: Running): void {
  answerTools(server, requests, askingFor, running);
  answerResources(server, requests, running);
  answerPrompts(server, requests, askingFor, running);
}

function answerTools(server: Server, { tools }: Requests, askingFor: AskingFor, running: Running): void {
  server.setRequestHandler('tools/list', (request, context) => {
    const withViews = showsViews({ ...server.getClientCapabilities(), ...capabilitiesOf(context) });
    return running.track(guarded(() => tools.list(request, withViews)));
  });
  server.setRequestHandler('tools/call', (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const asking = askingFor(context, { method: 'tools/call', name, args });
    return running.track(guardedCall(asking.signal, () => tools.call(request, asking)));
  });
}

function answerResources(server: Server, { resources }: Requests, running: Running): void {
  server.setRequestHandler('resources/list', (request) => guarded(() => resources.list(request)));
  server.setRequestHandler('resources/templates/list', (request) => guarded(() => resources.templates(request)));
  server.setRequestHandler('resources/read', (request, { mcpReq }) =>
    running.track(guarded(() => resources.read(request, mcpReq.signal))),
  );
}

function answerPrompts(server: Server, { prompts, resources }: Requests, askingFor: AskingFor, running: Running): void {
  server.setRequestHandler('prompts/list', (request) => guarded(() => prompts.list(request)));
  server.setRequestHandler('prompts/get', (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const asking = askingFor(context, { method: 'prompts/get', name, args });
    return running.track(guarded(() => prompts.get(request, asking)));
  });
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    guarded(async () => {
      const values =
        ref.type === 'ref/prompt'
          ? await prompts.complete(ref.name, argument.name, argument.value)
          : await resources.complete(ref.uri, argument.name, argument.value);
      return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
    }),
  );
}
