import { randomUUID } from 'node:crypto';
import { ChatSession } from '../chat/chat-session.js';
import { ConversationClient } from '../chat/conversation-client.js';
import { CommandError } from '../command-error.js';
import type { Service } from '../command-line.js';
import { localUrl } from '../local-url.js';
import { type ExitCode, type GlobalOptions, isDebugging, loadCommandConfig } from '../options.js';
import { endWithReaders } from '../standard-output.js';
import { dim, print } from '../terminal.js';

/** The command's own options. */
export interface ChatOptions {
  readonly url?: string;
  readonly conversation?: string;
  readonly apiKey?: string;
  readonly demo?: boolean;
}

/** A service to talk with, and how to leave it. */
interface Partner {
  readonly client: ConversationClient;
  /** Whether it ends with this process. */
  readonly isHere: boolean;
  close(): Promise<void>;
}

/** Lets a person, or the lines of a pipe, talk with the engine. */
export async function runChat(globals: GlobalOptions, options: ChatOptions, service: Service): Promise<ExitCode> {
  endWithReaders();
  const { client, isHere, close } = await findPartner(globals, options, service);
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const terminal = { input: process.stdin, output: process.stdout, isInteractive, isEngineHere: isHere };
  try {
    const isAnswered = await new ChatSession(client, terminal, options.conversation).run();
    return isAnswered ? 0 : 1;
  } finally {
    await close();
  }
}

async function findPartner(globals: GlobalOptions, options: ChatOptions, service: Service): Promise<Partner> {
  const { config } = loadCommandConfig(globals);
  const url = options.url ?? localUrl(config.http);
  // The configured key is this installation's own: it is not sent to an address somebody names.
  const ownKey = options.url === undefined ? config.security.conversationApiKey : '';
  const client = new ConversationClient(url, options.apiKey ?? ownKey);
  const problem = await client.whyAbsent();
  if (problem === undefined) return { client, isHere: false, close: async () => undefined };
  if (options.url !== undefined) {
    throw new CommandError(`No ConvEngine service answers at ${url}: ${problem}.`, 'Check --url.');
  }
  return startPartner(globals, options, service, url);
}

/** Runs the engine in this process, as a service of its own that only this chat has the key of. */
async function startPartner(
  globals: GlobalOptions,
  { demo = false }: ChatOptions,
  service: Service,
  absent: string,
): Promise<Partner> {
  const apiKey = randomUUID();
  const loaded = loadCommandConfig(globals, {
    'convengine.http.host': '127.0.0.1',
    'convengine.http.port': 0,
    'convengine.security.conversation-api-key': apiKey,
    'convengine.log.level': isDebugging(globals) ? undefined : 'silent',
  });
  const { holdDatabase } = await import('../hold-database.js');
  holdDatabase(loaded);
  const { prepareEngine } = await import('../prepare-engine.js');
  const { config, database } = await prepareEngine(loaded, demo);
  const log = isDebugging(globals) ? '' : ' --debug shows its log.';
  print(dim(`No service answers at ${absent}, so the engine runs in this process, on ${database}.${log}`));
  const app = await service.serve(config);
  return { client: new ConversationClient(await app.getUrl(), apiKey), isHere: true, close: () => app.close() };
}
