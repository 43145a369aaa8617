import { Logger } from '@nestjs/common';
import { onTestFinished, vi } from 'vitest';

/**
 * Keeps the log of this process until the test ends, and writes none of it.
 * @returns the lines of one kind of work, by how they begin, without what comes behind the reason or the time
 */
export function keepLog(): (work: string) => string[] {
  const lines: string[] = [];
  for (const level of ['warn', 'log'] as const) {
    const spy = vi.spyOn(Logger.prototype, level).mockImplementation((text: unknown) => void lines.push(String(text)));
    onTestFinished(() => spy.mockRestore());
  }
  return (work) =>
    lines.filter((line) => line.startsWith(work)).map((line) => line.replace(/(tried again:|, after).*/s, '$1'));
}

/** What is in the log of work that is done again and again, when its database was away once. */
export function outageOf(work: string): string[] {
  return [`${work} failed, and is tried again:`, `${work} works again, after`];
}
