import { join } from 'node:path';
import { McpUiResourceMetaSchema, McpUiToolMetaSchema } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { PAGE_CODE } from '../consent/asking-doors.js';
import { describeInBrowser, violations } from '../console/browser.js';
import { type BuiltPage, serveBuiltPage } from '../helpers/built-page.js';
import { openSqlite } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import { REVISIONS, type Revision } from './connect.js';
import { rawRequest, VIEWS } from './raw-request.js';

const KEYS = { desktop: 'key-of-the-desktop', script: 'key-of-the-script' } as const;
type ClientName = keyof typeof KEYS;
const PAYMENT = { to: 'Ann <b>B.</b>', amount: 30, pin: 'zebra-4711' };

/** What the stand-in host has in its page. */
interface Host {
  readonly opened: string[];
  readonly modelContext: JsonObject[] | undefined;
  toolsOfModel(): Promise<string[]>;
  call(name: string, args: JsonObject): Promise<Shown>;
  callPast(name: string, args: JsonObject): Promise<JsonObject>;
}

interface Shown {
  readonly toModel: JsonObject;
  readonly toView: JsonObject;
  readonly resource: JsonObject;
}

/** A conversation in the host. */
interface Opened extends Shown {
  readonly page: Page;
  readonly view: FrameLocator;
}

