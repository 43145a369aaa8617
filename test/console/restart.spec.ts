import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { compiledProduct } from '../helpers/compiled-product.js';
import { describeInBrowser } from './browser.js';

const MESSAGES = '/api/v1/conversation/message';

describeInBrowser('the console while its service is killed and started again', (reader) => {
  let cli: BuiltCli;
  let service: RunningService;
  let port = '0';
  const start = async () => {
    const database = `sqlite:${join(cli.directory, 'data.sqlite')}`;
    const args = ['--demo', '--port', port, '--host', '127.0.0.1', '--database', database];
    service = await cli.serve(args, { CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0' });
    ({ port } = new URL(service.url));
  };
  const kill = () => service.end('SIGKILL');
  beforeAll(async () => {
    const { folder } = await compiledProduct();
    const console = join(folder, 'dist/console');
    if (!existsSync(console)) await symlink(resolve('dist/console'), console);
    cli = await BuiltCli.build();
    await start();
  });
  afterAll(async () => {
    await service.end();
    await cli.close();
  });

  const say = async (message: string, conversationId: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ conversationId, message });
    expect((await fetch(`${service.url}${MESSAGES}`, { method: 'POST', headers, body })).status).toBe(200);
  };
  const executed = async (conversationId: string) => {
    const answer = await fetch(`${service.url}/api/v1/actions?status=EXECUTED&conversationId=${conversationId}`);
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  /** What the page has sent and where it went on, as the browser has seen it. */
  const watch = (page: Page) => {
    const keys: string[] = [];
    const wentOnAfter: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(MESSAGES)) keys.push(request.headers()['idempotency-key'] ?? '');
      if (!request.url().includes('/conversation/stream/')) return;
      wentOnAfter.push(Number(request.headers()['last-event-id'] ?? 0));
    });
    return { keys, wentOnAfter };
  };
  const isAway = (page: Page) => page.getByText('The service does not answer.').first().waitFor();
  const isLive = (page: Page) => page.getByText('✓ live').waitFor();
  const turnsOf = (page: Page) => page.getByRole('log').getByRole('button', { name: /why\?$/ });
  const write = async (page: Page, message: string) => {
    await page.getByLabel('Write a message').fill(message);
    await page.keyboard.press('Enter');
  };

  it('sends what was said meanwhile once the service is back, under the same key, and misses nothing that others said', async () => {
    const id = randomUUID();
    await say('cancel my order 7017', id);
    const page = await reader.open(`${service.url}/console/try/${id}`);
    await isLive(page);
    await page.getByRole('log').getByText('Shall I cancel order 7017?', { exact: false }).waitFor();
    const { keys, wentOnAfter } = watch(page);
    await kill();
    await isAway(page);
    await write(page, 'what does it cost?');
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    await start();
    await say('and how long does it take?', id);
    await page.getByRole('log').getByText('There is no fee', { exact: false }).waitFor();
    await page.getByRole('log').getByText('and how long does it take?').waitFor();
    await isLive(page);
    await expect.poll(() => turnsOf(page).count()).toBe(3);
    expect(new Set(keys).size).toBe(1);
    expect(wentOnAfter.every((event) => event > 0)).toBe(true);
    expect(await page.getByText('The service does not answer.').count()).toBe(0);
  });

  it('repeats a yes whose answer was lost in the crash, and it is done once', async () => {
    const id = randomUUID();
    await say('cancel my order 7018', id);
    const page = await reader.open(`${service.url}/console/try/${id}`);
    await isLive(page);
    const { keys } = watch(page);
    // The service has done it and has answered; the answer does not arrive.
    await page.route(
      `**${MESSAGES}`,
      async (route) => {
        const answer = await route.fetch();
        expect(answer.status()).toBe(200);
        await kill();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Yes' }).click();
    await isAway(page);
    await start();
    await page.getByRole('log').getByText('Order 7018 is cancelled.', { exact: false }).waitFor();
    await expect.poll(() => turnsOf(page).count()).toBe(2);
    expect(await page.getByRole('log').getByText('Order 7018 is cancelled.', { exact: false }).count()).toBe(1);
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await executed(id)).toBe(1);
  });

  it('keeps what was read on the other pages, and reads it again', async () => {
    const page = await reader.open(`${service.url}/console/actions`);
    const done = page.getByRole('link', { name: 'Shall I cancel order 7018?', exact: false });
    await done.waitFor();
    await kill();
    await page.getByRole('radio', { name: 'Ended' }).focus();
    await page.keyboard.press('ArrowRight');
    await isAway(page);
    await start();
    await say('cancel my order 7019', randomUUID());
    await page.getByRole('link', { name: 'Shall I cancel order 7019?', exact: false }).waitFor();
    expect(await page.getByText('The service does not answer.').count()).toBe(0);
  });
});
