import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

const SEED = `INSERT INTO ce_mcp_tool
  (tool_code, tool_group, intent_code, state_code, description, side_effect, risk, transform_json) VALUES
  ('crm.people', 'HTTP_API', 'ANY', 'ANY', 'Finds people', 'READ', 'LOW', '{"project":["people[].name"]}'),
  ('bank.pay', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Pays somebody', 'WRITE', 'HIGH', NULL);`;

const people: ToolHandler = {
  kind: 'tool',
  toolCode: 'crm.people',
  sideEffect: 'READ',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  execute: () => ({ people: [{ name: 'Ann', note: 'a long note that nobody needs' }] }),
};
const pay: ToolHandler = { kind: 'tool', toolCode: 'bank.pay', sideEffect: 'WRITE', execute: () => ({ paid: true }) };

describeInBrowser('the page "Tools"', (reader) => {
  let engine: TestEngine;
  let empty: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite(), seeds: [SEED], handlers: [people, pay] });
    empty = await startEngine({ database: await openSqlite() });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(`${engine.url}/api/v1/tools/crm.people/calls`, post);
  });
  afterAll(async () => {
    await engine.close();
    await empty.close();
  });

  it('says what can be called and what asks first, with arguments and savings', async () => {
    const page = await reader.open(`${engine.url}/console/tools`);
    await page
      .getByText('1 tool only reads and answers at once. 1 tool writes: it asks first', { exact: false })
      .waitFor();
    const row = page.getByRole('row', { name: /crm\.people/ });
    await row.getByText(/^\d+ tokens in 1 call$/).waitFor();
    await row.getByText('Arguments').focus();
    await page.keyboard.press('Enter');
    await row.getByText('"properties"', { exact: false }).waitFor();
    await page.getByLabel('Side effect').selectOption('WRITE');
    await row.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /bank\.pay/ })
      .getByText('✕ High risk')
      .waitFor();
    await page.getByLabel('Search tools').fill('people');
    await page.getByText('Nothing matches').waitFor();
    expect(new URL(page.url()).searchParams.get('effect')).toBe('WRITE');
  });

  it('says so where there is no tool, and where they cannot be read', async () => {
    const page = await reader.open(`${empty.url}/console/tools`, {}, /500/);
    await page.getByText('No tool can be called').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.route('**/api/v1/tools', (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }));
    await page.reload();
    await page.getByText('It broke.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds wrong (%s)', async (colorScheme) => {
    for (const [width, locale] of [
      [1280, 'en-GB'],
      [390, 'de-DE'],
    ] as const) {
      const viewport = { width, height: 844 };
      const page = await reader.open(`${engine.url}/console/tools`, { colorScheme, locale, viewport });
      await page.getByText('bank.pay').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});
