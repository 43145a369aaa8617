import { Logger } from '@nestjs/common';
import type { LlmLogger } from './llm-settings.js';

/** The log of the service, for what is to be told of models. */
export function serviceLog(): LlmLogger {
  const log = new Logger('Llm');
  return { warn: (details, message) => log.warn({ ...details, msg: message }) };
}
