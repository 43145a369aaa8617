import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

const SEED = `INSERT INTO ce_mcp_tool
  (tool_code, tool_group, intent_code, state_code, description, side_effect, risk, transform_json) VALUES
  ('crm.people', 'HTTP_API', 'ANY', 'ANY', 'Finds people', 'READ', 'LOW', '{"project":["people[].name"]}'),
  ('hotel.rooms', 'HTTP_API', 'ANY', 'ANY', 'Finds free rooms', 'READ', 'LOW', NULL),
  ('map.within', 'HTTP_API', 'ANY', 'ANY', 'Finds places in a box', 'READ', 'LOW', NULL),
  ('bank.pay', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Pays somebody', 'WRITE', 'HIGH', NULL);`;

const people: ToolHandler = {
  kind: 'tool',
  toolCode: 'crm.people',
  sideEffect: 'READ',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  execute: () => ({ people: [{ name: 'Ann', note: 'a long note that nobody needs' }] }),
};
const rooms: ToolHandler = {
  kind: 'tool',
  toolCode: 'hotel.rooms',
  sideEffect: 'READ',
  inputSchema: {
    type: 'object',
    required: ['hotel', 'beds'],
    additionalProperties: false,
    properties: {
      hotel: { type: 'string', enum: ['Astoria', 'Bristol'] },
      beds: { type: 'integer', description: 'How many at least', maximum: 4 },
      withView: { type: 'boolean', default: false },
      code: { type: 'string', 'x-sensitive': true },
      nameOfAnArgumentThatIsLongerThanANarrowScreenIsWide: { type: 'string' },
      constructor: { type: 'number', description: 'Who built it' },
    },
  },
  execute: ({ arguments: given }) => ({ asked: given }),
};
const within: ToolHandler = {
  kind: 'tool',
  toolCode: 'map.within',
  sideEffect: 'READ',
  inputSchema: { type: 'object', required: ['box'], properties: { box: { type: 'array', items: { type: 'number' } } } },
  execute: ({ arguments: given }) => ({ corners: given.box }),
};
const pay: ToolHandler = { kind: 'tool', toolCode: 'bank.pay', sideEffect: 'WRITE', execute: () => ({ paid: true }) };

