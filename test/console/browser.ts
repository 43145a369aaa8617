import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';

const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

const executablePath = CHROMIUM.find((path) => path !== undefined && existsSync(path));

/** Opens pages of the console; what is open is closed after each test, which fails where a page had an error. */
export interface Reader {
  /** @param expected errors that the browser reports by itself, of answers that the test wants */
  open(address: string, options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
}

/** A suite in the system's Chromium; skipped, with a line that says so, where there is none. */
export function describeInBrowser(title: string, define: (reader: Reader) => void): void {
  if (executablePath === undefined) console.log(`Skipped, as there is no Chromium (CHROMIUM=PATH): ${title}`);
  describe.skipIf(executablePath === undefined)(title, () => {
    let browser: Browser;
    const problems: string[] = [];
    beforeAll(async () => {
      await builtConsole();
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: FLAGS.split(' ') });
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
      expect(problems.splice(0)).toEqual([]);
    });
    define({
      async open(address, options = {}, expected = /^$/) {
        const context = await browser.newContext({
          viewport: { width: 1280, height: 860 },
          locale: 'en-GB',
          ...options,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        page.on('pageerror', (error) => problems.push(error.message));
        page.on('console', (message) => {
          const text = message.text();
          if (message.type() !== 'error' || isOfAnAbsentService(text) || expected.test(text)) return;
          problems.push(text);
        });
        await page.goto(address);
        return page;
      },
    });
  });
}

/** Browsers report by themselves that nobody answered, whatever the page makes of it. */
function isOfAnAbsentService(text: string): boolean {
  return /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED/.test(
    text,
  );
}

/** What axe finds wrong with the page as it stands; of a dark one its colours, as all else is that of the light one. */
export async function violations(page: Page): Promise<string[]> {
  // The page's policy allows no script of ours: it is put in by the browser itself.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage, matchMedia } = globalThis as unknown as {
      axe: typeof axe;
      matchMedia: (query: string) => { matches: boolean };
    };
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const { violations } = await inPage.run(
      isDark ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } : {},
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Builds the console once in a run, where what is built is not newer than its sources. */
export async function builtConsole(): Promise<void> {
  const folder = join(inject('runFolder'), 'console');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await promisify(execFile)(process.execPath, ['console/build.mjs']);
    await mkdir(join(folder, 'built'));
  }
  while (!existsSync(join(folder, 'built'))) await delay(100);
}
