import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

describeInBrowser('the page "Try it"', (reader) => {
  let engine: TestEngine;
  const clock = new MovableClock();
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
      clock,
    });
  });
  afterAll(() => engine.close());

  const address = (path = '') => `${engine.url.replace('[::1]', 'localhost')}/console${path}`;
  const cancellations = (orderId: string) =>
    engine.count('SELECT count(*) FROM demo_order_cancellation WHERE order_id = $1', [orderId]);

  it('asks, takes the yes of a button, runs the action once, and says why', async () => {
    const page = await reader.open(address());
    await page.getByLabel('Write a message').fill('cancel my order 7017');
    await page.keyboard.press('Enter');
    const question = page.getByRole('region', { name: 'Open question' });
    await question.getByText('Shall I cancel order 7017? This cannot be undone.').waitFor();
    await question.getByText(/^(30:00|29:\d\d) left$/).waitFor();
    await question.getByText('3 more messages can answer it').waitFor();
    await question.getByRole('button', { name: 'Yes' }).click();

    await page.getByRole('log').getByText('Order 7017 is cancelled.', { exact: false }).waitFor();
    await question.waitFor({ state: 'detached' });
    expect(await cancellations('7017')).toBe(1);
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByText('Done: cancel_order').first().waitFor();
    await why.getByText('A button was pressed: a yes').waitFor();
    expect(await why.getByText('A button was pressed: a yes').getAttribute('title')).toContain('AFFIRM');
    await why.getByText('Turn 1, from the words “cancel my order 7017”').waitFor();
  });

  it('takes a double click on a button for one', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7021', id);
    const page = await reader.open(address(`/try/${id}`));
    await page.getByRole('region', { name: 'Open question' }).getByRole('button', { name: 'Yes' }).dblclick();
    await page.getByRole('log').getByText('Order 7021 is cancelled.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'New conversation' }).dblclick();
    await page.getByText('cancel my order 7017').waitFor();
    await page.getByRole('button', { name: 'what does it cost?' }).dblclick();
    await page.getByRole('log').getByText('There is no fee', { exact: false }).waitFor();
    expect(await engine.count('SELECT count(*) FROM ce_turn_record WHERE conversation_id = $1', [id])).toBe(2);
  });

  it('says why a rule did not fire, with the values that it saw', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7018', id);
    await engine.say('no', id);
    const page = await reader.open(address(`/try/${id}`));
    const rule = page.getByText('Rule 2 SET_STATE').locator('..');
    await rule.getByText('did not fire').waitFor();
    await rule.getByText('inputParams.pending_action_result').waitFor();
    await rule.getByText('REJECTED').waitFor();
  });

  it('takes a yes that is written for one to what the page shows, whatever was asked meanwhile', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7022', id);
    const page = await reader.open('about:blank');
    const isSent = Promise.withResolvers<void>();
    let isStale = false;
    // What is asked meanwhile does not reach the page.
    await page.route('**/api/v1/conversation*/**', async (route) => {
      const request = route.request();
      if (request.method() === 'GET' && (isStale || request.url().includes('/stream/'))) await isSent.promise;
      await route.continue();
    });
    await page.goto(address(`/try/${id}`));
    await page.getByRole('region', { name: 'Open question' }).getByText('Shall I cancel order 7022?').waitFor();
    isStale = true;
    await engine.say('cancel my order 7023', id);
    await page.getByLabel('Write a message').fill('yes');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.keyboard.press('Enter');
    await answered;
    isSent.resolve();
    await page.getByRole('region', { name: 'Open question' }).getByText('Shall I cancel order 7023?').waitFor();
    expect([await cancellations('7022'), await cancellations('7023')]).toEqual([0, 0]);
  });

  it('takes no press that comes just as another question takes the place of the one that was read', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7024', id);
    const page = await reader.open(address(`/try/${id}`));
    const question = page.getByRole('region', { name: 'Open question' });
    await question.getByRole('button', { name: 'Yes' }).click({ trial: true });
    await page.getByText('✓ live').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    // Presses what stands there as soon as it is another question's.
    const isPressed = page.evaluate(`new Promise((pressed) => new MutationObserver((_, observer) => {
      const asked = document.querySelector('[aria-label="Open question"]');
      if (!asked?.textContent.includes('7025')) return;
      observer.disconnect();
      pressed(asked.querySelector('button').click());
    }).observe(document.body, { subtree: true, childList: true, characterData: true }))`);
    await engine.say('cancel my order 7025', id);
    await isPressed;
    await question.getByRole('button', { name: 'Yes' }).click({ trial: true });
    expect(sent).toEqual([]);
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('log').getByText('Order 7025 is cancelled.', { exact: false }).waitFor();
    expect([await cancellations('7024'), await cancellations('7025')]).toEqual([0, 1]);
  });

  it('takes a yes that was written before another question came for one to what was read', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7026', id);
    const page = await reader.open(address(`/try/${id}`));
    await page.getByRole('region', { name: 'Open question' }).waitFor();
    await page.getByText('✓ live').waitFor();
    await page.getByLabel('Write a message').fill('yes');
    await engine.say('cancel my order 7027', id);
    const question = page.getByRole('region', { name: 'Open question' });
    await question.getByText('Shall I cancel order 7027?').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByRole('button', { name: 'Turn 3: why?' }).waitFor();
    expect([await cancellations('7026'), await cancellations('7027')]).toEqual([0, 0]);
    await page.getByLabel('Write a message').fill('yes');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Order 7027 is cancelled.', { exact: false }).waitFor();
  });

  it('lets a question run out in front of the reader, and takes its buttons away', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7019', id);
    clock.advance(29 * 60_000);
    const page = await reader.open('about:blank');
    await page.clock.install();
    await page.goto(address(`/try/${id}`));
    const question = page.getByRole('region', { name: 'Open question' });
    await question.getByText(/^0:[0-5]\d left$/).waitFor();
    clock.advance(60_000);
    await page.clock.fastForward(60_000);
    await question.getByText('The time for this question is over: a yes does nothing any more.').waitFor();
    expect(await question.getByRole('button').count()).toBe(0);
    expect(await cancellations('7019')).toBe(0);
  });

  it('shows what somebody else says as it happens', async () => {
    const id = randomUUID();
    await engine.say('hello', id);
    const page = await reader.open(address(`/try/${id}`));
    await page.getByText('✓ live').waitFor();
    await engine.say('cancel my order 7020', id);
    await page.getByRole('log').getByText('Shall I cancel order 7020?', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Yes' }).waitFor();
  });

  it('follows a conversation from its first turn on, and is ready before', async () => {
    const page = await reader.open('about:blank');
    const followed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/conversation/stream/')) followed.push(request.url());
    });
    await page.goto(address());
    await page.getByText('ready', { exact: true }).waitFor();
    await page.getByText('Talk with your flows').waitFor();
    expect(followed).toEqual([]);
    await page.getByRole('button', { name: 'cancel my order 7017' }).click();
    await page.getByRole('log').getByRole('button', { name: 'Turn 1: why?' }).waitFor();
    expect(await page.getByRole('log').getByText('cancel my order 7017').count()).toBe(1);
    await page.getByText('✓ live').waitFor();
    expect(followed).toHaveLength(1);
    await page.reload();
    await page.getByRole('log').getByRole('button', { name: 'Turn 1: why?' }).waitFor();
  });

  it.each(['try', 'conversations'])('says of an address in /%s that there is no such conversation', async (place) => {
    for (const id of [randomUUID(), 'nope']) {
      const page = await reader.open(address(`/${place}/${id}`), {}, /40[04]/);
      await page.getByRole('heading', { name: 'There is no such conversation' }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'All conversations' }).click();
      await page.getByRole('searchbox', { name: 'Search what was said' }).waitFor();
    }
  });

  it('opens a turn each time that it is asked why, also where its card was closed meanwhile', async () => {
    const id = randomUUID();
    await engine.say('what does it cost?', id);
    await engine.say('hello', id);
    for (const place of ['try', 'conversations']) {
      const page = await reader.open(address(`/${place}/${id}`));
      const card = page.locator('#turn-1');
      const why = page.getByRole('button', { name: 'Turn 1: why?' });
      const isOpen = () => expect.poll(() => card.getAttribute('open'));
      await why.click();
      await isOpen().toBe('');
      await card.locator('summary').first().click();
      await isOpen().toBeNull();
      await why.click();
      await isOpen().toBe('');
    }
  });

  it('gives back what the service will not have, to be written otherwise', async () => {
    const id = randomUUID();
    await engine.say('hello', id);
    const page = await reader.open(address(`/try/${id}`), {}, /40[03]|413/);
    const field = page.getByLabel('Write a message');
    await page.getByText('✓ live').waitFor();
    await field.fill(`cancel my order 7028 ${'please '.repeat(2_000)}`);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('characters long', { exact: false }).waitFor();
    expect(await field.inputValue()).toMatch(/^cancel my order 7028 please/);
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await field.fill('cancel my order 7028');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Shall I cancel order 7028?', { exact: false }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('offers no words where no flow is loaded, and says how to load one', async () => {
    const empty = await startEngine({ database: await openSqlite() });
    const page = await reader.open(`${empty.url}/console`);
    await page.getByRole('heading', { name: 'No flow is loaded' }).waitFor();
    expect(await page.getByRole('button', { name: 'cancel my order 7017' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add rows here' }).click();
    await page.getByRole('button', { name: 'Add a row' }).waitFor();
    await empty.close();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    const id = randomUUID();
    const empty = await reader.open(address());
    await empty.getByText('Talk with your flows').waitFor();
    expect(await violationsInBothColours(empty)).toEqual([]);
    await engine.say('cancel my order 7021', id);
    for (const width of [1280, 390]) {
      const page = await reader.open(address(`/try/${id}`), { viewport: { width, height: 844 } });
      await page.getByRole('button', { name: 'Yes' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });
});
