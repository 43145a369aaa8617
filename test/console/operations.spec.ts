import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockCard, CARD_FLOW, cards } from '../e2e/http/ledger/card-flow.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { TcpProxy } from '../helpers/tcp-proxy.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

describeInBrowser('the page "Operations"', (reader) => {
  let engine: TestEngine;
  let idle: TestEngine;
  let proxy: TcpProxy;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: [CARD_FLOW],
      handlers: [cards],
      config: {
        'flow.guardrail.require-approval-for-sensitive-actions': true,
        'flow.guardrail.sensitive-patterns': ['vip'],
      },
    });
    idle = await startEngine({ database: await openSqlite(), seeds: [CARD_FLOW], handlers: [cards] });
    const held = randomUUID();
    await engine.say(blockCard('C999'), held);
    await engine.say('yes', held);
    await engine.say(`for a vip: ${blockCard('C301')}`, randomUUID());
    const { port } = new URL(engine.url);
    proxy = await TcpProxy.open({ host: '127.0.0.1', port: Number(port) });
  });
  afterAll(async () => {
    await proxy.close();
    await engine.close();
    await idle.close();
  });

  const address = (path = '') => `${engine.url}/console/operations${path}`;
  const figure = (page: Page, name: string) =>
    page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

  it('counts by the clock of the service, however that of the browser is set', async () => {
    for (const hours of [-5, 5]) {
      const page = await reader.open('about:blank');
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await page.goto(address());
      await page.getByText(/^Process \d+, started (now|\d+ minutes? ago)$/).waitFor();
      const rate = async () => Number.parseFloat((await figure(page, 'Answered').last().textContent()) ?? '');
      // It is three a second until the process is older than one.
      await expect.poll(rate, { timeout: 25_000 }).toBeLessThan(3);
      expect(await rate()).toBeGreaterThan(3 / 600);
      await page.goto(`${engine.url}/console/conversations?since=hour`);
      await expect.poll(() => page.getByRole('row').count()).toBe(3);
    }
  });

  it('says whether the service is well and what waits for a person, and leads there', async () => {
    const page = await reader.open(address());
    await page.getByText('✓ The service is well. 2 actions wait for a person.').waitFor();
    expect(await figure(page, 'Answered').first().textContent()).toBe('3');
    expect(await figure(page, 'Awaiting approval').first().textContent()).toBe('1');
    await expect.poll(() => page.getByRole('img').count()).toBe(3);
    // The process is younger than the hour that is shown.
    const rate = (await figure(page, 'Answered').last().textContent()) ?? '';
    expect(Number.parseFloat(rate)).toBeGreaterThan(3 / 600);
    await page.getByText('The charts as numbers').click();
    await page
      .getByRole('rowheader', { name: /^\d\d:\d\d$/ })
      .first()
      .waitFor();
    await page.getByRole('columnheader', { name: 'Asked' }).waitFor();
    await figure(page, 'In doubt').getByRole('link', { name: '1' }).click();
    await page.getByRole('link', { name: 'Shall I block card C999?' }).waitFor();
  });

  it('shows what the webhook was not told, has it sent again, and says what is removed by itself', async () => {
    const { database } = engine.database;
    const [action] = await database.query('SELECT conversation_id, proposal_id FROM ce_action_proposal LIMIT 1');
    const payload = JSON.stringify({ event: 'EXECUTED', proposalId: action?.proposal_id });
    await database.query(
      `INSERT INTO ce_outbox_event (conversation_id, event_id, event_type, payload_json, created_at_ms, attempts, last_error)
       VALUES ($1, $2, 'pending_action', $3, $4, 14, 'HTTP 500')`,
      [action?.conversation_id, randomUUID(), payload, Date.now()],
    );
    const page = await reader.open(address());
    const givenUp = page.getByRole('region', { name: 'What the webhook has not got' });
    await givenUp.getByText('14 attempts · HTTP 500', { exact: false }).waitFor();
    expect(await givenUp.getByRole('link', { name: 'EXECUTED' }).getAttribute('href')).toContain('/console/actions/');
    await page.getByText('What is removed by itself').click();
    await page.getByText('with the conversation').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await givenUp.getByRole('button', { name: 'Send it again' }).click();
    await givenUp.waitFor({ state: 'detached' });
    expect(await figure(page, 'Webhook').first().textContent()).toBe('1');
  });

  it('has an event sent again from the page of its action', async () => {
    const { database } = engine.database;
    const [action] = await database.query("SELECT * FROM ce_action_proposal WHERE question LIKE '%C301%'");
    const payload = JSON.stringify({ event: 'AWAITING_APPROVAL', proposalId: action?.proposal_id });
    await database.query(
      `INSERT INTO ce_outbox_event (conversation_id, event_id, event_type, payload_json, created_at_ms, attempts, last_error)
       VALUES ($1, $2, 'pending_action', $3, $4, 14, 'HTTP 500')`,
      [action?.conversation_id, randomUUID(), payload, Date.now()],
    );
    const page = await reader.open(`${engine.url}/console/actions/${action?.proposal_id}`);
    const event = page.getByRole('listitem').filter({ hasText: 'HTTP 500' }).last();
    await event.getByText('given up').waitFor();
    expect(await violations(page)).toEqual([]);
    await event.getByRole('button', { name: 'Send it again' }).click();
    await event.getByText('waiting', { exact: false }).waitFor();
    await expect.poll(() => event.getByRole('button').count()).toBe(0);
  });

  it('shows each process with its version, and which reads other files', async () => {
    const now = Date.now();
    await idle.database.database.query(
      `INSERT INTO ce_process (process_id, host, pid, version, started_at_ms, seen_at_ms, clock_ahead_ms, files_hash)
       VALUES ('other', 'chat-2', 77, '9.9.9', $1, $1, 9000, 'other'), ('dead', 'chat-3', 78, '0.0.9', $2, $3, 0, NULL)`,
      [now, now - 120_000, now - 60_000],
    );
    const page = await reader.open(`${idle.url}/console/operations`);
    await page.getByRole('heading', { name: '2 processes serve this database 2 versions' }).waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    expect(await row('chat-2, process 77').textContent()).toMatch(/9\.9\.9.*\+9,000 ms.*others/);
    expect(await row('chat-3, process 78').textContent()).toContain('silent');
    expect(await page.getByText('this one').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    const phone = { viewport: { width: 360, height: 740 }, locale: 'de-DE' };
    const narrow = await reader.open(`${idle.url}/console/operations`, phone);
    await narrow.getByText('chat-2, Prozess 77').waitFor();
    expect(await narrow.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await violations(narrow)).toEqual([]);
  });

  it('reads again by itself what has happened since, and keeps it while the service is away', async () => {
    const page = await reader.open(`http://127.0.0.1:${proxy.port}/console/operations?hours=6`);
    const open = figure(page, 'Open questions').first();
    await open.waitFor();
    const before = Number(await open.textContent());
    await engine.say(blockCard('C302'), randomUUID());
    await expect.poll(async () => Number(await open.textContent())).toBe(before + 1);
    proxy.cut();
    await page.getByText('The service does not answer.').first().waitFor();
    expect(Number(await open.textContent())).toBe(before + 1);
    expect(await violations(page)).toEqual([]);
    proxy.heal();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
  });

  it('says that nothing was asked yet, and where to begin', async () => {
    const page = await reader.open(`${idle.url}/console/operations`);
    await page.getByText('Nothing waits for a person.').waitFor();
    await page.getByRole('heading', { name: 'No turns in this time' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Say something to it' }).click();
    await page.getByLabel('Write a message').waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const width of [1280, 390]) {
      const page = await reader.open(address('?hours=24'), { viewport: { width, height: 844 } });
      await page.getByRole('img').first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});
