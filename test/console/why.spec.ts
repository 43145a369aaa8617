import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

/** A rule for customers of one kind. */
const GOLD_RULE = `INSERT INTO ce_rule
  (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
  (700, 'PRE_RESPONSE_RESOLUTION', 'ORDER_CANCELLATION', 'COLLECT_ORDER', 'JSON_PATH',
   '$[?(@.inputParams.tier == ''GOLD'')]', 'SET_INPUT_PARAM', 'isGold', 1);`;

describeInBrowser('the page "Why not?"', (reader) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql', GOLD_RULE],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
  });
  afterAll(() => engine.close());

  const address = (path = '') => `${engine.url}/console/flow${path}`;
  const asked = (page: Page, message: string) => page.getByRole('region', { name: `“${message}”` });
  const say = (page: Page) => page.getByRole('textbox', { name: 'What the user says' });
  const facts = (page: Page) => page.getByRole('textbox', { name: 'Facts that come with it' });
  const rules = (page: Page) => asked(page, 'cancel my order 9001');

  it('says from the map on why a rule did not fire, and how it would, and leads back to its row', async () => {
    const page = await reader.open(address('?view=list'));
    await page.getByRole('link', { name: 'Why not?' }).click();
    await say(page).fill('cancel my order 9001');
    await facts(page).fill('{"tier": "SILVER"}');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Ask' }).click();
    await rules(page).getByText('Shall I cancel order 9001?', { exact: false }).first().waitFor();
    await rules(page).getByRole('heading', { name: '3 rules would not fire' }).waitFor();
    await rules(page).getByText('Would need JSON_PATH $[?(@.inputParams.tier ==', { exact: false }).waitFor();
    await rules(page).getByText('SILVER').waitFor();
    await facts(page).fill('{"tier": "GOLD"}');
    await page.getByRole('button', { name: 'Ask' }).click();
    await rules(page).getByRole('heading', { name: '2 rules would fire' }).waitFor();
    await rules(page).getByText('3 rules for other places or phases').click();
    await rules(page).getByText('It is for CONNECTION_TRANSFER › COLLECT_INPUTS', { exact: false }).waitFor();
    await rules(page).getByRole('link', { name: 'Rule 700' }).click();
    await page.getByRole('heading', { name: 'SET_INPUT_PARAM isGold' }).waitFor();
  });

  it('shows no answer of before where what is asked again cannot be answered', async () => {
    const page = await reader.open(address('/why?say=hello'), {}, /500/);
    await asked(page, 'hello').waitFor();
    await page.route('**/flow/dry-run', (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }));
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('It broke.', { exact: false }).waitFor();
    await asked(page, 'hello').waitFor({ state: 'detached' });
    await page.unroute('**/flow/dry-run');
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked(page, 'hello').waitFor();
  });

  it('names characters that turn words around', async () => {
    const page = await reader.open(address(`/why?say=${encodeURIComponent('hello \u202e7017')}`));
    await asked(page, 'hello [U+202E]7017').waitFor();
  });

  it('shows what a yes would do in a conversation, and leaves that as it is', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7017', id);
    const page = await reader.open(`${engine.url}/console/conversations/${id}`);
    await page.getByRole('link', { name: 'Why not?' }).click();
    await say(page).fill('yes please');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page
      .getByRole('textbox', { name: 'Results of tools and actions' })
      .fill('{"cancel_order": {"cancellationReference": "CXL-5"}}');
    await page.getByRole('button', { name: 'Ask' }).press('Enter');
    const answer = asked(page, 'yes please');
    await answer.getByText('Your cancellation reference is CXL-5.', { exact: false }).first().waitFor();
    await answer.getByRole('heading', { name: 'Would be done, and was not' }).waitFor();
    await answer.getByText('Counts as done, and was not: cancel_order').waitFor();
    await page.reload();
    await answer.getByRole('heading', { name: 'Would be done, and was not' }).waitFor();
    expect((await engine.say('no', id)).state).toBe('KEPT');
  });

  it('presses the buttons of a question that it would ask', async () => {
    const page = await reader.open(address('/why?say=cancel my order 7017'));
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    const pressed = page.getByRole('region', { name: 'Yes (button)' });
    await pressed.getByText('Counts as done, and was not: cancel_order').waitFor();
    expect(await say(page).inputValue()).toBe('cancel my order 7017\n[CONFIRM]');
    await page.reload();
    await pressed.getByText('ORDER_CANCELLATION › CANCELLED').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says what is wrong with a question, and with its answer', async () => {
    const page = await reader.open(address('/why'), {}, /400 \(Bad Request\)/);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Write what the user says.').waitFor();
    await say(page).fill('hello');
    await facts(page).fill('tier: GOLD');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('This is no JSON object.').waitFor();
    await facts(page).fill('{"customer": 9007199254740993}');
    await page.getByText('A number has too many digits', { exact: false }).waitFor();
    await page.goto(address('/why?say=hello&intent=NOWHERE'));
    await page.getByRole('alert').getByText('The flow has no intent NOWHERE.', { exact: false }).waitFor();
  });

  it('speaks German', async () => {
    const page = await reader.open(address('/why?say=cancel+my+order+7017'), { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Warum nicht?' }).waitFor();
    await page.getByText('Nötig wäre', { exact: false }).first().waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const width of [1280, 390]) {
      const viewport = { width, height: 844 };
      const search = `?say=${encodeURIComponent('["cancel my order 7017","yes"]')}&state=UNKNOWN`;
      const page = await reader.open(address(`/why${search}`), { viewport });
      await asked(page, 'yes').getByRole('heading', { name: 'Would be done, and was not' }).waitFor();
      for (const fold of await page.getByText('rules for other places or phases').all()) await fold.click();
      for (const card of await page.getByText('Counts as done', { exact: false }).all()) await card.click();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});
