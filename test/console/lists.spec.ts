import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

const CONVERSATIONS = 500;
/** The page's policy lets no script of ours wait within it: it is asked again and again. */
const HAS_NEXT_ROW = `document.activeElement.closest('tr')?.nextElementSibling?.matches('[data-index]')`;

describeInBrowser('long lists', (reader) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite() });
    const { database } = engine.database;
    const numbers = `(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${CONVERSATIONS}) SELECT n FROM n)`;
    const id = `printf('%08x-0000-4000-8000-%012x', n, n)`;
    const time = `strftime('%Y-%m-%d %H:%M:%f', '2026-01-01', '+' || n || ' seconds')`;
    await database.query(`
      INSERT INTO ce_conversation (conversation_id, turn_no, intent_code, state_code, created_at, updated_at, last_user_text, context_json)
      SELECT ${id}, 1, 'BOOK', 'CONFIRM', ${time}, ${time}, 'book room ' || n, '{}' FROM ${numbers}`);
    await database.query(`
      INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
        arguments_json, arguments_hash, question, status, idempotency_key, created_turn, created_at_ms)
      SELECT ${id}, ${id}, CASE n % 500 WHEN 7 THEN 'rare' ELSE 'book' END, 'rooms:reserve', 'BOOK', 'CONFIRM', '{}', 'hash',
        'Shall I book room ' || n || '?', 'OPEN', 'key', 1, n * 1000 FROM ${numbers}`);
  });
  afterAll(() => engine.close());

  const rows = (page: Page) => page.locator('tbody tr[data-index]');
  /** The browser scrolls on while the page draws, and on a busy machine past what is looked for: then back. */
  const scrollTo = async (page: Page, number: number, row: (n: number) => string) => {
    const link = page.getByRole('link', { name: row(number), exact: true });
    while ((await link.count()) === 0) {
      const first = Number(await rows(page).first().getAttribute('aria-rowindex'));
      await page.mouse.wheel(0, first > CONVERSATIONS + 2 - number ? -700 : 2_000);
    }
    return link;
  };

  it.each([
    ['actions', (n: number) => `Shall I book room ${n}?`],
    ['conversations', (n: number) => `book room ${n} (BOOK, ${n.toString(16).padStart(8, '0')})`],
  ])('of %s go on while one scrolls, with no more rows in the page than fit on the screen', async (name, row) => {
    const page = await reader.open(`${engine.url}/console/${name}`);
    await rows(page).first().waitFor();
    await page.mouse.move(600, 500);
    await scrollTo(page, CONVERSATIONS - 300, row);
    expect(await rows(page).count()).toBeLessThan(60);
    expect(await page.getByRole('link', { name: row(CONVERSATIONS), exact: true }).count()).toBe(0);
    const oldest = await scrollTo(page, 1, row);
    expect(await oldest.evaluate((link) => link.closest('tr')?.getAttribute('aria-rowindex'))).toBe(
      String(CONVERSATIONS + 1),
    );
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(CONVERSATIONS + 1));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Home');
    await page.getByRole('link', { name: row(CONVERSATIONS), exact: true }).waitFor();
  });

  it.each(['actions', 'conversations'])(
    'of %s say that no more of them can be read, and wait to be asked again',
    async (name) => {
      const page = await reader.open(`${engine.url}/console/${name}`, {}, /500/);
      await rows(page).first().waitFor();
      let asked = 0;
      let isBroken = true;
      await page.route(/[?&]cursor=/, async (route) => {
        asked += 1;
        if (isBroken) await route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR', message: 'It broke.' } });
        else await route.continue();
      });
      await page.keyboard.press('End');
      await page.getByRole('alert').getByText('It broke.').waitFor();
      expect(asked).toBe(1);
      isBroken = false;
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await expect.poll(() => asked).toBeGreaterThan(1);
    },
  );

  it('are gone through by keyboard, one row after the other', async () => {
    const page = await reader.open(`${engine.url}/console/actions`, { viewport: { width: 390, height: 844 } });
    await rows(page).first().getByRole('link').focus();
    for (let nth = 1; nth < 60; nth += 1) {
      // A person is no faster than the page, which reads on and draws while they go on.
      await expect.poll(() => page.evaluate(HAS_NEXT_ROW), { interval: 10 }).toBe(true);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate('document.activeElement.textContent')).toBe(`Shall I book room ${CONVERSATIONS - 59}?`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('are not looked through to their end for something rare that nobody has scrolled for', async () => {
    const page = await reader.open(`${engine.url}/console/actions?text=room%20${CONVERSATIONS}`);
    await rows(page).first().waitFor();
    let pages = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/actions?')) pages += 1;
    });
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(pages).toBe(0);
  });

  it('of what waits for an approval say that there are more than were counted', async () => {
    const { database } = engine.database;
    await database.query('UPDATE ce_action_proposal SET approval_asked_at_ms = created_at_ms');
    const page = await reader.open(`${engine.url}/console/actions?view=waiting`);
    await page.getByText('100+ actions wait for an approval.').waitFor();
    await database.query('UPDATE ce_action_proposal SET approval_asked_at_ms = NULL WHERE created_at_ms > 99000');
    await page.reload();
    await page.getByText('99 actions wait for an approval.', { exact: true }).waitFor();
  });
});
