import type { AddressInfo } from 'node:net';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { CommandError } from '../command-error.js';
import type { Service } from '../command-line.js';
import { holdDatabase } from '../hold-database.js';
import { localUrl } from '../local-url.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { prepareEngine } from '../prepare-engine.js';
import { chatWith, describeStart } from '../start-message.js';
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
  const chat = chatWith(url, host);
  print(describeStart(prepared, { url, chat }));
  return 0;
}

/** @returns the address of the service on this machine */
async function start(service: Service, config: ConvEngineConfig): Promise<string> {
  try {
    const app = await service.serve(config);
    const { port } = app.getHttpServer().address() as AddressInfo;
    return localUrl({ host: config.http.host, port });
  } catch (error) {
    throw cannotListen(error, config) ?? error;
  }
}

/** Where a service listens, and what somebody sets who wants it elsewhere. */
interface Door {
  readonly host: string;
  readonly port: number;
  readonly setPort: string;
  readonly setHost: string;
  readonly otherPort: string;
}

function doorsOf({ http, metrics, mcp }: ConvEngineConfig): Door[] {
  const further = (at: { host: string; port: number }, key: string): Door => {
    const [setHost, setPort] = [`convengine.${key}.host`, `convengine.${key}.port`];
    return { host: at.host, port: at.port, setHost, setPort, otherPort: setPort };
  };
  return [
    {
      host: http.host,
      port: http.port,
      setPort: '--port',
      setHost: '--host',
      otherPort: '--port 3001, or --port 0 for any free one',
    },
    further(metrics, 'metrics'),
    further(mcp.workflows.restate, 'mcp.workflows.restate'),
  ];
}

const LISTEN_PROBLEMS: Readonly<Record<string, (door: Door) => [string, string]>> = {
  EADDRINUSE: ({ port, otherPort }) => [
    `Port ${port} is taken: another program, perhaps another ConvEngine, listens there.`,
    `End that program, or choose another port: ${otherPort}.`,
  ],
  EACCES: ({ port, setPort }) => [
    `This user may not listen on port ${port}.`,
    `Choose a port from 1024 on with ${setPort}, or grant the permission.`,
  ],
  EADDRNOTAVAIL: ({ host, setHost }) => [
    `This machine has no address ${host} to listen on.`,
    `Choose another with ${setHost}; 0.0.0.0 stands for all of them.`,
  ],
  ENOTFOUND: ({ host, setHost }) => [
    `The host ${host} is unknown.`,
    `Choose another with ${setHost}; 0.0.0.0 stands for all.`,
  ],
};

/** What Node.js says of a port that cannot be had, or of a host that is not known. */
interface ListenError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly hostname?: string;
}

/** What kept the service from listening, in words; undefined for any other error. */
function cannotListen(error: unknown, config: ConvEngineConfig): CommandError | undefined {
  const { code = '', syscall = '', port, hostname } = error as ListenError;
  const describe = syscall === 'listen' || syscall === 'getaddrinfo' ? LISTEN_PROBLEMS[code] : undefined;
  const doors = doorsOf(config);
  const door = doors.find((one) => (port === undefined ? one.host === hostname : one.port === port)) ?? doors[0];
  return describe && door && new CommandError(...describe(door), { cause: error });
}
