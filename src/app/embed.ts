import { NestFactory } from '@nestjs/core';
import type { StartEngine } from '../interfaces/flow-engine/index.js';
import { ConvEngineModule } from './conv-engine.module.js';

/** Starts the engine inside this process, without HTTP and telemetry; whoever asks for it closes it. Problems of rows are not logged. */
export const embed: StartEngine = (config, { clock, handlers, model }) =>
  NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config, clock, handlers, model, telemetry: false }), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
