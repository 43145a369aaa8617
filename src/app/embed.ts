import { NestFactory } from '@nestjs/core';
import type { StartEngine } from '../interfaces/flow-tests/index.js';
import { ConvEngineModule } from './conv-engine.module.js';

/** Starts the engine inside this process, without HTTP; whoever asks for it closes it. Problems of rows are not logged. */
export const embed: StartEngine = (config, { clock, handlers }) =>
  NestFactory.createApplicationContext(ConvEngineModule.forRoot({ config, clock, handlers }), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
