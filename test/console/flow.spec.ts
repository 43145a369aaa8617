import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

/** Leads away from the question in every turn, whatever the user has said. */
const WRONG_RULE = `INSERT INTO ce_rule
  (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value, priority) VALUES
  (700, 'PRE_RESPONSE_RESOLUTION', 'ORDER_CANCELLATION', 'LOST_STATE', 'JSON_PATH', '$[?(@.schemaComplete == true)]',
   'SET_STATE', 'KEPT', 90);`;

const LONG_NAME = `INSERT INTO ce_intent (intent_code, description) VALUES
  ('INTENT_WITH_A_NAME_THAT_IS_LONGER_THAN_A_NARROW_SCREEN_IS_WIDE', 'Has a long name');`;

describeInBrowser('the page "Flow map"', (reader) => {
  let engine: TestEngine;
  let empty: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql', WRONG_RULE, LONG_NAME],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
    empty = await startEngine({ database: await openSqlite() });
    await engine.say('cancel my order 9001', randomUUID());
  });
  afterAll(async () => {
    await engine.close();
    await empty.close();
  });

  const address = (path = '') => `${engine.url}/console/flow${path}`;
  const panel = (page: Page) => page.getByRole('complementary', { name: 'What stands behind it' });

  it('says what can happen and what is wrong, and leads from a finding to its row', async () => {
    const page = await reader.open(address());
    await page.getByText('5 intents', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'ce_rule 700' }).first().click();
    await panel(page).getByRole('heading', { name: 'SET_STATE KEPT' }).waitFor();
    await panel(page).getByText('! warning').waitFor();
    await panel(page).getByText('$[?(@.schemaComplete == true)]').waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe('rule:700');
  });

  it('leads to the row of what is left out for its error, which the map does not have', async () => {
    const broken = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql', WRONG_RULE, `UPDATE ce_rule SET match_pattern = '$[' WHERE rule_id = 700;`],
      config: { 'handlers.directories': ['seeds/demo/handlers'], 'flow.validation': 'lenient' },
    });
    const page = await reader.open(`${broken.url}/console/flow`);
    await page.getByRole('link', { name: 'ce_rule 700' }).click();
    const row = page.getByRole('region', { name: 'ce_rule 700' });
    expect(await row.getByLabel('match_pattern').inputValue()).toBe('$[');
    await broken.close();
  });

  it('draws states and what leads from one to another; both show the row behind them', async () => {
    const page = await reader.open(address());
    const state = page.getByRole('group', { name: 'State: CONFIRM_CANCELLATION' });
    await state.getByText('1 conversation').waitFor();
    await state.click();
    await panel(page).getByRole('button', { name: 'Action: cancel_order' }).waitFor();
    await page.getByRole('group', { name: 'SET_STATE CONFIRM_CANCELLATION' }).focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText('JSON_PATH $[?(@.schemaComplete == true)]').waitFor();
    await panel(page).getByRole('button', { name: 'State: CONFIRM_CANCELLATION' }).click();
    await panel(page).getByRole('heading', { name: 'CONFIRM_CANCELLATION' }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await state.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  it('stays where the reader has moved it while the flow is read again, and says where a part is gone', async () => {
    const page = await reader.open(address(`?at=${encodeURIComponent('state:ORDER_CANCELLATION/CANCELLED')}`));
    const seen = page.locator('.react-flow__viewport');
    const chosen = page.getByRole('group', { name: 'State: CANCELLED' });
    await chosen.waitFor();
    const pane = await page.getByRole('application').boundingBox();
    await page.mouse.move((pane?.x ?? 0) + 20, (pane?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((pane?.x ?? 0) + 140, (pane?.y ?? 0) + 70, { steps: 5 });
    await page.mouse.up();
    const moved = await seen.getAttribute('style');
    await engine.say('cancel my order 9002', randomUUID());
    // What was read a moment ago is not read again.
    await page.clock.install();
    await page.clock.fastForward(10_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('group', { name: 'State: CONFIRM_CANCELLATION' }).getByText('2 conversations').waitFor();
    expect(await seen.getAttribute('style')).toBe(moved);
    await page.goto(address('?at=rule:4711'));
    await page.getByText('rule:4711 is not in the flow that runs', { exact: false }).waitFor();
  });

  it('shows names as a whole, and covers none with the buttons of the map', async () => {
    const page = await reader.open(address());
    const name = page.getByRole('group', { name: 'State: CONFIRM_CANCELLATION' }).getByText('CONFIRM_CANCELLATION');
    await name.waitFor();
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const buttons = await page.getByRole('button', { name: 'Larger' }).boundingBox();
    const map = await page.getByRole('application').boundingBox();
    expect((buttons?.x ?? 0) + (buttons?.width ?? 0)).toBeLessThanOrEqual(map?.x ?? 0);
  });

  it('says the same as a list, for the keyboard and for phones', async () => {
    const page = await reader.open(address(), { viewport: { width: 390, height: 844 } });
    const rule = page.getByRole('button', { name: 'Rule: SET_STATE CONFIRM_CANCELLATION' });
    await rule.focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText('JSON_PATH $[?(@.schemaComplete == true)]').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H2');
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => rule.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });

  it('finds by any word of a row', async () => {
    const page = await reader.open(address('?view=list'));
    await page.getByRole('searchbox', { name: 'Find a name, text or value' }).fill('nothing was moved');
    await page.getByText('1 found').waitFor();
    await page.getByRole('button', { name: 'Reply: All right, nothing was moved.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Action: cancel_order' }).count()).toBe(0);
  });

  it('says what to do where there is no flow', async () => {
    const page = await reader.open(`${empty.url}/console/flow`);
    await page.getByRole('heading', { name: 'There is no flow yet' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const [width, view] of [
      [1280, 'map'],
      [1280, 'list'],
      [390, 'list'],
    ] as const) {
      const viewport = { width, height: 844 };
      const page = await reader.open(address(`?view=${view}&at=rule:700`), { viewport });
      await panel(page).getByRole('heading', { name: 'SET_STATE KEPT' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});
