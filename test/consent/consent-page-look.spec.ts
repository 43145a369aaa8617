import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, violations } from '../console/browser.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { PAGE_CODE } from './asking-doors.js';

/** As long as names in schemas of others are. */
const LONG_NAME = 'full_name_of_the_person_who_is_to_be_paid_by_this_transfer';

describeInBrowser('the consent page in a browser', (reader) => {
  const bank = new Bank();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: [BANK.replaceAll('payee_name', LONG_NAME)],
      handlers: bank.handlers,
      config: { 'consent.page-code': PAGE_CODE },
    });
  });
  afterAll(() => engine.close());

  const newLink = async () => {
    const body = JSON.stringify({ to: 'דנה כהן', amount: 30, [LONG_NAME]: 'a\u202eb', pin: 'zebra' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${engine.url}/api/v1/tools/bank.pay/calls`, { method: 'POST', headers, body });
    const { consent_url: link } = (await response.json()) as { consent_url: string };
    return link.replace(/^https?:\/\/[^/]+/, engine.url);
  };

  it.each(['light', 'dark'] as const)(
    'asks for the code before a yes is sent, and reloaded says what came of it (%s)',
    async (colorScheme) => {
      for (const width of [1440, 390]) {
        const page = await reader.open(
          await newLink(),
          { colorScheme, viewport: { width, height: 800 } },
          /403|410|favicon|404/,
        );
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        const values = await page.locator('dd').evaluateAll((all) => all.map((one) => one.clientWidth));
        expect(Math.min(...values)).toBeGreaterThan(150);
        await page.getByRole('button', { name: 'Yes' }).click();
        expect(await page.locator('input:invalid').count()).toBe(1);
        await page.getByLabel('Your code').fill('not it');
        await page.getByRole('button', { name: 'Yes' }).click();
        await page.getByText('Tries left: 4.').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.getByLabel('Your code').fill(PAGE_CODE);
        await page.getByRole('button', { name: 'Yes' }).click();
        await page.getByRole('heading', { name: 'Done' }).waitFor();
        await page.goto(page.url());
        await page.getByText('This was agreed to, and it was done.').waitFor();
        expect(await page.title()).toBe('Done');
        expect(await violations(page)).toEqual([]);
      }
    },
  );

  it('takes a No without a code', async () => {
    const before = bank.paid.length;
    const page = await reader.open(await newLink(), {}, /favicon|404/);
    await page.getByRole('button', { name: 'No' }).click();
    await page.getByRole('heading', { name: 'Declined' }).waitFor();
    expect(bank.paid.length).toBe(before);
  });
});