describeInBrowser('the view of a question in a host of MCP Apps', ({ open }) => {
  const bank = new Bank();
  const clock = new MovableClock();
  let site: BuiltPage;
  const engines = new Map<string, TestEngine>();
  beforeAll(async () => {
    site = await serveBuiltPage(join(import.meta.dirname, 'view-host'));
    for (const [name, key] of Object.entries(KEYS)) process.env[`KEY_OF_VIEW_${name}`] = key;
    for (const language of ['en', 'de', 'es']) engines.set(language, await start(language));
  });
  afterEach(() => {
    bank.paid.length = 0;
  });
  afterAll(async () => {
    await Promise.all([...engines.values()].map((engine) => engine.close()));
    await site?.close();
  });

  const start = async (language: string) =>
    startEngine({
      database: await openSqlite(),
      seeds: [BANK],
      handlers: bank.handlers,
      clock,
      config: {
        'flow.language': language,
        'consent.page-code': PAGE_CODE,
        'consent.views': ['desktop'],
        'http.cors-origins': [site.origin],
        'mcp.server.clients': {
          desktop: { key: 'env:KEY_OF_VIEW_desktop' },
          script: { key: 'env:KEY_OF_VIEW_script' },
        },
      },
    });
  const engine = (language = 'en') => {
    const found = engines.get(language);
    if (!found) throw new Error(`no engine speaks ${language}`);
    return found;
  };
  const begin = async (revision: Revision, by: ClientName = 'desktop', language = 'en', theme = 'light') => {
    const about = new URLSearchParams({ url: engine(language).url, key: KEYS[by], revision, theme });
    const page = await open(`${site.origin}/?${about}`);
    await page.waitForFunction(() => 'host' in globalThis);
    return page;
  };
  const propose = async (page: Page): Promise<Opened> => {
    const shown = await inHost(page, (host, args) => host.call('bank.pay', args), PAYMENT);
    const view = page.frameLocator('iframe');
    await view.getByRole('definition').first().waitFor();
    return { ...shown, page, view };
  };
  const said = ({ view }: Opened) => view.getByRole('status').textContent();
  const consent = async ({ toModel }: Opened) => {
    const id = String((toModel.structuredContent as JsonObject).action_id)
      .split('.')
      .at(-1);
    const sql = 'SELECT status, confirmed_by, confirmed_via FROM ce_action_proposal WHERE proposal_id = $1';
    return (await engine().database.database.query(sql, [id]))[0];
  };

  it.each(REVISIONS)('shows it with its arguments, and the yes that is pressed runs it once (%s)', async (revision) => {
    const opened = await propose(await begin(revision));
    const { view, page } = opened;
    expect(await said(opened)).toContain('Shall I pay with to Ann');
    const facts = await view.getByRole('definition').allTextContents();
    expect(facts.slice(0, 3)).toEqual(['Ann <b>B.</b>', '30', '[hidden]']);
    expect(facts.at(-1)).toBe('HIGH');
    expect(bank.paid).toEqual([]);
    await view.getByRole('button', { name: 'Yes' }).dblclick();
    await expect.poll(() => said(opened)).toContain('Done');
    expect(bank.paid).toMatchObject([{ args: PAYMENT }]);
    expect(await consent(opened)).toEqual({ status: 'EXECUTED', confirmed_by: 'USER', confirmed_via: 'mcp-view' });
    await expect.poll(() => inHost(page, async ({ modelContext }) => modelContext?.length)).toBe(1);
  });

  it.each(REVISIONS)(
    'runs nothing by a key that was pressed, changed or shown to another client (%s)',
    async (revision) => {
      const opened = await propose(await begin(revision));
      const { key } = opened.toView;
      const other = await begin(revision, 'script');
      const press = (page: Page, stolen: JsonObject) =>
        inHost(page, (host, args) => host.callPast('convengine_decide', args), { decision: 'yes', ...stolen });
      expect(await press(other, { key: key ?? '' })).toMatchObject({ isError: true });
      expect(await press(opened.page, { key: `${key}x` })).toMatchObject({ isError: true });
      expect(bank.paid).toEqual([]);
      await opened.view.getByRole('button', { name: 'No' }).click();
      await expect.poll(() => consent(opened)).toMatchObject({ status: 'REJECTED' });
      expect(await press(opened.page, { key: key ?? '' })).toMatchObject({ isError: true });
      expect(bank.paid).toEqual([]);
    },
  );

  it('ends with its question', async () => {
    const opened = await propose(await begin('2026-07-28'));
    clock.advance(31 * 60_000);
    await opened.view.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => said(opened)).toContain('no longer open');
    expect(bank.paid).toEqual([]);
  });

  it('gives its model neither the key nor the tool of its buttons, and takes no yes of the model', async () => {
    const opened = await propose(await begin('2026-07-28'));
    expect(JSON.stringify(opened.toModel)).not.toContain(String(opened.toView.key));
    expect(await inHost(opened.page, (host) => host.toolsOfModel())).not.toContain('convengine_decide');
    const { action_id } = opened.toModel.structuredContent as JsonObject;
    const confirm = { action_id: action_id ?? '', decision: 'yes' };
    await inHost(opened.page, (host, args) => host.callPast('convengine_confirm_action', args), confirm);
    expect([bank.paid, await consent(opened)]).toMatchObject([[], { status: 'OPEN' }]);
  });

  it('sends the user of a client that is not trusted to the consent page, and takes no yes from it', async () => {
    const opened = await propose(await begin('2026-07-28', 'script'));
    await opened.view.getByRole('button', { name: 'Decide on the page' }).click();
    await expect.poll(() => inHost(opened.page, async ({ opened: links }) => links)).toHaveLength(1);
    const { consent_url } = opened.toModel.structuredContent as JsonObject;
    expect(opened.toView.url).toContain('/consent/');
    expect(consent_url).toContain('/consent/');
    const press = { key: opened.toView.key ?? '', decision: 'yes' };
    const refused = await inHost(opened.page, (host, args) => host.callPast('convengine_decide', args), press);
    expect(refused).toMatchObject({ isError: true });
    await opened.view.getByRole('button', { name: 'No' }).click();
    await expect.poll(() => consent(opened)).toMatchObject({ status: 'REJECTED' });
    expect(bank.paid).toEqual([]);
  });

  it.each([
    ['en', 'light', 'Yes', 'Asked'],
    ['de', 'dark', 'Ja', 'Gefragt'],
    ['es', 'light', 'Sí', 'Preguntado'],
  ])('speaks the language of the service, for everybody (%s, %s)', async (language, theme, yes, asked) => {
    const { view, page } = await propose(await begin('2026-07-28', 'desktop', language, theme));
    expect(await view.getByRole('button').allTextContents()).toEqual([yes, expect.any(String)]);
    expect(await view.getByRole('term').allTextContents()).toContain(asked);
    expect(await view.locator('html').getAttribute('data-theme')).toBe(theme);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    expect(await violations(frame as unknown as Page)).toEqual([]);
  });

  it('is what the extension says that a resource and a tool have to be, and loads nothing', async () => {
    const options = { headers: { authorization: `Bearer ${KEYS.desktop}` }, capabilities: VIEWS };
    const { result: listed } = await rawRequest(engine().url, {}, { ...options, method: 'tools/list' });
    const tools = new Map((listed.tools as JsonObject[]).map((tool) => [tool.name, tool]));
    const uiOf = (name: string) => McpUiToolMetaSchema.parse((tools.get(name)?._meta as JsonObject | undefined)?.ui);
    expect(uiOf('bank.pay')).toEqual({ resourceUri: 'ui://convengine/question' });
    expect(uiOf('convengine_decide')).toEqual({ visibility: ['app'] });
    expect(tools.get('bank.balance')).not.toHaveProperty('_meta');
    const read = await inHost(await begin('2026-07-28'), (host, args) => host.call('bank.pay', args), PAYMENT);
    const { mimeType, uri, _meta, text } = read.resource as { [name: string]: JsonObject } & { text: string };
    expect([mimeType, uri]).toEqual(['text/html;profile=mcp-app', 'ui://convengine/question']);
    expect(McpUiResourceMetaSchema.parse(_meta?.ui)).toEqual({ csp: {}, prefersBorder: true });
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(text).not.toMatch(/https?:|\bsrc=|\bhref=/);
  });

  it('is nothing that a client without the extension would notice', async () => {
    const options = { headers: { authorization: `Bearer ${KEYS.desktop}` }, capabilities: {} };
    const { result } = await rawRequest(engine().url, {}, { ...options, method: 'tools/list' });
    expect(JSON.stringify(result.tools)).not.toMatch(/ui:\/\/|convengine_decide/);
    const asked = await rawRequest(engine().url, { name: 'bank.pay', arguments: PAYMENT }, options);
    expect(JSON.stringify(asked.result)).not.toContain('convengine/question');
    const press = { name: 'convengine_decide', arguments: { key: 'any', decision: 'yes' } };
    expect((await rawRequest(engine().url, press, options)).error).toMatchObject({ code: -32602 });
  });
});

/** Runs something with the host in the page. */
function inHost<T, A = undefined>(page: Page, work: (host: Host, args: A) => Promise<T>, args?: A): Promise<T> {
  const call = `async (args) => (${String(work)})(globalThis.host, args)`;
  // The page is another program: what it runs is sent as text.
  return page.evaluate(`(${call})(${JSON.stringify(args ?? null)})`) as Promise<T>;
}
