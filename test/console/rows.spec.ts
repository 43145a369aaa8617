import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

const ASKS = 'Shall I cancel order {{orderId}}? This cannot be undone.';

describeInBrowser('the page "Rows"', (reader) => {
  let engine: TestEngine;
  let database: TestDatabase;
  let asking: string;
  let schema: string;
  beforeEach(async () => {
    database = await openSqlite();
    engine = await startEngine({
      database,
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
    const idOf = async (sql: string) => String(Object.values((await database.database.query(sql))[0] ?? {})[0]);
    asking = await idOf(`SELECT response_id FROM ce_response WHERE exact_text = '${ASKS}'`);
    schema = await idOf("SELECT schema_id FROM ce_output_schema WHERE intent_code = 'ORDER_CANCELLATION'");
  });
  afterEach(async () => {
    await engine.close();
    await database.close();
  });

  const address = (query = '') => `${engine.url}/console/rows${query}`;
  const question = async () => (await engine.say('cancel my order 7017', randomUUID())).text;
  const form = (page: Page, name = `ce_response ${asking}`) => page.getByRole('region', { name });
  const isInSight = async (page: Page, button: string) => {
    const box = await page.getByRole('button', { name: button, exact: true }).boundingBox();
    return box !== null && box.y + box.height <= (page.viewportSize()?.height ?? 0);
  };
  /** Once more where the link was drawn anew just as it was pressed. */
  const follow = (page: Page, link: string, seen: Locator) =>
    vi.waitFor(
      async () => {
        await page.getByRole('link', { name: link }).click({ timeout: 5_000 });
        await seen.waitFor({ timeout: 5_000 });
      },
      { timeout: 25_000 },
    );
  const sign = async (page: Page, note: string) => {
    await page.getByRole('textbox', { name: 'Your name' }).fill('ann');
    await page.getByRole('textbox', { name: 'Note' }).fill(note);
  };

  it('tells where an edit is wrong, switches to one that is right, and undoes it', async () => {
    const before = await question();
    const page = await reader.open(address('?table=ce_response'));
    await page.getByText('Version 1 runs', { exact: false }).waitFor();
    await page.getByRole('searchbox', { name: 'Find a part of any value' }).fill('cannot be undone');
    await page.getByRole('link', { name: asking, exact: true }).click();

    await form(page).getByLabel('output_format').fill('TEXTS');
    await form(page).getByText('✕ "TEXTS" is unknown; use TEXT, JSON').waitFor();
    await page.getByRole('status').getByText('1 error: the flow cannot be switched to this').waitFor();
    expect(await page.getByRole('button', { name: 'Switch', exact: true }).isDisabled()).toBe(true);
    expect(await question()).toBe(before);

    await form(page).getByLabel('output_format').fill('TEXT');
    await form(page).getByLabel('exact_text').fill('Really cancel order {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('deletion').getByText(ASKS).waitFor();
    await page.getByRole('insertion').getByText('Really cancel order {{orderId}}?').waitFor();
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Say who you are', { exact: false }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.labels?.[0].textContent')).toBe('Your name');
    await sign(page, 'shorter');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Version 2 runs now.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    expect(await question()).toBe('Really cancel order 7017?');

    await page.getByText('History', { exact: true }).click();
    const made = page.getByRole('listitem').filter({ hasText: 'Version 2' });
    await made.getByText('switched to, by ann: shorter').waitFor();
    await made.getByRole('button', { name: 'Undo version 2' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Version 3 runs now.').waitFor();
    await page.getByText('undo, by ann, takes back version 2').waitFor();
    expect(await question()).toBe(before);
  });

  it('asks before a reload takes what was typed, and keeps the way to the switch in sight, which moves nothing', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`));
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    const state = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${asking}\\b`) }).getByText(name, { exact: true });
    await state('on').waitFor();
    await form(page).getByLabel('enabled').selectOption('false');
    await state('off').waitFor();
    const bar = page.getByRole('button', { name: 'To the switch' });
    await bar.waitFor();
    expect(await isInSight(page, 'To the switch')).toBe(true);
    expect(await isInSight(page, 'Switch')).toBe(false);
    await page.evaluate('void setTimeout(() => location.reload())');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page
      .getByRole('status')
      .getByText(/warning|error/)
      .waitFor();
    const placeOfList = () =>
      page.evaluate('document.getElementById("changes-title").getBoundingClientRect().top + scrollY');
    const place = await placeOfList();
    await bar.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('1 row changed, not switched to yet');
    await bar.waitFor({ state: 'detached' });
    // A press would miss what moves while it comes into sight.
    expect(await placeOfList()).toBe(place);
    await page.getByRole('button', { name: 'Forget all changes' }).click();
    await page.reload();
    await state('on').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('looks again at what is typed as it was before', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`));
    const text = form(page).getByLabel('exact_text');
    const good = page.getByRole('status').getByText('Nothing is wrong with it');
    for (const typed of ['Really {{orderId}}?', 'Sure {{orderId}}?', 'Really {{orderId}}?']) {
      await text.fill(typed);
      await page.getByRole('insertion').getByText(typed).waitFor();
      await good.waitFor();
    }
  });

  it('says what each column means, in the language of the reader, and what the table is for', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`));
    await page.getByText('What is said in an intent and state.', { exact: false }).waitFor();
    const described = async (column: string, on = page) => {
      const field = form(on).getByRole('textbox', { name: new RegExp(`^${column}\\b`) });
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const texts = await Promise.all(ids.map((id) => on.locator(`[id="${id}"]`).allTextContents()));
      return texts.flat().join(' ');
    };
    expect(await described('response_type')).toBe('EXACT: the text as it is; DERIVED: worded by a model.');
    await form(page).getByLabel('response_type').fill('EXACTLY');
    await form(page).getByText('✕ "EXACTLY" is unknown', { exact: false }).waitFor();
    expect(await described('response_type')).toContain('✕ "EXACTLY" is unknown');
    await page.getByRole('button', { name: 'Forget my changes of this row' }).click();
    expect(await described('intent_code')).toContain('ANY: every intent');
    await form(page).getByRole('textbox', { name: 'json_schema' }).waitFor();
    expect(await described('json_schema')).toContain('The shape of a DERIVED reply');
    expect(await violations(page)).toEqual([]);
    const german = await reader.open(address(`?table=ce_response&row=${asking}`), { locale: 'de-DE' });
    await form(german).getByRole('textbox', { name: 'exact_text' }).waitFor();
    expect(await described('response_type', german)).toContain('von einem Modell formuliert');
  });

  it('leads from what is wrong elsewhere to its row', async () => {
    const page = await reader.open(address('?table=ce_rule&row=1'));
    await form(page, 'ce_rule 1').getByLabel('action_value').fill('CONFIRM_CANCELATION');
    await follow(page, 'ce_response[7].state_code', form(page, 'ce_response 7').getByLabel('state_code'));
    await page.getByText('1 row changed, not switched to yet').first().waitFor();
    await follow(page, 'ce_pending_action[1].state_code', form(page, 'ce_pending_action 1').getByLabel('bean_name'));
    await page.getByLabel('Table').selectOption('ce_policy');
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByRole('heading', { name: 'A new row of ce_policy' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('link', { name: /^ce_policy\[.+\]\.pattern$/ }).click();
    await page.getByRole('heading', { name: 'A new row of ce_policy' }).waitFor();
  });

  it('tells rows apart in the list by where they count, and leaves out what all have by default', async () => {
    const page = await reader.open(address('?table=ce_rule'));
    const first = page.getByRole('row', { name: /^1\b/ });
    await first.getByText('COLLECT_ORDER').waitFor();
    expect(await first.textContent()).toMatch(/^1intent_code ORDER_CANCELLATION.*description the order is known: ask/);
    expect(await first.textContent()).not.toContain('PRE_RESPONSE_RESOLUTION');
  });

  it('marks what is no JSON while it is typed, and can be left with the keyboard', async () => {
    const page = await reader.open(address(`?table=ce_output_schema&row=${schema}`));
    const editor = page.getByRole('textbox', { name: 'json_schema' });
    await editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('}');
    await page.getByText('is not JSON', { exact: false }).first().waitFor();
    await page.keyboard.press('Tab');
    expect(await editor.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(false);
    await page.getByRole('button', { name: 'Forget my changes of this row' }).click();
    await page.getByText('is not JSON', { exact: false }).first().waitFor({ state: 'detached' });
    expect(await editor.textContent()).not.toMatch(/\}\}$/);
  });

  it('adds a row and takes it away again, with the keyboard alone', async () => {
    const page = await reader.open(address('?table=ce_policy'));
    await page.getByRole('button', { name: 'Add a row' }).press('Enter');
    await page.getByRole('heading', { name: 'A new row of ce_policy' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H2');
    await page.getByText('✕ is needed').first().waitFor();
    await page.getByLabel('rule_type').fill('CONTAINS');
    await page.getByLabel('pattern').fill('secret recipe');
    await page.getByLabel('response_text').fill('That stays secret.');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, 'asked by legal');
    await page.getByRole('button', { name: 'Switch', exact: true }).press('Enter');
    await page.getByText('Version 2 runs now.').waitFor();
    expect((await engine.say('tell me the secret recipe', randomUUID())).text).toBe('That stays secret.');
    await page.getByRole('row').filter({ hasText: 'secret recipe' }).getByRole('link').press('Enter');
    await page.getByRole('button', { name: 'Take this row away' }).press('Enter');
    await page.getByText('This row goes with the next switch.').waitFor();
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('button', { name: 'Switch', exact: true }).press('Enter');
    await page.getByText('Version 3 runs now.').waitFor();
    expect((await engine.say('tell me the secret recipe', randomUUID())).text).not.toBe('That stays secret.');
  });

  it('shows what somebody else has changed meanwhile, and goes on with what was typed', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`), {}, /409/);
    await form(page).getByLabel('exact_text').fill('Mine: cancel order {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await database.database.query("UPDATE ce_response SET description = 'theirs' WHERE state_code = 'KEPT'");
    await refreshFlow(engine);
    await sign(page, '');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('There is a newer version: version 2, found after a change by SQL').waitFor();
    await page.getByRole('insertion').getByText('theirs').first().waitFor();
    await page.getByRole('button', { name: 'Read it again, and keep my changes' }).click();
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Version 3 runs now.').waitFor();
    expect(await question()).toBe('Mine: cancel order 7017?');
  });

  it('is reached from the flow map, at the row that is looked at', async () => {
    const page = await reader.open(`${engine.url}/console/flow?view=list&at=reply:${asking}`);
    await page.getByRole('link', { name: 'Edit this row' }).click();
    await form(page).getByLabel('exact_text').waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const width of [1280, 390]) {
      const viewport = { width, height: 844 };
      const page = await reader.open(address(`?table=ce_output_schema&row=${schema}`), { viewport });
      await page.getByRole('textbox', { name: 'json_schema' }).press('Control+End');
      await page.keyboard.type('}');
      await page.getByText('is not JSON', { exact: false }).first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await page.getByLabel('priority').fill('7');
      await page.goto(address('?view=history'));
      await page.getByText('the rows that were loaded first').waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });
});
