import type { AddressInfo } from 'node:net';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { CommandError } from '../command-error.js';
import type { Service } from '../command-line.js';
import { holdDatabase } from '../hold-database.js';
import { localUrl } from '../local-url.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { prepareEngine } from '../prepare-engine.js';
import { describeStart } from '../start-message.js';
import { print } from '../terminal.js';

/** The command's own options. */
export interface ServeOptions {
  readonly demo?: boolean;
  readonly port?: number;
  readonly host?: string;
}

/** Starts the service and says how to use it. It runs until the process is told to end, or `dev`, which started it, has gone. */
export async function runServe(
  globals: GlobalOptions,
  { demo = false, port, host }: ServeOptions,
  service: Service,
): Promise<ExitCode> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const loaded = loadCommandConfig(globals, { 'convengine.http.port': port, 'convengine.http.host': host });
  holdDatabase(loaded);
  const prepared = await prepareEngine(loaded, demo);
  const url = await start(service, prepared.config);
  const isWhereConfigured = port === undefined && host === undefined && prepared.config.http.port !== 0;
  const chat = isWhereConfigured ? 'chat' : `chat --url ${url}`;
  print(describeStart(prepared, { url, chat, message: demo ? 'cancel my order 7017' : 'hello' }));
  return 0;
}

/** @returns the address of the service on this machine */
async function start(service: Service, config: ConvEngineConfig): Promise<string> {
  try {
    const app = await service.serve(config);
    const { port } = app.getHttpServer().address() as AddressInfo;
    return localUrl({ host: config.http.host, port });
  } catch (error) {
    throw cannotListen(error, config.http) ?? error;
  }
}

const LISTEN_PROBLEMS: Readonly<Record<string, (http: ConvEngineConfig['http']) => [string, string]>> = {
  EADDRINUSE: ({ port }) => [
    `Port ${port} is taken: another program, perhaps another ConvEngine, listens there.`,
    'End that program, or choose another port: --port 3001, or --port 0 for any free one.',
  ],
  EACCES: ({ port }) => [
    `This user may not listen on port ${port}.`,
    'Choose a port from 1024 on with --port, or grant the permission.',
  ],
  EADDRNOTAVAIL: ({ host }) => [
    `This machine has no address ${host} to listen on.`,
    'Choose another with --host; 0.0.0.0 stands for all of them.',
  ],
  ENOTFOUND: ({ host }) => [`The host ${host} is unknown.`, 'Choose another with --host; 0.0.0.0 stands for all.'],
};

/** What kept the service from listening, in words; undefined for any other error. */
function cannotListen(error: unknown, http: ConvEngineConfig['http']): CommandError | undefined {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  const describe = syscall === 'listen' || syscall === 'getaddrinfo' ? LISTEN_PROBLEMS[code] : undefined;
  return describe && new CommandError(...describe(http), { cause: error });
}
