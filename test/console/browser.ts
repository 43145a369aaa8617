import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';

const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
];
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Half as long as what `axe-core` gives as its source, which has to be handed to every page that is looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Colours that are changed turn slowly into others, which are none of either: none are under way from here on. */
const WITHOUT_TRANSITIONS = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

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

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  return runAxe(page, {});
}

/** The same, and what it finds wrong with its colours in the dark: all else is that of the light page. */
export async function violationsInBothColours(page: Page): Promise<string[]> {
  const inTheLight = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  const inTheDark = await runAxe(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inTheLight, ...inTheDark.map((violation) => `dark: ${violation}`)];
}

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // The page's policy allows no script of ours: it is put in by the browser itself.
    await page.evaluate(AXE);
    await page.evaluate(WITHOUT_TRANSITIONS);
  }
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/** Keeps requests from the service until they are let go. */
export async function hold(page: Page, address: string) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, letGo: released.resolve };
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
