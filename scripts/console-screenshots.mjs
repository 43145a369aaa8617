// Takes the pictures of the console that the README shows, from the demo: `npm run build && node scripts/console-screenshots.mjs`.
// Needs Chromium at /usr/bin/chromium, or where CHROMIUM says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');
const CONVERSATION = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

const folder = await mkdtemp(join(tmpdir(), 'convengine-pictures-'));
const service = spawn(
  process.execPath,
  ['dist/bundle/cli.js', 'serve', '--demo', '--port', '0', '--database', `sqlite:${join(folder, 'demo.sqlite')}`],
  { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const url = await addressOf(service);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  await takePictures(await browser.newPage({ viewport: { width: 1200, height: 720 }, locale: 'en-GB' }), url);
  await browser.close();
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  await rm(folder, { recursive: true });
}

async function addressOf({ stdout }) {
  for await (const line of createInterface(stdout)) {
    const [, url] = /^ConvEngine answers at (\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The service did not start.');
}

async function takePictures(page, url) {
  await page.goto(`${url}/console/try/${CONVERSATION}`);
  const write = page.getByLabel('Write a message');
  await write.fill('cancel my order 7017');
  await write.press('Enter');
  await page.getByRole('button', { name: 'Yes' }).waitFor();
  await write.fill('what does it cost?');
  await write.press('Enter');
  await page.getByText('2 more messages can answer it').waitFor();
  await page.screenshot({ path: join(ROOT, 'docs/console-try.png'), animations: 'disabled' });
  await write.fill('yes please');
  await write.press('Enter');
  await page.getByRole('log').getByText('Order 7017 is cancelled.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Actions' }).click();
  await page.getByRole('link', { name: 'Shall I cancel order 7017?', exact: false }).click();
  await page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await page.screenshot({ path: join(ROOT, 'docs/console-action.png'), animations: 'disabled' });
}
