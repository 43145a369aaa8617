import { counted } from '../../platform/common/counted.js';
import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';
import { describeDoors, isThisMachine } from '../callers/index.js';
import type { PreparedEngine } from './prepare-engine.js';
import { table } from './terminal.js';

/** Where the started service is, and how to talk with it. */
export interface StartedService {
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  /** The chat command that finds it, such as `chat --url http://localhost:4000`. */
  readonly chat: string;
}

/** Where `chat` looks by itself; what set another port may not be there where it is typed. */
const DEFAULT_PORT = '3000';

/** The chat command that finds a service. @param host as the command line says, where it does */
export function chatWith(url: string, host?: string): string {
  return host === undefined && new URL(url).port === DEFAULT_PORT ? 'chat' : `chat --url ${url}`;
}

/** What `serve` prints once the service answers. */
export function describeStart(engine: PreparedEngine, { url, chat }: StartedService): string {
  const { config, database, intents, demoRows, hasKeys } = engine;
  const needsKey = hasKeys || hasAnyKey(config);
  // Chat has the key of the settings at hand, and sends it to no address that is named.
  const givesKey = needsKey && (config.security.conversationApiKey === '' || chat.includes('--url'));
  const facts = [
    ['  Console', `${url}/console`],
    ['  Listens', describeListening(config)],
    ['  API docs', `${url}/api/docs`],
    ['  Database', database],
    ['  Model', describeModel(config.llm)],
    ['  Flows', describeFlows(intents, demoRows)],
    ['  Keys', describeDoors(config, hasKeys)],
  ];
  const hasDemo = demoRows === 'loaded' || demoRows === 'there';
  const message = hasDemo ? 'cancel my order 7017' : 'hello';
  const key = needsKey ? " -H 'X-API-KEY: YOUR-KEY'" : '';
  const tries = [
    `  curl ${url}/api/v1/conversation/message -H 'Content-Type: application/json'${key} -d '{"message":"${message}"}'`,
    `  npx convengine ${chat}${givesKey ? ' --api-key YOUR-KEY' : ''}`,
  ];
  return [`ConvEngine answers at ${url}`, '', table(facts), '', 'Try it:', ...tries, '', 'Ctrl-C ends it.'].join('\n');
}

/** Who can reach the service at all; what they may do there is another matter. */
function describeListening({ http }: ConvEngineConfig): string {
  if (isThisMachine(http.host)) return `${http.host}: programs on this machine alone (--host 0.0.0.0 for others)`;
  const isEverywhere = http.host === '0.0.0.0' || http.host === '::';
  return `${http.host}: other machines can reach it${isEverywhere ? ', by every address of this one' : ''}`;
}

function describeModel({ provider, model, baseUrl }: ConvEngineConfig['llm']): string {
  return provider === 'none' ? 'none; everything works without (convengine.llm)' : `${model} at ${baseUrl}`;
}

function describeFlows(intents: number, demoRows: PreparedEngine['demoRows']): string {
  if (intents === 0) return 'none yet; load some with "convengine seed FILE", or start with --demo';
  if (demoRows === 'loaded') return `${counted(intents, 'intent')}, just loaded from the demo pack`;
  const leftOut = '; the rows of the demo pack were left out, as they go into an empty database alone';
  return `${counted(intents, 'intent')}${demoRows === 'left-out' ? leftOut : ''}`;
}
