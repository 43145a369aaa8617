import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Command } from 'commander';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { StartEngine } from '../flow-engine/index.js';
import type { StartThread } from '../flow-replay/index.js';
import type { ExitCode } from './options.js';

/** What a command is added to. */
export interface CommandLine {
  /** Its `opts()` are those of every command (`GlobalOptions`). */
  readonly program: Command;
  /** Called once, with the exit code of the command that has run. */
  readonly finish: Finish;
  readonly service: Service;
}

/** Takes the exit code of a command that has run. */
export type Finish = (exitCode: ExitCode) => void;

/** How the engine is started: the application puts its parts together, and the command line only asks for that. */
export interface Service {
  /** Resolves when the service answers over HTTP. */
  serve(config: ConvEngineConfig): Promise<NestFastifyApplication>;
  /** Resolves when the client of the Model Context Protocol has ended. */
  serveOverStdio(config: ConvEngineConfig, client: string): Promise<void>;
  /** Resolves when the engine can be talked with inside this process. */
  readonly embed: StartEngine;
  /** Starts a thread that holds recorded conversations. */
  readonly replayThread: StartThread;
}
