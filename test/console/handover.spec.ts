import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { desk } from '../e2e/handover/desk.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, hold, violationsInBothColours } from './browser.js';

describeInBrowser('a conversation that a person answers, in the console', (reader) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
  });
  afterAll(() => engine.close());

  const address = (path: string) => `${engine.url.replace('[::1]', 'localhost')}/console${path}`;
  const cancellations = (orderId: string) =>
    engine.count('SELECT count(*) FROM demo_order_cancellation WHERE order_id = $1', [orderId]);

  it('is handed over, answered live in front of its user, and handed back with a note; a yes meanwhile ran nothing', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7017', id);
    const user = await reader.open(address(`/try/${id}`));
    await user.getByRole('button', { name: 'Yes' }).waitFor();
    const operator = await reader.open(address(`/conversations/${id}`));
    await operator.getByRole('button', { name: 'Hand over …' }).click();
    const form = operator.getByRole('form', { name: 'Hand this conversation over?' });
    await form.getByLabel('Queue').fill('orders');
    await form.getByLabel('Note').fill('wants to talk about 7017');
    await form.getByRole('button', { name: 'Hand over' }).click();
    await form.getByText('Say who you are: it is kept with the conversation.').waitFor();
    await form.getByLabel('Your name').fill('Maria');
    await form.getByRole('button', { name: 'Hand over' }).click();
    const person = operator.getByRole('region', { name: 'A person answers this conversation' });
    await person.getByText('wants to talk about 7017').waitFor();

    // The user sees it at once, and has no buttons any more: what is written goes to the person.
    await user.getByText('A person answers here now').waitFor();
    await user.getByRole('button', { name: 'Yes' }).waitFor({ state: 'detached' });
    const said = user.getByRole('log');
    await user.getByLabel('Write a message').fill('yes');
    await user.keyboard.press('Enter');
    await said.getByText('Your message was passed on; a person answers you here.').waitFor();
    const seen = operator.getByRole('region', { name: 'As its user saw it' });
    await seen.getByText('You: yes').waitFor();

    await person.getByLabel('Your reply').fill('Hello, I am looking at it.');
    await operator.keyboard.press('Enter');
    await said.getByText('Hello, I am looking at it.').waitFor();
    await said.getByText('Maria', { exact: true }).waitFor();
    expect(await cancellations('7017')).toBe(0);

    await person.getByText('Hand back to the assistant').click();
    await person.getByLabel('Note').fill('she wants to keep it');
    await person.getByRole('button', { name: 'Hand back' }).click();
    await operator.getByRole('button', { name: 'Hand over …' }).waitFor();
    await user.getByText('A person answers here now').waitFor({ state: 'detached' });
    await said.getByText('The assistant answers you again.').waitFor();
    await user.getByLabel('Write a message').fill('what does it cost?');
    await user.keyboard.press('Enter');
    await said.getByText('There is no fee', { exact: false }).waitFor();
    expect(await cancellations('7017')).toBe(0);
  });

  it('takes a keyboard along: into the form, to what is missing, and back to the page', async () => {
    const id = randomUUID();
    await engine.say('what does it cost?', id);
    const page = await reader.open(address(`/conversations/${id}`));
    const isFocused = (name: string) =>
      expect
        .poll(() => page.getByLabel(name).evaluate((field) => field === field.ownerDocument.activeElement))
        .toBe(true);
    const focused = () => page.evaluate('document.activeElement.id');
    await page.getByRole('button', { name: 'Hand over …' }).press('Enter');
    await isFocused('Your name');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(focused).toBe('content');
    await page.getByRole('button', { name: 'Hand over …' }).press('Enter');
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: 'Hand over', exact: true }).press('Enter');
      await isFocused('Your name');
    }
    await page.keyboard.type('ann');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'A person answers this conversation' }).waitFor();
    await expect.poll(focused).toBe('content');
  });

  it('keeps what is written while a reply is on its way, and asks for nothing again that somebody else has done', async () => {
    const id = randomUUID();
    await engine.say('what does it cost?', id);
    const page = await reader.open(address(`/conversations/${id}`));
    await page.getByRole('button', { name: 'Hand over …' }).click();
    await page.getByRole('form', { name: 'Hand this conversation over?' }).getByLabel('Your name').fill('ann');
    await desk(engine, id, '', { by: 'ben' });
    const field = page.getByLabel('Your reply');
    const answered = Promise.withResolvers<void>();
    await page.route('**/handover/replies', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await field.fill('One moment.');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' I look');
    answered.resolve();
    await page.getByRole('region', { name: 'As its user saw it' }).getByText('One moment.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('I look');
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    await page.goBack();
    expect(await field.inputValue()).toBe('I look');
    await desk(engine, id, 'end', { by: 'ben' });
    await page.getByRole('button', { name: 'Hand over …' }).waitFor();
    const unsent = page.getByRole('region', { name: 'Your reply was not sent' });
    await unsent.getByText('I look', { exact: true }).waitFor();
    expect(await page.getByRole('form', { name: 'Hand this conversation over?' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Hand over …' }).click();
    await page.getByRole('button', { name: 'Hand over', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('I look');
    await desk(engine, id, 'end', { by: 'ben' });
    await unsent.getByRole('button', { name: 'Forget it' }).click();
    await unsent.waitFor({ state: 'detached' });
  });

  it('keeps no reply that is sent while its writer looks at another page', async () => {
    const id = randomUUID();
    await engine.say('what does it cost?', id);
    await desk(engine, id, '', { by: 'ben' });
    const page = await reader.open(address(`/conversations/${id}`));
    const sending = await hold(page, '**/handover/replies');
    const field = page.getByLabel('Your reply');
    await page.getByLabel('Your name').fill('ann');
    await field.fill('One moment.');
    await field.press('Enter');
    await sending.isAsked;
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    const answered = page.waitForResponse('**/handover/replies');
    sending.letGo();
    await (await answered).finished();
    await page.goBack();
    await page.getByRole('region', { name: 'As its user saw it' }).getByText('One moment.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  it('stands in the list of those that wait, by its queue, and is counted on Operations', async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    for (const one of [id, other]) await engine.say('what does it cost?', one);
    await desk(engine, id, '', { by: 'ann', queue: 'billing', note: 'asks for a refund' });
    await desk(engine, other, '', { by: 'ann', queue: 'orders' });
    const page = await reader.open(address('/operations'));
    await page.getByText(/conversations? (is|are) answered by people/).waitFor();
    const waiting = page.locator('a[href$="/conversations?view=waiting"]');
    expect(Number(await waiting.textContent())).toBe(
      await engine.count(`SELECT count(*) FROM ce_conversation
      WHERE handover_at_ms IS NOT NULL`),
    );
    await waiting.click();
    await page.getByText('asks for a refund').waitFor();
    await page.getByRole('cell', { name: 'orders' }).first().waitFor();
    await page.getByLabel('Queue').fill('billing');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByText('waits for a reply').waitFor();
    expect(new URL(page.url()).search).toContain('queue=billing');
    await page.getByRole('link', { name: 'what does it cost?' }).click();
    await page.getByRole('region', { name: 'A person answers this conversation' }).waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7018', id);
    for (const width of [1280, 390]) {
      const page = await reader.open(address(`/conversations/${id}`), {
        viewport: { width, height: 844 },
      });
      await page.getByRole('button', { name: 'Hand over …' }).click();
      await page.getByRole('form', { name: 'Hand this conversation over?' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
    await desk(engine, id, '', { by: 'ann', queue: 'orders', note: 'a note' });
    await engine.say('hello?', id);
    await desk(engine, id, 'replies', { by: 'Maria', text: 'Good day.' });
    for (const width of [1280, 390]) {
      const options = { viewport: { width, height: 844 } };
      const page = await reader.open(address(`/conversations/${id}`), options);
      await page.getByText('Hand back to the assistant').click();
      await page.getByText('Good day.').first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await page.goto(address('/conversations?view=waiting'));
      await page.getByRole('link', { name: 'hello?' }).first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await page.goto(address(`/try/${id}`));
      await page.getByText('A person answers here now').waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });
});
