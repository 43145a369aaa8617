import type { Service } from '../command-line.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { prepareEngine } from '../prepare-engine.js';
import { endWithReaders } from '../standard-output.js';

/** The command's own options. */
export interface McpOptions {
  readonly client: string;
  readonly demo?: boolean;
}

/** Serves one client of the Model Context Protocol on standard input and output, until it ends. */
export async function runMcp(
  globals: GlobalOptions,
  { client, demo = false }: McpOptions,
  service: Service,
): Promise<ExitCode> {
  endWithReaders();
  const { config } = await prepareEngine(loadCommandConfig(globals), demo);
  await service.serveOverStdio(config, client);
  return 0;
}
