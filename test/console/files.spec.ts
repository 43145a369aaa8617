import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, hold, violations } from './browser.js';

const TOOL = `name: library_search
description: Finds books by words of their title. Use it when somebody asks for a book.
schema:
  input:
    type: object
    properties:
      title: { type: string, description: Words of the title }
    required: [title]
providers:
  primary:
    service: rest
    config: { base_url: "https://library.example", path: /v1/books, method: GET, params: { q: "{title}" } }
`;
const ALREADY_DONE = 'ALREADY_DONE_TEXT:';

/** What the page has, and this process does not. */
interface InPage {
  readonly DataTransfer: new () => { setData(type: string, text: string): void };
  readonly ClipboardEvent: new (type: string, options: object) => never;
}

describeInBrowser('files and tries on the page "Rows"', (reader) => {
  let folder: string;
  let tools: string;
  let words: string;
  let engine: TestEngine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-files-'));
    [tools, words] = [join(folder, 'tools'), join(folder, 'words')];
    for (const one of [tools, words]) await mkdir(one);
    await writeFile(join(tools, 'library.yaml'), TOOL);
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: {
        'handlers.directories': ['seeds/demo/handlers'],
        'capabilities.directories': [tools],
        'capabilities.watch': false,
        'flow.language-directory': words,
        'flow.edit-files': true,
        'mcp.db.knowledge.enabled': true,
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const files = (query = '') => `${engine.url}/console/rows?view=files${query}`;
  // Where text is typed over coloured text, the browser itself colours it, and the page's policy keeps it from that.
  const paste = async (editor: Locator, text: string) => {
    await editor.press('Control+a');
    await editor.evaluate((element, pasted) => {
      const { DataTransfer, ClipboardEvent } = globalThis as unknown as InPage;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  };
  const sign = async (page: Page, note: string) => {
    await page.getByRole('textbox', { name: 'Your name' }).fill('ann');
    await page.getByRole('textbox', { name: 'Note' }).fill(note);
  };
  const switchIt = (page: Page) => page.getByRole('button', { name: 'Switch', exact: true });
  const sandbox = (page: Page) => page.getByRole('region', { name: 'Try it' });
  const try_ = (page: Page) => page.getByRole('button', { name: 'Try it', exact: true });
  const say = async (page: Page, message: string) => {
    await sandbox(page).getByRole('textbox', { name: 'Say something' }).fill(message);
    await sandbox(page).getByRole('button', { name: 'Say it' }).click();
  };
  const alreadyDone = async () => {
    const id = randomUUID();
    for (const message of ['cancel my order 7017', 'yes please']) await engine.say(message, id);
    return (await engine.say('yes', id)).text;
  };

  it('tells where a word is wrong, tries one that is right, switches to it, and takes it back', async () => {
    const page = await reader.open(files());
    await page.getByRole('link', { name: 'en/replies.yaml' }).click();
    const editor = page.getByRole('textbox', { name: 'en/replies.yaml' });
    await editor.waitFor();
    const packaged = await readFile('config/languages/en/replies.yaml', 'utf8');
    const replace = (text: string) =>
      paste(editor, packaged.replace(new RegExp(`${ALREADY_DONE}.*`), `${ALREADY_DONE} ${text}`));

    await replace('[1]');
    await page.getByText('1 error: the file cannot be switched to this').waitFor();
    await page.getByText('"PendingActionStep.ALREADY_DONE_TEXT": expected string', { exact: false }).waitFor();
    expect(await switchIt(page).isDisabled()).toBe(true);
    expect(await try_(page).isDisabled()).toBe(true);

    await replace('"Long since done."');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await page.getByRole('insertion').getByText('Long since done.').waitFor();
    await try_(page).click();
    await say(page, 'cancel my order 7017');
    await sandbox(page).getByRole('button', { name: 'Yes', exact: true }).click();
    await sandbox(page).getByText('Yes (button)').waitFor();
    await say(page, 'yes');
    await sandbox(page).getByText('Long since done.').waitFor();
    expect(await alreadyDone()).not.toContain('Long since done.');

    await sign(page, 'shorter');
    await switchIt(page).click();
    await page.getByText('en/replies.yaml is switched (version 1).').waitFor();
    expect(await alreadyDone()).toContain('Long since done.');
    await page.getByText('switched to, by ann: shorter').waitFor();
    await page.getByRole('button', { name: 'Undo version 1' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('en/replies.yaml is switched (version 2).').waitFor();
    expect(await alreadyDone()).not.toContain('Long since done.');
  });

  it('adds a tool, with what is wrong at its line, and changes another', async () => {
    const page = await reader.open(files());
    await page.getByRole('textbox', { name: 'Name of a new file' }).fill('shelf');
    await page.getByRole('button', { name: 'Add a file' }).click();
    const editor = page.getByRole('textbox', { name: 'shelf.yaml' });
    await page.getByText('the file cannot be switched to this', { exact: false }).waitFor();
    await paste(editor, TOOL.replace('library_search', 'shelf_search').replace('{title}', '{titel}'));
    await page.getByText('Line 12:').waitFor();
    await page.getByText('asks for {titel}', { exact: false }).first().waitFor();
    await paste(editor, TOOL.replace('library_search', 'shelf_search'));
    await expect.poll(() => try_(page).isEnabled()).toBe(true);
    await sign(page, '');
    await switchIt(page).click();
    await page.getByText('shelf.yaml is switched', { exact: false }).waitFor();
    const listed = await fetch(`${engine.url}/api/v1/tools`);
    expect(await listed.text()).toContain('shelf_search');
  });

  it('edits a row of knowledge', async () => {
    const page = await reader.open(`${engine.url}/console/rows?table=ce_mcp_query_knowledge`);
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByLabel('query_text').fill('orders of a day');
    await page.getByLabel('prepared_sql').fill('DROP TABLE orders');
    await page.getByText('is not suggested', { exact: false }).first().waitFor();
    await page.getByLabel('prepared_sql').fill('SELECT * FROM orders WHERE day = :day');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, '');
    await switchIt(page).click();
    await page.getByText('Version 2 runs now.').waitFor();
    await page.getByRole('row').filter({ hasText: 'orders of a day' }).waitFor();
  });

  it('tries rows that are not switched to, and answers all of it anew when they change', async () => {
    const page = await reader.open(`${engine.url}/console/rows?table=ce_response`);
    await page.getByRole('searchbox', { name: 'Find a part of any value' }).fill('cannot be undone');
    await page.getByRole('row').filter({ hasText: 'cannot be undone' }).getByRole('link').click();
    await page.getByLabel('exact_text').fill('Really cancel order {{orderId}}?');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await try_(page).click();
    await say(page, 'cancel my order 7017');
    await sandbox(page).getByText('Really cancel order 7017?').waitFor();
    await page.getByLabel('exact_text').fill('Sure to cancel order {{orderId}}?');
    await sandbox(page).getByText('Sure to cancel order 7017?').waitFor();
    await sandbox(page).getByRole('button', { name: 'No', exact: true }).click();
    await sandbox(page).getByText('ORDER_CANCELLATION › KEPT').waitFor();
    expect((await engine.say('cancel my order 7017', randomUUID())).text).toContain('cannot be undone');
  });

  it('forgets a new file at once', async () => {
    const page = await reader.open(files());
    await page.getByRole('textbox', { name: 'Name of a new file' }).fill('atlas');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await page.getByRole('textbox', { name: 'atlas.yaml' }).waitFor();
    await page.getByRole('button', { name: 'Forget my changes of this file' }).click();
    await page.getByRole('link', { name: 'atlas.yaml' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'atlas.yaml' }).innerText()).toBe('\n');
    expect(await page.getByRole('link', { name: 'atlas.yaml' }).count()).toBe(0);
  });

  it('takes a file away, which is not there any more then, and back', async () => {
    await writeFile(join(tools, 'old.yaml'), TOOL.replace('library_search', 'old_search'));
    const page = await reader.open(files());
    await page.getByRole('link', { name: 'old.yaml' }).click();
    await page.getByRole('button', { name: 'Take this file away' }).click();
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await sign(page, '');
    await switchIt(page).click();
    await page.getByText('old.yaml is switched', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'old.yaml' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'old.yaml' }).innerText()).toBe('\n');
    await page
      .getByRole('button', { name: /^Undo version/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: 'old.yaml' }).waitFor();
    await page.getByRole('textbox', { name: 'old.yaml' }).getByText('old_search').waitFor();
    expect(await page.getByText('edited', { exact: true }).count()).toBe(0);
  });

  it('shows a file with other line ends as it is, and keeps them', async () => {
    const text = TOOL.replace('library_search', 'ends_search').replaceAll('\n', '\r\n');
    await writeFile(join(tools, 'ends.yaml'), text);
    const page = await reader.open(files());
    await page.getByRole('link', { name: 'ends.yaml' }).click();
    const editor = page.getByRole('textbox', { name: 'ends.yaml' });
    await editor.getByText('ends_search').waitFor();
    expect(await page.getByText('edited', { exact: true }).count()).toBe(0);
    await editor.press('Control+End');
    await page.keyboard.type('# more');
    await page.getByRole('insertion').waitFor();
    expect(await page.getByRole('insertion').allTextContents()).toEqual(['+ # more\n']);
    await sign(page, '');
    await expect.poll(() => switchIt(page).isEnabled()).toBe(true);
    await switchIt(page).click();
    await page.getByText('ends.yaml is switched', { exact: false }).waitFor();
    expect(await readFile(join(tools, 'ends.yaml'), 'utf8')).toBe(`${text}# more`);
  });

  it('opens a file that is there already as it is, and lets go of a name that no file can have', async () => {
    const page = await reader.open(files(), {}, /404/);
    const add = async (name: string) => {
      await page.getByRole('textbox', { name: 'Name of a new file' }).fill(name);
      await page.getByRole('button', { name: 'Add a file' }).click();
    };
    await add('library');
    await page.getByRole('textbox', { name: 'library.yaml' }).getByText('library_search').waitFor();
    expect(await page.getByText('edited', { exact: true }).count()).toBe(0);
    await add('a:b');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Forget my changes of this file' }).click();
    await page.getByRole('link', { name: 'a:b.yaml' }).waitFor({ state: 'detached' });
  });

  it('takes nothing that it would forget while a file is switched, and does not go back to what was before', async () => {
    await writeFile(join(tools, 'slow.yaml'), TOOL.replace('library_search', 'slow_search'));
    const page = await reader.open(files());
    await page.getByRole('link', { name: 'slow.yaml' }).click();
    const editor = page.getByRole('textbox', { name: 'slow.yaml', includeHidden: true });
    await editor.press('Control+End');
    await page.keyboard.type('# one');
    await expect.poll(() => switchIt(page).isEnabled()).toBe(true);
    await sign(page, '');
    const switching = await hold(page, '**/files/switch');
    const reading = await hold(page, '**/files/text?*');
    await switchIt(page).click();
    await switching.isAsked;
    await editor.focus();
    await page.keyboard.type(' two');
    switching.letGo();
    await page.getByText('slow.yaml is switched', { exact: false }).waitFor();
    await reading.isAsked;
    expect(await editor.innerText()).toMatch(/# one$/);
    reading.letGo();
    await page.getByText('edited', { exact: true }).waitFor({ state: 'detached' });
    expect(await editor.innerText()).toMatch(/# one$/);
  });

  it('begins a try anew without the answers of the one before, and keeps what could not be answered', async () => {
    const page = await reader.open(`${engine.url}/console/rows?table=ce_response&row=1`, {}, /500/);
    await page.getByLabel('description').fill('tried');
    await page.getByRole('status').getByText('Nothing is wrong with it').waitFor();
    await try_(page).click();
    await say(page, 'cancel my order 7017');
    await sandbox(page).getByText('cannot be undone', { exact: false }).waitFor();
    await sandbox(page).getByRole('button', { name: 'Begin anew' }).click();
    const failing = '**/flow/dry-run';
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route(failing, async (route) => {
      asked.resolve();
      await released.promise;
      await route.fulfill({ status: 500, body: '{}' });
    });
    await say(page, 'hello');
    await asked.promise;
    await sandbox(page).getByText('hello').waitFor();
    expect(await sandbox(page).getByText('cannot be undone', { exact: false }).count()).toBe(0);
    released.resolve();
    await sandbox(page).getByRole('alert').waitFor();
    await sandbox(page).getByText('hello').waitFor();
    await page.unroute(failing);
    await sandbox(page).getByRole('button', { name: 'Try again' }).click();
    await sandbox(page).getByText('GREETING › ').waitFor();
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('has nothing that axe finds wrong (%s)', async (colorScheme, width) => {
    const page = await reader.open(files(), { colorScheme, viewport: { width, height: 844 } });
    await page.getByRole('link', { name: 'library.yaml' }).click();
    const editor = page.getByRole('textbox', { name: 'library.yaml' });
    await paste(editor, TOOL.replace('{title}', '{titel}'));
    await page.getByText('Line 12:').waitFor();
    expect(await violations(page)).toEqual([]);
    await paste(editor, TOOL.replace('Finds', 'Looks for'));
    await expect.poll(() => try_(page).isEnabled()).toBe(true);
    await try_(page).click();
    await say(page, 'cancel my order 7017');
    await sandbox(page).getByRole('button', { name: 'Yes', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
