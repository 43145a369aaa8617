import type { LoggerService } from '@nestjs/common';

/**
 * Takes what Nest has to say while it starts. Its progress is dropped, the rest is kept for the log of the service;
 * where the start fails, that is left to whoever is thrown the error.
 */
export class StartLog implements LoggerService {
  readonly #entries: { readonly level: 'warn' | 'error'; readonly texts: readonly unknown[] }[] = [];

  log(): void {}

  warn(...texts: unknown[]): void {
    this.#entries.push({ level: 'warn', texts });
  }

  error(...texts: unknown[]): void {
    this.#entries.push({ level: 'error', texts });
  }

  writeTo(logger: LoggerService): void {
    for (const { level, texts } of this.#entries) {
      const [text, ...more] = texts;
      logger[level](text, ...more);
    }
  }
}
