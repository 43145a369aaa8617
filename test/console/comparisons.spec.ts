import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embed } from '../../src/app/embed.js';
import { loadConfig } from '../../src/app/index.js';
import { replayFlow, replayReport } from '../../src/interfaces/flow-replay/index.js';
import { loadFlowRows } from '../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violationsInBothColours } from './browser.js';

const DEMO = 'seeds/demo/demo.sql';
/** Of these, the second is worse for who is answered with it. */
const CHANGED = `
  UPDATE ce_response SET exact_text = 'Hi.' WHERE exact_text LIKE 'Hello!%';
  DELETE FROM ce_pending_action WHERE action_key = 'cancel_order';`;
const HELLO = 'Hello! I can cancel an order';

describeInBrowser('the page "Comparisons"', (reader) => {
  let engine: TestEngine;
  let database: TestDatabase;
  let folder: string;
  let file: string;
  let shadowNo: number;

  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${engine.url}/api/v1/flow/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { shadowNo: number };
  };
  const talk = async () => {
    await engine.say('hello', randomUUID());
    const id = randomUUID();
    for (const said of ['cancel my order 7017', 'yes please']) await engine.say(said, id);
  };

  beforeAll(async () => {
    database = await openSqlite();
    const config = { 'handlers.directories': ['seeds/demo/handlers'] };
    engine = await startEngine({ database, seeds: [DEMO], config });
    const edits = [
      { table: 'ce_response', row: '1', values: { exact_text: 'Hi.' } },
      { table: 'ce_pending_action', row: '1', values: null },
    ];
    ({ shadowNo } = await ask('shadows', { edits, by: 'ann', note: 'shorter' }));
    for (let round = 0; round < 3; round += 1) await talk();
    folder = await mkdtemp(join(tmpdir(), 'comparisons-'));
    const sql = join(folder, 'changed.sql');
    await writeFile(sql, CHANGED);
    const replay = await replayFlow({
      config: loadConfig({ env: {}, directory: '/nonexistent', overrides: {} }).config,
      database: database.database,
      present: await loadFlowRows(database.dataSource),
      candidate: { files: [DEMO, sql] },
      handlers: [],
      which: { limit: 100 },
      start: embed,
      onProgress: () => undefined,
    });
    file = join(folder, 'report.json');
    await writeFile(file, JSON.stringify(replayReport(replay)));
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const groups = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents();
  const address = (path = '') => `${engine.url}/console/comparisons${path}`;

  it('shows what a shadow has found, the worst first, with both sides, and ends it', async () => {
    const page = await reader.open(address());
    await page.getByRole('link', { name: 'Shadow 1' }).press('Enter');
    await page.getByText('9 turns compared,', { exact: false }).waitFor();
    await page.getByText('100 % of the conversations', { exact: false }).waitFor();
    expect(await groups(page)).toEqual(['ce_pending_action[1]', 'ce_response[1]']);
    await page.getByText('does not execute, which it did: cancel_order').waitFor();
    const greeting = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'ce_response[1]' }) });
    await greeting.getByRole('deletion').filter({ hasText: HELLO }).first().waitFor();
    await greeting.getByRole('insertion').filter({ hasText: 'Hi.' }).first().waitFor();
    await greeting.getByText('2 more examples').click();
    await expect.poll(() => greeting.getByRole('link', { name: 'Turn 1' }).count()).toBe(3);

    await page.getByRole('button', { name: 'Stop it' }).press('Enter');
    await page.getByRole('textbox', { name: 'Your name' }).fill('ann');
    await page.getByRole('button', { name: 'Stop it' }).press('Enter');
    await page.getByText('stopped', { exact: false }).first().waitFor();
    await greeting.getByRole('link', { name: 'Turn 1' }).first().click();
    await page.getByText(HELLO, { exact: false }).first().waitFor();
  });

  it('opens the report of a replay in the same form, and says of another file that it is none', async () => {
    const page = await reader.open(address());
    await page.getByRole('button', { name: 'Open a report …' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('6 conversations compared,', { exact: false }).waitFor();
    expect(await groups(page)).toEqual(['ce_pending_action[1]', 'ce_response[1]']);
    await page.getByText('3 conversations').first().waitFor();
    await page.getByRole('button', { name: 'Close the report' }).click();
    await page.getByRole('link', { name: 'Shadow 1' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('[]') });
    await page.getByText('other.json is no report').waitFor();
  });

  it('says of a report without a conversation that none was compared, names what turns words around, and takes half of one for none', async () => {
    const page = await reader.open(address());
    const open = (name: string, report: object) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(report)) });
    const counts = { kind: 'REPLAY', compared: 0, differing: 0 };
    const none = { ...counts, groups: [], changes: [], untriable: [], leftOut: { 'a text is hidden': 7 } };
    await open('hidden.json', none);
    await page.getByText('7 with a hidden text', { exact: false }).waitFor();
    await page.getByText('No conversation was compared').waitFor();
    expect(await page.getByText('goes as recorded', { exact: false }).count()).toBe(0);
    const differences = [{ aspect: 'reply', before: 'on \u202e', after: null }];
    const firstDifference = { turn: 1, message: 'off \u202e', differences };
    const examples = [{ conversationId: randomUUID(), firstDifference, unrecorded: [] }];
    const ways = [{ count: 1, effectsAdded: [], effectsLost: [], differences, examples }];
    const groups = [{ reason: 'NOT_BY_ROWS', change: null, count: 1, ways }];
    await open('turned.json', { ...none, compared: 1, differing: 1, groups });
    await page.getByText('“off [U+202E]”').waitFor();
    await page.getByRole('deletion').getByText('on [U+202E]').waitFor();
    await open('half.json', { ...counts, groups: [], changes: [] });
    await page.getByText('half.json is no report').waitFor();
  });

  it('has the report still for who comes back from one of its conversations', async () => {
    const page = await reader.open(address());
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('link', { name: 'Turn 1' }).first().click();
    await page.getByRole('region', { name: 'As its user saw it' }).waitFor();
    await page.goBack();
    await page.getByText('6 conversations compared,', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Close the report' }).click();
    await page.getByRole('link', { name: 'Shadow 1' }).waitFor();
  });

  it('opens a report again that was written anew meanwhile', async () => {
    const page = await reader.open(address());
    const again = join(folder, 'again.json');
    const open = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open a report …' }).click();
      await (await chooser).setFiles(again);
    };
    await writeFile(again, '[]');
    await open();
    await page.getByText('again.json is no report').waitFor();
    await writeFile(again, await readFile(file));
    await open();
    await page.getByText('6 conversations compared,', { exact: false }).waitFor();
  });

  it('is started with the changes that are shown alone', async () => {
    const page = await reader.open(`${engine.url}/console/rows?table=ce_response&row=1`);
    const text = page.getByRole('region', { name: 'ce_response 1' }).getByLabel('exact_text');
    await text.fill('Hey.');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('button', { name: 'Shadow', exact: true }).click();
    const start = page.getByRole('button', { name: 'Start', exact: true });
    expect(await start.isEnabled()).toBe(true);
    await text.fill('');
    await page.getByRole('status').getByText('1 error').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await text.fill('Hi there.');
    await expect.poll(() => start.isEnabled()).toBe(true);
  });

  it('is started from changed rows', async () => {
    const page = await reader.open(`${engine.url}/console/rows?table=ce_response&row=1`);
    await page.getByRole('region', { name: 'ce_response 1' }).getByLabel('exact_text').fill('Hey.');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('button', { name: 'Shadow', exact: true }).press('Enter');
    const form = page.getByRole('form', { name: 'Have these changes answer beside the flow' });
    await form.getByRole('textbox', { name: 'Your name' }).fill('ann');
    await page.getByLabel('Of the conversations').selectOption('100');
    await form.getByRole('button', { name: 'Start' }).press('Enter');
    await page.getByRole('link', { name: 'Shadow 2' }).click();
    await talk();
    await page.getByText('1 goes otherwise.', { exact: false }).waitFor();
    expect(await groups(page)).toEqual(['ce_response[1]']);
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const width of [390, 1280, 1600]) {
      const page = await reader.open(address(), { viewport: { width, height: 860 }, locale: 'de-DE' });
      await page.getByRole('link', { name: 'Schatten 1' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('6 Gespräche verglichen,', { exact: false }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await page.goto(address(`/${shadowNo}`));
      await page.getByText('9 Züge verglichen,', { exact: false }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });
});
