import { systemClock } from '../../src/platform/common/clock.js';
import { Handlers, type WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import type { Database } from '../../src/platform/persistence/index.js';
import type { RestateSettings } from '../../src/tools/groups/workflow/restate/run-calls.js';
import { EmbeddedWorkflows } from '../../src/tools/index.js';
import type { RestateServer } from './restate/server.mjs';
import { RestateService } from './restate/service.mjs';
import { workflowSettings } from './tool-calls.js';

/** How long a process of these tests keeps a run without a sign of life, in milliseconds. */
const LEASE_MS = 2_000;

/** One process of the service. */
export interface EngineProcess {
  readonly engine: EmbeddedWorkflows;
  /** Ends it as a kill does: whatever it is at work on is never heard of again. */
  crash(): void;
  /** Ends it as a service does that is stopped. */
  stop(): Promise<void>;
}

/** Starts processes in which durable runs are gone on with. */
export interface EngineProcesses {
  begin(database: Database, handlers: readonly WorkflowHandler[]): Promise<EngineProcess>;
  close(): Promise<void>;
}

/** Those that find by themselves what is due. */
export const ownProcesses: EngineProcesses = {
  begin: (database, handlers) => beginProcess(database, handlers),
  close: async () => undefined,
};

let services = 0;

/**
 * Those that Restate calls, by one address, as a service of their own.
 * @param onData is given what it and they tell each other
 */
export async function openRestateProcesses(
  server: RestateServer,
  onData?: (data: Buffer) => void,
): Promise<EngineProcesses & { readonly serviceName: string }> {
  services += 1;
  const service = await RestateService.of(server, `ConvEngineRun${services}`, onData);
  const begin: EngineProcesses['begin'] = async (database, handlers) => {
    const settings = await service.addProcess();
    const { engine, crash, stop } = await beginProcess(database, handlers, settings);
    return {
      engine,
      crash: () => {
        crash();
        service.removeProcess(settings);
      },
      stop: async () => {
        await stop();
        service.removeProcess(settings);
      },
    };
  };
  return { begin, serviceName: service.serviceName, close: () => service.close() };
}

async function beginProcess(
  given: Database,
  handlers: readonly WorkflowHandler[],
  restate: Partial<RestateSettings> = {},
): Promise<EngineProcess> {
  const { database, kill } = untilKilled(given);
  const all = new Handlers();
  for (const handler of handlers) all.add(handler);
  const settings = workflowSettings(60_000, 2_000);
  const { workflows } = settings.mcp;
  const mcp = { workflows: { ...workflows, leaseMs: LEASE_MS, restate: { ...workflows.restate, ...restate } } };
  const engine = new EmbeddedWorkflows(all, database, systemClock, { ...settings, mcp });
  await engine.watch();
  return { engine, crash: kill, stop: () => engine.beforeApplicationShutdown() };
}

/** A database that a process which was killed does nothing in any more. */
function untilKilled(database: Database): { readonly database: Database; readonly kill: () => void } {
  let isKilled = false;
  const get = (target: Database, name: keyof Database) => {
    if (isKilled) throw new Error('this process was killed');
    const value = target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const kill = () => {
    isKilled = true;
  };
  return { database: new Proxy(database, { get: get as ProxyHandler<Database>['get'] }), kill };
}
