import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violationsInBothColours } from './browser.js';

describeInBrowser('the conversations', (reader) => {
  let engine: TestEngine;
  const id = randomUUID();
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
    await engine.say('hi', randomUUID());
    for (const message of ['cancel my order 7017', 'what does it cost?', 'yes please']) await engine.say(message, id);
  });
  afterAll(() => engine.close());

  it('finds one by what was said in it, shows it as its user saw it, and verifies its records', async () => {
    const page = await reader.open(`${engine.url}/console/conversations`);
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.getByLabel('Search what was said').fill('order 7017');
    await page.getByRole('row', { name: /^hi/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('text')).toContain('order 7017');
    await page.getByRole('link', { name: 'yes please' }).click();
    const seen = page.getByRole('region', { name: 'As its user saw it' });
    await seen.getByText('There is no fee', { exact: false }).waitFor();
    await seen.getByRole('button', { name: 'Turn 1: why?' }).click();
    await page.getByText('Rule 1 fired: SET_STATE CONFIRM_CANCELLATION').waitFor();
    await page.getByRole('button', { name: 'Verify the records' }).click();
    await page.getByText('3 records, as they were written').waitFor();
  });

  it('says when each began and was active, and names each for who hears the list', async () => {
    const page = await reader.open(`${engine.url}/console/conversations`, { viewport: { width: 390, height: 844 } });
    await page.getByText('Those that began last come first', { exact: false }).waitFor();
    const one = page.getByRole('row', { name: 'yes please' });
    for (const words of ['Active now', 'Began now', '3 turns']) await one.getByText(words, { exact: true }).waitFor();
    await page.getByRole('row', { name: /^hi/ }).getByText('1 turn', { exact: true }).waitFor();
    const name = `yes please (ORDER_CANCELLATION, ${id.slice(0, 8)})`;
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByText('after 3 turns.', { exact: false }).waitFor();
  });

  it('shows by itself what begins while one looks', async () => {
    const page = await reader.open(`${engine.url}/console/conversations?text=order%209001`);
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await engine.say('cancel my order 9001', randomUUID());
    await page.getByRole('link', { name: 'cancel my order 9001' }).waitFor();
  });

  it('shows by itself what is said in one while one looks', async () => {
    const spoken = randomUUID();
    await engine.say('hello there', spoken);
    const page = await reader.open(`${engine.url}/console/conversations/${spoken}`);
    await page.getByText('after 1 turn.', { exact: false }).waitFor();
    await engine.say('cancel my order 7031', spoken);
    await page.getByText('after 2 turns.', { exact: false }).waitFor();
    const seen = page.getByRole('region', { name: 'As its user saw it' });
    await seen.getByText('Shall I cancel order 7031?', { exact: false }).waitFor();
  });

  it('takes the words of a search away where the link of the page does, and asks once for words behind which a blank stands', async () => {
    const page = await reader.open(`${engine.url}/console/conversations?text=order%207017`);
    const field = page.getByLabel('Search what was said');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Conversations' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.getByRole('row', { name: /^hi/ }).waitFor();
    let addresses = 0;
    await page.exposeFunction('noteAddress', () => {
      addresses += 1;
    });
    await page.evaluate(`history.replaceState = new Proxy(history.replaceState, {
      apply: (set, own, given) => { noteAddress(); return set.apply(own, given); } })`);
    await field.fill('order 7017 ');
    await page.getByRole('row', { name: /^hi/ }).waitFor({ state: 'detached' });
    await field.press('Home');
    await page.getByLabel('State of the conversation').selectOption('Going on');
    await page.waitForURL(/status=RUNNING/);
    expect(await field.inputValue()).toBe('order 7017 ');
    expect(addresses).toBeLessThan(4);
  });

  it('shows one no more that is erased while one looks, neither here nor in the chat, nor its action', async () => {
    const erased = randomUUID();
    const { body } = await engine.say('cancel my order 7032', erased);
    const [asked] = body.pendingActions as { actionId: string }[];
    const action = await reader.open(`${engine.url}/console/actions/${asked?.actionId}`, {}, /404/);
    await action.getByRole('heading', { name: 'Shall I cancel order 7032?', exact: false }).waitFor();
    const [page, chat] = [
      await reader.open(`${engine.url}/console/conversations/${erased}`, {}, /404/),
      await reader.open(`${engine.url}/console/try/${erased}`, {}, /404/),
    ];
    await page.getByText('after 1 turn.', { exact: false }).waitFor();
    await chat.getByText('✓ live').waitFor();
    await fetch(`${engine.url}/api/v1/conversations/${erased}?by=ann`, { method: 'DELETE' });
    for (const shown of [page, chat]) {
      // The chat looks again when its window comes back.
      await shown.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      await shown.getByRole('heading', { name: 'There is no such conversation' }).waitFor();
      expect(await shown.getByText('7032').count()).toBe(0);
    }
    await action.getByRole('alert').getByText('There is nothing at this address').waitFor();
    expect(await action.getByText('7032').count()).toBe(0);
  });

  it('says when each was said, and leads from what a turn did to its action', async () => {
    const page = await reader.open(`${engine.url}/console/conversations/${id}`, { timezoneId: 'Europe/Berlin' });
    const seen = page.getByRole('region', { name: 'As its user saw it' });
    await seen.getByText('yes please').waitFor();
    const times = await seen.locator('time').allTextContents();
    expect(times).toEqual(Array(6).fill(expect.stringMatching(/^\d{1,2} \p{L}+,? (at )?\d\d:\d\d$/u)));
    const turn = page.locator('#turn-3');
    expect(await turn.locator('time').textContent()).toMatch(/\d{4},? (at )?\d\d:\d\d:\d\d (CET|CEST|GMT\+[12]) \(/);
    const done = turn.getByRole('listitem').filter({ hasText: 'Done: cancel_order' });
    await done.getByRole('link', { name: 'Its action' }).click();
    await page.getByRole('heading', { name: 'The question as it was shown' }).waitFor();
  });

  it('says so where a record was altered', async () => {
    const forged = randomUUID();
    await engine.say('cancel my order 7018', forged);
    await engine.database.database.query(
      `UPDATE ce_turn_record SET record_hash = 'forged' WHERE conversation_id = $1`,
      [forged],
    );
    const page = await reader.open(`${engine.url}/console/conversations/${forged}`);
    await page.getByRole('button', { name: 'Verify the records' }).click();
    await page.getByText('Not as written:', { exact: false }).waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const width of [1280, 390]) {
      const page = await reader.open(`${engine.url}/console/conversations`, {
        viewport: { width, height: 844 },
      });
      await page.getByRole('link', { name: 'yes please' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await page.getByRole('link', { name: 'yes please' }).click();
      await page.getByText('What decided').first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });
});