describeInBrowser('the page "Tools"', (reader) => {
  let engine: TestEngine;
  let empty: TestEngine;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-tools-'));
    await writeFile(join(folder, 'description'), 'Sends a message');
    await writeFile(join(folder, 'sent'), '');
    const other = {
      command: process.execPath,
      args: [resolve('test/mcp/fixtures/other-server.mjs')],
      env: { DESCRIPTION: join(folder, 'description'), SENT: join(folder, 'sent') },
      tools: ['echo', 'send', 'announce', 'fail'],
      read: ['echo', 'announce', 'fail'],
    };
    engine = await startEngine({
      database: await openSqlite(),
      seeds: [SEED],
      handlers: [people, rooms, within, pay],
      config: { 'mcp.servers': { other, away: { command: '/no/such/program' } } },
    });
    empty = await startEngine({ database: await openSqlite() });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(`${engine.url}/api/v1/tools/crm.people/calls`, post);
  });
  afterAll(async () => {
    await engine.close();
    await empty.close();
    await rm(folder, { recursive: true });
  });

  const callOf = async (page: Page, code: string) => {
    const row = page.getByRole('row', { name: code });
    await row.getByText('Call it', { exact: true }).click();
    return row.getByRole('form', { name: `Call ${code}` });
  };
  /** Gives a tool of the other server another description, and waits until this service has seen it. */
  const change = async (text: string) => {
    await writeFile(join(folder, 'description'), text);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(`${engine.url}/api/v1/tools/other.announce/calls`, post);
    const [description] = text.split('\n');
    const seen = async () => (await fetch(`${engine.url}/api/v1/mcp-servers`)).text();
    await expect.poll(seen).toContain(JSON.stringify(description));
  };

  it('lists as many tools as the flow map counts, and those that come with the service by themselves', async () => {
    const page = await reader.open(`${engine.url}/console/tools`);
    const rows = page.locator('tbody > tr');
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByLabel('Which tools').selectOption('Come with the service');
    await page.getByText('For clients of the Model Context Protocol alone.').first().waitFor();
    const shipped = await rows.count();
    expect(await page.getByText('Call it', { exact: true }).count()).toBe(0);
    await page.getByLabel('Which tools').selectOption('All');
    await expect.poll(() => rows.count()).toBe(8 + shipped);
    await page.goto(`${engine.url}/console/flow?view=list`);
    await page.getByText(/\b8 tools\b/).waitFor();
  });

  it('says what can be called and what asks first, with arguments and savings', async () => {
    const page = await reader.open(`${engine.url}/console/tools`);
    await page
      .getByText('6 tools only read and answer at once. 2 tools write: they ask first', { exact: false })
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
    await page.goto(`${engine.url}/console/tools?text=4711`);
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByLabel('Search tools').inputValue()).toBe('4711');
  });

  it('calls what reads with a form of its schema, and shows what came of it; what writes cannot be called', async () => {
    const page = await reader.open(`${engine.url}/console/tools`, {}, /400/);
    const form = await callOf(page, 'hotel.rooms');
    expect(await form.getByLabel('constructor').inputValue()).toBe('');
    await form.getByLabel('constructor').fill(' ');
    await form.getByLabel('hotel').selectOption('Bristol');
    await form.getByLabel('beds').fill('9');
    await page.keyboard.press('Enter');
    await form.getByText('Arguments of hotel.rooms are not valid', { exact: false }).waitFor();
    await form.getByLabel('beds').fill('2');
    await form.getByLabel('withView').selectOption('true');
    expect(await form.locator('input[type=password]').count()).toBe(1);
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await form.getByText('"hotel": "Bristol"', { exact: false }).waitFor();
    const answer = JSON.parse((await form.locator('pre').textContent()) ?? '');
    await form.getByLabel('beds').fill('9007199254740993');
    await form.getByText('A number has too many digits', { exact: false }).waitFor();
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    expect(JSON.parse((await form.locator('pre').textContent()) ?? '')).toEqual(answer);
    await form.getByLabel('beds').fill('2');
    expect(answer).toEqual({ asked: { hotel: 'Bristol', beds: 2, withView: true } });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('row', { name: 'hotel.rooms' }).getByText('1 call', { exact: true }).waitFor();
    const transformed = await callOf(page, 'crm.people');
    await transformed.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('row', { name: 'crm.people' }).getByText('tokens in 2 calls', { exact: false }).waitFor();
    const pays = page.getByRole('row', { name: 'bank.pay' });
    expect(await pays.getByText('Call it').count()).toBe(0);
  });

  it('calls with JSON what a form cannot say, and says where a tool has failed', async () => {
    const page = await reader.open(`${engine.url}/console/tools`, {}, /424/);
    const form = await callOf(page, 'map.within');
    await form.getByLabel('Arguments as JSON').fill('{"box": [1, 2');
    await form.getByText('This is no JSON object yet.').waitFor();
    await form.getByLabel('Arguments as JSON').fill('{"box": [1, 9007199254740993], "\\"": "9007199254740993"}');
    await form.getByText('A number has too many digits', { exact: false }).waitFor();
    await form.getByLabel('Arguments as JSON').fill('{"box": [1, 2], "\\"": "9007199254740993"}');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await form.getByText('"corners"', { exact: false }).waitFor();
    const failing = await callOf(page, 'other.fail');
    await failing.getByRole('button', { name: 'Call', exact: true }).click();
    await failing.getByText('It did not work.', { exact: false }).waitFor();
    await page.getByRole('row', { name: 'other.fail' }).getByText('1 failed (100 %)', { exact: false }).waitFor();
  });

  it('shows what has changed in a tool of another server, and accepts that with a name and a reason', async () => {
    const page = await reader.open(`${engine.url}/console/tools`);
    const other = page.getByRole('article', { name: 'other' });
    await other.getByText('✓ connected').waitFor();
    await page.getByRole('article', { name: 'away' }).getByText('✕ not connected').waitFor();
    const schema = { type: 'object', properties: { text: { type: 'string' }, urgent: { type: 'boolean' } } };
    await change(`Sends a message, and a copy\u202e\n${JSON.stringify(schema)}`);
    await page.reload();
    const form = page.getByRole('form', { name: 'Accept other.send as it is now?' });
    await form.waitFor();
    const said = other.getByRole('region', { name: 'What has changed in send: description' });
    expect(await said.locator('del').allTextContents()).toEqual(['- Sends a message\n']);
    expect(await said.locator('ins').allTextContents()).toEqual(['+ Sends a message, and a copy[U+202E]\n']);
    expect((await other.locator('ins').allTextContents()).join('')).toContain('"urgent"');
    await form.getByRole('button', { name: 'Accept the change' }).click();
    await form.getByText('Say why: it is kept with what you decide.').waitFor();
    await form.getByLabel('Your name').fill('Ann');
    await form.getByLabel('Why').fill('A copy to us');
    await form.getByRole('button', { name: 'Accept the change' }).click();
    await form.waitFor({ state: 'detached' });
    await other.getByText('4 pinned tools').click();
    await other.getByText('Accepted by Ann', { exact: false }).waitFor();
    await page.getByRole('row', { name: 'other.send' }).getByText('Sends a message, and a copy[U+202E]').waitFor();
    expect(await readFile(join(folder, 'sent'), 'utf8')).toBe('');
  });

  it('says so where a tool has changed once more while somebody read', async () => {
    await change('Sends it twice');
    const page = await reader.open(`${engine.url}/console/tools`, {}, /400/);
    const form = page.getByRole('form', { name: 'Accept other.send as it is now?' });
    await form.getByLabel('Your name').fill('Ann');
    await form.getByLabel('Why').fill('Twice is fine');
    await change('Sends it three times');
    await form.getByRole('button', { name: 'Accept the change' }).click();
    await form.getByText('has changed once more: look at it again', { exact: false }).waitFor();
    await page.getByText('+ Sends it three times').waitFor();
  });

  it('says so where there is no tool, and where they cannot be read', async () => {
    const page = await reader.open(`${empty.url}/console/tools`, {}, /500/);
    await page.getByText('No tool can be called').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.route('**/api/v1/tools?*', (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }));
    await page.reload();
    await page.getByText('It broke.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const [width, locale] of [
      [1280, 'en-GB'],
      [390, 'de-DE'],
    ] as const) {
      const viewport = { width, height: 844 };
      const page = await reader.open(`${engine.url}/console/tools`, { locale, viewport });
      await page.getByText('bank.pay').waitFor();
      await page.getByText('+ Sends it three times').waitFor();
      await page
        .getByRole('row', { name: 'hotel.rooms' })
        .getByText(/^(Call it|Aufrufen)$/)
        .click();
      expect(await violationsInBothColours(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });

  it('accepts no change that came while somebody wrote, also where the page has shown it by itself', async () => {
    const page = await reader.open(`${engine.url}/console/tools`, {}, /400|ERR_FAILED/);
    const form = page.getByRole('form', { name: 'Accept other.send as it is now?' });
    await form.getByLabel('Your name').fill('Ann');
    await form.getByLabel('Why').fill('Three times is fine');
    await change('Sends it four times');
    await page.getByText('+ Sends it four times').waitFor();
    const accept = form.getByRole('button', { name: 'Accept the change' });
    await page.route('**/approve', (route) => route.abort());
    await accept.click();
    await form.getByRole('alert').waitFor();
    await page.unroute('**/approve');
    await accept.click();
    await form.getByText('has changed once more: look at it again', { exact: false }).waitFor();
    await accept.click();
    await form.waitFor({ state: 'detached' });
  });
});
