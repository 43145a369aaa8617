import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { TcpProxy } from '../helpers/tcp-proxy.js';
import { describeInBrowser, violations } from './browser.js';

const CANNOT_WORK = 'The service cannot work just now.';
const PHONE = { viewport: { width: 390, height: 844 } };

describe.skipIf(!inject('postgres').available)('the console of a service that is there (postgres)', () => {
  describeInBrowser('while its database is not', (reader) => {
    let database: TestDatabase;
    let proxy: TcpProxy;
    let engine: TestEngine;
    beforeAll(async () => {
      database = await openPostgres();
      const opened = await TcpProxy.before(database.url);
      proxy = opened.proxy;
      engine = await startEngine({
        database: { ...database, url: opened.url },
        seeds: ['seeds/demo/demo.sql'],
        config: { 'handlers.directories': ['seeds/demo/handlers'] },
      });
    });
    afterAll(async () => {
      await engine.close();
      await proxy.close();
      await database.close();
    });

    const open = (path: string) => reader.open(`${engine.url}/console/${path}`, PHONE, /50[034]/);
    const write = async (page: Page, message: string) => {
      await page.getByLabel('Write a message').fill(message);
      await page.keyboard.press('Enter');
    };

    it('says so on every page, and reads again by itself what could not be read', async () => {
      const id = randomUUID();
      await engine.say('cancel my order 7031', id);
      const [list, rows] = [await open('actions'), await open('rows')];
      await list.getByRole('link', { name: /7031/ }).waitFor();
      await rows.getByText('Version 1 runs', { exact: false }).waitFor();
      proxy.cut();
      await rows.reload();
      for (const page of [list, rows]) await page.getByRole('status').getByText(CANNOT_WORK).waitFor();
      await rows.getByRole('heading', { name: 'The service could not answer this' }).waitFor();
      // What was read before stays.
      await list.getByRole('link', { name: /7031/ }).waitFor();
      expect(await violations(list)).toEqual([]);
      await list.getByRole('link', { name: 'What is wrong' }).click();
      await list.getByText('The database cannot be reached', { exact: false }).first().waitFor();
      proxy.heal();
      await rows.getByText('Version 1 runs', { exact: false }).waitFor();
      for (const page of [list, rows]) await page.getByText(CANNOT_WORK).waitFor({ state: 'detached' });
    });

    it('sends what is said meanwhile by itself, once, and shows what was said before', async () => {
      const id = randomUUID();
      await engine.say('cancel my order 7032', id);
      const page = await open(`try/${id}`);
      await page.getByText('✓ live').waitFor();
      const keys: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/conversation/message')) keys.push(request.headers()['idempotency-key'] ?? '');
      });
      proxy.cut();
      await write(page, 'yes');
      await expect.poll(() => keys.length).toBeGreaterThan(1);
      await page.getByText(CANNOT_WORK).waitFor();
      proxy.heal();
      await page.getByRole('log').getByText('Order 7032 is cancelled.', { exact: false }).waitFor();
      expect(new Set(keys).size).toBe(1);
      await page.getByText(CANNOT_WORK).waitFor({ state: 'detached' });
    });

    it('reads a conversation that could not be read, though its stream has never ended', async () => {
      const id = randomUUID();
      await engine.say('cancel my order 7033', id);
      const page = await open('actions');
      let refused = 0;
      await page.route(
        '**/turns?*',
        (route) => {
          refused += 1;
          return route.fulfill({ status: 503, json: {} });
        },
        { times: 1 },
      );
      await page.goto(`${engine.url}/console/try/${id}`);
      await expect.poll(() => refused).toBe(1);
      await page.getByRole('log').getByText('Shall I cancel order 7033?', { exact: false }).waitFor();
      await page.getByText('✓ live').waitFor();
    });
  });
});
