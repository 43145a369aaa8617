import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { TcpProxy } from '../helpers/tcp-proxy.js';
import { describeInBrowser, violations } from './browser.js';

const demo = { seeds: ['seeds/demo/demo.sql'], config: { 'handlers.directories': ['seeds/demo/handlers'] } };

describeInBrowser('the console while the service is away', (reader) => {
  let engine: TestEngine;
  let proxy: TcpProxy;
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite(), ...demo });
    const { hostname: host, port } = new URL(engine.url.replace('[::1]', '127.0.0.1'));
    proxy = await TcpProxy.open({ host, port: Number(port) });
  });
  afterAll(async () => {
    await proxy.close();
    await engine.close();
  });

  it('says so, goes on by itself, and has lost nothing of what was said meanwhile', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 8001', id);
    const page = await reader.open(`http://127.0.0.1:${proxy.port}/console/try/${id}`);
    await page.getByText('✓ live').waitFor();
    proxy.cut();
    await page.getByText('! connecting').waitFor();
    await page.getByText('The service does not answer.').first().waitFor();
    expect(await page.getByRole('log').textContent()).toContain('Shall I cancel order 8001?');
    expect(await violations(page)).toEqual([]);
    await engine.say('no', id);
    proxy.heal();
    await page.getByRole('log').getByText('order 8001 stays as it is', { exact: false }).waitFor();
    await page.getByText('✓ live').waitFor();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
  });

  it('says so as well where the service hangs: it takes what is asked, and answers nothing', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 8003', id);
    const open = (path: string) => reader.open(`http://127.0.0.1:${proxy.port}/console/${path}`);
    const pages = { talk: await open(`try/${id}`), operations: await open('operations'), flow: await open('flow') };
    await pages.talk.getByText('✓ live').waitFor();
    await pages.operations.getByText('✓ The service is well.').waitFor();
    await pages.flow.getByText('4 intents', { exact: false }).waitFor();
    proxy.silence();
    await pages.flow.getByRole('link', { name: 'Conversations' }).click();
    for (const page of Object.values(pages)) await page.getByText('The service does not answer.').first().waitFor();
    await pages.talk.getByText('! connecting').waitFor();
    await pages.operations.getByText('! How it is now is not known.').waitFor();
    await pages.operations.getByText(/Last read: .*\d:\d\d:\d\d/).waitFor();
    expect(await pages.operations.getByText('The service is well.').count()).toBe(0);
    expect(await violations(pages.operations)).toEqual([]);
    proxy.heal();
    await pages.talk.getByText('✓ live').waitFor();
    await pages.operations.getByText('✓ The service is well.').waitFor();
    await pages.flow.getByRole('link', { name: 'cancel my order 8003' }).waitFor();
  });

  it('says what to do where a part of it is gone, as after an update of the service', async () => {
    const page = await reader.open(`${engine.url}/console/actions`, {}, /404|preload/);
    await page.getByRole('heading', { name: 'Actions' }).waitFor();
    await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Flow map' }).click();
    await page.getByRole('alert').getByText('Perhaps the service was updated', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/assets/*.css');
    await page.getByRole('button', { name: 'Load the console again' }).click();
    await page.getByText('4 intents', { exact: false }).waitFor();
  });

  it('shows the beginning of what it suggests where little of it fits', async () => {
    const page = await reader.open(`${engine.url}/console/`, { viewport: { width: 640, height: 430 } });
    const heading = page.getByRole('heading', { name: 'Talk with your flows' });
    await heading.waitFor();
    await expect.poll(() => page.getByRole('log').evaluate((log) => log.scrollTop)).toBe(0);
  });

  it('shows in the head of a narrow page where one is, however far to the right', async () => {
    const page = await reader.open(`${engine.url}/console/operations`, { viewport: { width: 390, height: 844 } });
    const here = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Operations' });
    await here.waitFor();
    await expect
      .poll(async () => ((await here.boundingBox())?.x ?? 999) + ((await here.boundingBox())?.width ?? 0))
      .toBeLessThanOrEqual(390);
  });

  it('says in German what can be done where something fails, and marks what the service says as English', async () => {
    const address = `${engine.url}/console/actions/${randomUUID()}`;
    const page = await reader.open(address, { locale: 'de-DE' }, /404/);
    await page.getByText('Prüfen Sie die Adresse und die Kennung.').waitFor();
    expect(await page.getByText(/There is no action/).getAttribute('lang')).toBe('en');
  });

  it('speaks German to who wants it, and leads back from an address that leads nowhere', async () => {
    const page = await reader.open(`${engine.url}/console/nowhere`, { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zu „Ausprobieren“' }).click();
    await page.getByRole('heading', { name: 'Mit den eigenen Abläufen sprechen' }).waitFor();
  });
});
