import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/app/index.js';
import { ScheduleKeeper } from '../../src/engine/turn/index.js';
import { keyFor } from '../access/keys.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { paymentFlow } from '../schedules/payment-flow.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

const payments: ActionHandler = { kind: 'action', name: 'payments', methods: { pay: () => done(null) } };
const OPTIONS = {
  seeds: [paymentFlow()],
  handlers: [payments],
  config: { 'flow.action-lifecycle.sweep-seconds': 0, 'flow.time-zone': 'UTC' },
};
const DAILY = /pay_somebody: every day at 20:00 \(UTC\), 3 times/;

describeInBrowser('what is to be done at times to come, in the console', (reader) => {
  let opened: TestDatabase;
  let engine: TestEngine;
  const clock = new MovableClock();
  beforeAll(async () => {
    opened = await openSqlite();
    engine = await startEngine({
      ...OPTIONS,
      database: opened,
      clock,
    });
  });
  afterAll(() => engine.close());

  const address = (id: string, pages = 'conversations', { url } = engine) =>
    `${url.replace('[::1]', 'localhost')}/console/${pages}/${id}`;
  const agree = async (...orders: string[]) => {
    const id = randomUUID();
    for (const order of orders) {
      await engine.say(order, id);
      await engine.say('yes', id);
    }
    return id;
  };
  const statuses = async (id: string) => {
    const rows = await opened.database.query(
      'SELECT status, ended_by FROM ce_schedule WHERE conversation_id = $1 ORDER BY created_at_ms',
      [id],
    );
    return rows.map(({ status, ended_by }) => [status, ended_by]);
  };

  it('stands with its conversation, and is stopped by keyboard after a confirmation', async () => {
    const id = await agree('pay 50 to Bob every day at 8:00 pm, 3 times', 'pay 7 to Eve every Monday at noon, 2 times');
    const page = await reader.open(address(id));
    const times = page.getByRole('region', { name: 'Times to come' });
    const one = times.getByRole('listitem').filter({ hasText: DAILY });
    await one.getByText(/^Next (in \d+|now|this|today|tomorrow).* · 0 begun, 0 missed$/).waitFor();
    expect(await times.getByRole('listitem').count()).toBe(2);

    const stop = one.getByRole('button', { name: 'Stop …' });
    await stop.focus();
    await page.keyboard.press('Enter');
    const form = one.getByRole('form', { name: 'Stop pay_somebody?' });
    await form.getByRole('button', { name: 'Keep it' }).press('Enter');
    await form.waitFor({ state: 'detached' });
    expect(await stop.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(await statuses(id)).toEqual([
      ['ACTIVE', null],
      ['ACTIVE', null],
    ]);

    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Stop it' }).press('Enter');
    await form.getByText('Say who you are', { exact: false }).waitFor();
    await form.getByLabel('Your name').fill('Maria');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await times.getByRole('status').getByText('pay_somebody is stopped.').waitFor();
    await one.waitFor({ state: 'detached' });
    const heading = times.getByRole('heading', { name: 'Times to come' });
    expect(await heading.evaluate((title) => title === title.ownerDocument.activeElement)).toBe(true);
    expect(await statuses(id)).toEqual([
      ['REVOKED', 'Maria'],
      ['ACTIVE', null],
    ]);
  });

  it('says so where somebody else has stopped it meanwhile', async () => {
    const id = await agree('pay 50 to Bob every day at 8:00 pm, 3 times');
    const page = await reader.open(address(id), {}, /404/);
    const times = page.getByRole('region', { name: 'Times to come' });
    await times.getByRole('button', { name: 'Stop …' }).click();
    await times.getByLabel('Your name').fill('Maria');
    await opened.database.query(
      `UPDATE ce_schedule SET status = 'REVOKED', ended_by = 'Ann', next_at_ms = NULL WHERE conversation_id = $1`,
      [id],
    );
    await times.getByRole('button', { name: 'Stop it' }).click();
    await times.getByRole('status').getByText('pay_somebody had ended already.').waitFor();
    await times.getByRole('form').waitFor({ state: 'detached' });
    const heading = times.getByRole('heading', { name: 'Times to come' });
    expect(await heading.evaluate((title) => title === title.ownerDocument.activeElement)).toBe(true);
    expect(await statuses(id)).toEqual([['REVOKED', 'Ann']]);
  });

  it('is said in German, and is not there where nothing is to come', async () => {
    const id = await agree('pay 50 to Bob every day at 8:00 pm, 3 times');
    const page = await reader.open(address(id), { locale: 'de-DE' });
    const times = page.getByRole('region', { name: 'Kommende Termine' });
    await times.getByText('0 begonnen, 0 verpasst', { exact: false }).waitFor();
    await times.getByRole('button', { name: 'Beenden …' }).waitFor();
    const other = randomUUID();
    await engine.say('how is the weather', other);
    const empty = await reader.open(address(other));
    await empty.getByRole('region', { name: 'As its user saw it' }).waitFor();
    expect(await empty.getByRole('region', { name: 'Times to come' }).count()).toBe(0);
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    const id = await agree('pay 50 to Bob every day at 8:00 pm, 3 times');
    for (const width of [1280, 390]) {
      const page = await reader.open(address(id), { viewport: { width, height: 844 } });
      const times = page.getByRole('region', { name: 'Times to come' });
      await times.getByText(DAILY).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await times.getByRole('button', { name: 'Stop …' }).click();
      await times.getByRole('form', { name: 'Stop pay_somebody?' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });

  it('stands with the action that was agreed to, beside what became of each time, and is stopped there', async () => {
    const id = await agree('pay 50 to Bob every day at 8:00 pm, 3 times');
    const [row] = await opened.database.query(
      'SELECT schedule_id, next_at_ms FROM ce_schedule WHERE conversation_id = $1',
      [id],
    );
    clock.advance(Number(row?.next_at_ms) - clock.now() + 1_000);
    await engine.app.get(ScheduleKeeper).look();
    const page = await reader.open(address(String(row?.schedule_id), 'actions'));
    await page.getByText('Nothing was done by the yes itself', { exact: false }).waitFor();
    const times = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Its times' }) });
    await times.getByText('1 begun, 0 missed', { exact: false }).waitFor();
    await times.getByRole('button', { name: 'Stop …' }).click();
    await times.getByLabel('Your name').fill('Maria');
    expect(await violations(page)).toEqual([]);
    await times.getByRole('button', { name: 'Stop it' }).click();
    await times.getByText('Stopped by Maria. · 1 begun, 0 missed').waitFor();
    expect(await times.getByRole('button').count()).toBe(0);
    await times.getByRole('listitem').getByText('done').waitFor();
    await times.getByRole('listitem').getByRole('link').click();
    await page.getByText('It was done, once', { exact: false }).waitFor();
  });

  it('cannot be stopped by who only reads', async () => {
    const database = await openSqlite();
    const { key } = await keyFor(database, 'viewer', 'vic');
    const { headers } = await keyFor(database, 'service', 'shop');
    const guarded = await startEngine({ ...OPTIONS, database });
    const id = randomUUID();
    for (const message of ['pay 50 to Bob every day at 8:00 pm, 3 times', 'yes'])
      await guarded.say(message, id, {}, headers);
    const page = await reader.open(address(id, 'conversations', guarded), {}, /401/);
    await page.getByRole('textbox', { name: 'API key or token' }).fill(key);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    const times = page.getByRole('region', { name: 'Times to come' });
    await times.getByText(DAILY).waitFor();
    expect(await times.getByRole('button').count()).toBe(0);
    await guarded.close();
  });
});
