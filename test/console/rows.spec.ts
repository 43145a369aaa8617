import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, hold, violations, violationsInBothColours } from './browser.js';

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
    await editor.press('Control+End');
    await editor.pressSequentially('}');
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

  it('takes a number with decimals as it is typed', async () => {
    const page = await reader.open(address('?table=ce_prompt_template'));
    await page.getByRole('button', { name: 'Add a row' }).click();
    const field = page.getByLabel('temperature');
    await field.press('Control+a');
    await field.pressSequentially('0.05');
    expect(await field.inputValue()).toBe('0.05');
    await page.getByRole('insertion').getByText('0.05').waitFor();
    await page.getByRole('button', { name: 'Forget my changes of this row' }).click();
  });

  it('tells a row whose key begins as the names of new rows from a new one', async () => {
    const sql = "INSERT INTO ce_intent (intent_code, description) VALUES ('new-1', 'Wants a new one')";
    await database.database.query(sql);
    await refreshFlow(engine);
    const page = await reader.open(address('?table=ce_intent&row=new-1'));
    await form(page, 'ce_intent new-1').getByLabel('description').waitFor();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await form(page, 'A new row of ce_intent').getByLabel('display_name').fill('mine');
    await page.getByRole('row').filter({ hasText: 'Wants a new one' }).getByRole('link').click();
    expect(await form(page, 'ce_intent new-1').getByLabel('display_name').inputValue()).toBe('');
  });

  it('looks for what the address says, also where another link has led there', async () => {
    const page = await reader.open(address('?table=ce_response'));
    const words = page.getByRole('searchbox', { name: 'Find a part of any value' });
    await words.fill('cannot be undone');
    await page.waitForURL('**text=cannot*');
    await page.getByRole('link', { name: 'Rows', exact: true }).click();
    await expect.poll(() => words.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => words.inputValue()).toBe('cannot be undone');
  });

  it('does not say any more that a version runs when a later one does', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`), {}, /409/);
    const good = page.getByRole('status').getByText('Nothing is wrong with it');
    await form(page).getByLabel('exact_text').fill('Really {{orderId}}?');
    await good.waitFor();
    await sign(page, '');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Version 2 runs now.').waitFor();
    await form(page).getByLabel('exact_text').fill('Sure {{orderId}}?');
    await good.waitFor();
    await database.database.query("UPDATE ce_response SET description = 'theirs' WHERE response_id = 1");
    await refreshFlow(engine);
    await sign(page, '');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByRole('button', { name: 'Read it again, and keep my changes' }).click();
    await page.getByText('Version 3 runs, with', { exact: false }).waitFor();
    expect(await page.getByText('Version 2 runs now.').count()).toBe(0);
  });

  it('undoes a version after rows were changed by SQL, which it loads', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`), {}, /409/);
    await form(page).getByLabel('exact_text').fill('Really {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, '');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Version 2 runs now.').waitFor();
    await database.database.query("UPDATE ce_response SET description = 'theirs' WHERE response_id = 1");
    await page.getByText('History', { exact: true }).click();
    await page.getByRole('button', { name: 'Undo version 2' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('nobody has loaded them yet', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Read it again', exact: true }).click();
    await page.getByRole('heading', { name: 'Version 3', exact: false }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Version 4 runs now.').waitFor();
  });

  it('takes nothing that it would forget while a switch is on its way, and does not go back to what was before', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`));
    const text = page.getByLabel('exact_text');
    await text.fill('Really {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, '');
    const switching = await hold(page, '**/flow/switch');
    const reading = await hold(page, '**/rows?*');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await switching.isAsked;
    await text.focus();
    await page.keyboard.type('typed meanwhile');
    expect(await text.inputValue()).toBe('Really {{orderId}}?');
    switching.letGo();
    await page.getByText('Version 2 runs now.').waitFor();
    await reading.isAsked;
    expect(await text.inputValue()).toBe('Really {{orderId}}?');
    reading.letGo();
    await page.getByText('not switched to yet').first().waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('Really {{orderId}}?');
  });

  it('leaves who has gone elsewhere there when the switch is done', async () => {
    const page = await reader.open(address('?table=ce_policy'));
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByLabel('rule_type').fill('CONTAINS');
    await page.getByLabel('pattern').fill('secret recipe');
    await page.getByLabel('response_text').fill('That stays secret.');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, '');
    const switching = await hold(page, '**/flow/switch');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await switching.isAsked;
    await page.getByRole('link', { name: 'Flow map', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find a name, text or value' }).waitFor();
    const readAgain = page.waitForResponse('**/api/v1/flow');
    switching.letGo();
    await readAgain;
    expect(new URL(page.url()).pathname).toBe('/console/flow');
  });

  it('says that it could not look at the changes, and keeps the note', async () => {
    const page = await reader.open(address(`?table=ce_response&row=${asking}`), {}, /500/);
    await form(page).getByLabel('exact_text').fill('Really {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, 'a long reason');
    await page.route('**/flow/check', (route) => route.fulfill({ status: 500, body: '{}' }));
    await form(page).getByLabel('exact_text').fill('Sure {{orderId}}?');
    await page.getByRole('status').getByText('It could not be checked').waitFor();
    await page.unroute('**/flow/check');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('a long reason');
  });

  it('leads to what is changed of a row that is gone, and lets go of it', async () => {
    const values = "VALUES ('CONTAINS', 'secret recipe', 'That stays secret.')";
    await database.database.query(`INSERT INTO ce_policy (rule_type, pattern, response_text) ${values}`);
    await refreshFlow(engine);
    const page = await reader.open(address('?table=ce_policy&row=1'), {}, /409|400/);
    await form(page, 'ce_policy 1').getByLabel('response_text').fill('No.');
    await page.getByLabel('Table').selectOption('ce_response');
    await page.getByRole('link', { name: asking, exact: true }).click();
    await form(page).getByLabel('exact_text').fill('Really {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await database.database.query('DELETE FROM ce_policy');
    await refreshFlow(engine);
    await sign(page, '');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByRole('button', { name: 'Read it again, and keep my changes' }).click();
    await page.getByText('is not in ce_policy', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'ce_policy[1]' }).click();
    await page.getByText('There is no such row in the running version.').waitFor();
    await page.getByRole('button', { name: 'Forget my changes of this row' }).click();
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByText('1 row changed, not switched to yet').first().waitFor();
  });

  it('takes a value that is emptied again for unchanged where it was empty', async () => {
    await database.database.query("UPDATE ce_response SET description = '' WHERE response_id = 1");
    await refreshFlow(engine);
    const page = await reader.open(address('?table=ce_response&row=1'));
    await page.getByLabel('description').fill('x');
    await page.getByText('1 row changed, not switched to yet').first().waitFor();
    await page.getByLabel('description').fill('');
    await page.getByText('not switched to yet').first().waitFor({ state: 'detached' });
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
