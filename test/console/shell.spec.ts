import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyFor } from '../access/keys.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { TcpProxy } from '../helpers/tcp-proxy.js';
import { describeInBrowser, violations } from './browser.js';

const demo = { seeds: ['seeds/demo/demo.sql'], config: { 'handlers.directories': ['seeds/demo/handlers'] } };

describeInBrowser('the console where keys are asked for', (reader) => {
  let engine: TestEngine;
  const keys = { 'security.admin-api-key': 'the-admins-key', 'security.conversation-api-key': 'the-chats-key' };
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite(), ...demo, config: { ...demo.config, ...keys } });
  });
  afterAll(() => engine.close());

  it('asks for a key, sends it as a header, and keeps it nowhere but in the memory of the page', async () => {
    const page = await reader.open(`${engine.url}/console/actions`, {}, /401/);
    const dialog = page.getByRole('dialog', { name: 'The service asks for a key' });
    await dialog.getByText('This address needs the admin API key.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'API key' }).fill('the-admins-key');
    await dialog.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('No action yet').waitFor();
    const kept = await page.evaluate(
      'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location',
    );
    expect(kept).not.toContain('the-admins-key');
    await page.reload();
    await dialog.waitFor();
  });
});

describeInBrowser('the console of somebody with a role', (reader) => {
  it('lets a user talk in their own conversations, and says of other pages who may', async () => {
    const database = await openSqlite();
    const { key } = await keyFor(database, 'user', 'ann');
    const engine = await startEngine({ database, ...demo });
    const page = await reader.open(`${engine.url}/console`, {}, /401|403|404/);
    const dialog = page.getByRole('dialog', { name: 'The service asks for a key' });
    await dialog.getByRole('textbox', { name: 'API key' }).fill(key);
    await dialog.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('textbox').fill('cancel my order 8002');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByText('Shall I cancel order 8002?', { exact: false }).waitFor();
    await page.getByText('✓ live').waitFor();
    expect(await engine.count(`SELECT count(*) FROM ce_conversation WHERE user_id = 'ann'`)).toBe(1);
    await page.getByRole('link', { name: 'Actions' }).click();
    await page.getByText('the caller has the role user', { exact: false }).first().waitFor();
    await engine.close();
    await database.close();
  });
});

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

  it('speaks German to who wants it, and leads back from an address that leads nowhere', async () => {
    const page = await reader.open(`${engine.url}/console/nowhere`, { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zu „Ausprobieren“' }).click();
    await page.getByRole('heading', { name: 'Mit den eigenen Abläufen sprechen' }).waitFor();
  });
});
