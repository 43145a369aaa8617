import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyFor } from '../access/keys.js';
import { TestProvider } from '../access/provider.js';
import { blockCard, CARD_FLOW, cards } from '../e2e/http/ledger/card-flow.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

/** What is refused, browsers report by themselves, and that the provider has neither an icon nor its letters. */
const REFUSALS = /40[134]|ERR_NAME_NOT_RESOLVED/;

describeInBrowser('signing in to the console through a provider', (reader) => {
  let opened: TestDatabase;
  let provider: TestProvider;
  let engine: TestEngine;
  /** Another process, at another port. */
  let other: TestEngine;
  let service: Record<string, string>;
  const clock = new MovableClock();
  /** To the browser, this is another site than the provider's, which is 127.0.0.1. */
  const home = ({ url }: TestEngine) => url.replace('127.0.0.1', 'localhost');
  const address = (path: string) => `${home(engine)}/console${path}`;

  beforeAll(async () => {
    provider = await TestProvider.start();
    opened = await openSqlite();
    const options = {
      database: opened,
      handlers: [cards],
      clock,
      config: {
        ...provider.signInSettings,
        'flow.guardrail.require-approval-for-sensitive-actions': true,
        'flow.guardrail.sensitive-patterns': ['vip'],
      },
    };
    engine = await startEngine({ ...options, seeds: [CARD_FLOW] });
    other = await startEngine(options);
    for (const one of [engine, other]) provider.know(home(one));
    service = (await keyFor(opened, 'service', 'shop')).headers;
  });
  afterAll(async () => {
    await engine.close();
    await other.close();
    await provider.goAway();
    await opened.close();
  });

  const signIn = async (page: Page, name: string) => {
    await page.getByRole('link', { name: 'Sign in with', exact: false }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const account = (page: Page, name: string) => page.getByRole('button', { name: `${name} of the provider` });
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
  const signOut = async (page: Page, name: string) => {
    await account(page, name).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
  };

  it('shows a viewer what waits and no way to decide it, lets an approver approve it, and both of them sign out', async () => {
    const id = randomUUID();
    for (const words of [`for a vip: ${blockCard('C201')}`, 'yes']) await engine.say(words, id, {}, service);
    const [action] = await opened.database.query('SELECT proposal_id FROM ce_action_proposal');
    await opened.database.query(
      `INSERT INTO ce_outbox_event (conversation_id, event_id, event_type, payload_json, created_at_ms, attempts, last_error)
       VALUES ($1, $2, 'pending_action', $3, $4, 14, 'HTTP 500')`,
      [id, randomUUID(), JSON.stringify({ event: 'PROPOSED', proposalId: action?.proposal_id }), Date.now()],
    );
    const page = await reader.open(address('/actions?view=waiting'), {}, REFUSALS);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await pages(page)).toEqual([]);
    await signIn(page, 'vera');
    await page.getByRole('link', { name: 'Shall I block card C201?' }).click();
    await page.getByRole('heading', { name: 'The question as it was shown' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await page.getByText('given up').waitFor();
    expect(await page.getByRole('button', { name: 'Send it again' }).count()).toBe(0);
    expect(await pages(page)).toEqual(['Actions', 'Conversations', 'Flow map', 'Rows', 'Comparisons', 'Operations']);
    await page.getByRole('link', { name: 'Rows' }).click();
    await page.getByText('Files', { exact: true }).click();
    await page.getByRole('heading', { name: 'Words of the language' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie');
    expect(kept).toBe('{}');

    await signOut(page, 'vera');
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(address(''));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await signIn(page, 'ann');
    await page.getByRole('link', { name: 'Shall I block card C201?' }).click();
    const form = page.getByRole('form', { name: 'Approve this revision?' });
    expect(await form.getByLabel('Your name').inputValue()).toBe('ann of the provider');
    await form.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('ann (says: ann of the provider) approved revision 1.').waitFor();
    expect(await pages(page)).toEqual(['Actions']);
    expect((await engine.say('yes', id, {}, service)).text).toContain('B-C201');
  });

  it('shows an author the rows, and says of other pages why not and what to do', async () => {
    const page = await reader.open(address('/rows'), {}, REFUSALS);
    await signIn(page, 'ada');
    await page.getByRole('button', { name: 'Add a row' }).waitFor();
    expect(await pages(page)).toEqual(['Flow map', 'Rows', 'Comparisons']);
    await page.goto(address('/actions'));
    await page
      .getByText('may act as author. That does not include reading actions (actions.read)', { exact: false })
      .waitFor();
    await page.getByText('Ask whoever runs the service for a role that has it', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    // Another process knows them as well.
    await page.goto(`${home(other)}/console/rows`);
    await page.getByRole('button', { name: 'Add a row' }).waitFor();
  });

  it('takes who was led to a page back to it, also after the session has ended', async () => {
    const page = await reader.open(address('/operations?hours=24'), {}, REFUSALS);
    await signIn(page, 'vera');
    await page.waitForURL(address('/operations?hours=24'));
    await page.getByRole('heading', { name: 'Operations' }).waitFor();
    clock.advance(30 * 60_000);
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    clock.advance(-30 * 60_000);
    // The provider still knows who it is.
    await page.getByRole('link', { name: 'Sign in with', exact: false }).click();
    await page.waitForURL(address('/operations?hours=24'));
    await account(page, 'vera').waitFor();
  });

  it('says what to do where the provider says no, and where the way back is not the one that was begun', async () => {
    const page = await reader.open(address('/actions'), {}, REFUSALS);
    await page.getByRole('link', { name: 'Sign in with', exact: false }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The provider says that you declined', { exact: false }).waitFor();
    const back = page.waitForRequest(/sign-in\/callback/);
    await signIn(page, 'vera');
    await page.getByText('No action', { exact: false }).or(page.getByRole('table')).first().waitFor();
    await page.goto((await back).url());
    await page.getByText('The way back was not the one that was begun', { exact: false }).waitFor();
    await account(page, 'vera').waitFor();
  });

  it('lets no other site act for who has signed in, and no page of another port', async () => {
    const page = await reader.open(address('/actions'), {}, /./);
    await signIn(page, 'root');
    await account(page, 'root').waitFor();
    const evil = `<form method="post" action="${home(engine)}/api/v1/cache/refresh"><button>win</button></form>`;
    for (const site of [provider.issuer, home(other)]) {
      await page.route(`${site}/evil`, (route) => route.fulfill({ contentType: 'text/html', body: evil }));
      await page.goto(`${site}/evil`);
      await page.getByRole('button', { name: 'win' }).click();
      await page.getByText('FORBIDDEN', { exact: false }).waitFor();
      const read = await page
        .goto(`${site}/evil`)
        .then(() =>
          page.evaluate(
            `fetch('${home(engine)}/api/v1/actions', { credentials: 'include' }).then((r) => r.status, () => 'nothing')`,
          ),
        );
      expect(read).toBe('nothing');
    }
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has nothing that axe finds wrong (%s, %i)', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 844 } };
    const page = await reader.open(address('/sign-in?problem=role'), options, REFUSALS);
    await page.getByText('The provider knows you, and you have no role here.', { exact: false }).waitFor();
    await page.getByText('With an API key').click();
    await page.getByRole('textbox', { name: 'API key or token' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await signIn(page, 'ann');
    await page.getByRole('heading', { name: 'Actions' }).waitFor();
    await account(page, 'ann').click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(address('/operations'));
    await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describeInBrowser('signing in to the console with a key', (reader) => {
  const demo = { seeds: ['seeds/demo/demo.sql'], config: { 'handlers.directories': ['seeds/demo/handlers'] } };
  const use = async (page: Page, key: string) => {
    await page.getByRole('textbox', { name: 'API key or token' }).fill(key);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  };

  it('keeps the key out of the browser, outlives a reload, and takes a second key of the settings', async () => {
    const keys = { 'security.admin-api-key': 'the-admins-key', 'security.conversation-api-key': 'the-chats-key' };
    const engine = await startEngine({ database: await openSqlite(), ...demo, config: { ...demo.config, ...keys } });
    const page = await reader.open(`${engine.url}/console/actions`, {}, REFUSALS);
    await use(page, 'a-mistyped-key');
    await page.getByText('This key opens nothing here', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    const german = await reader.open(`${engine.url}/console/actions`, { locale: 'de-DE' }, REFUSALS);
    await german.getByRole('textbox', { name: 'API-Schlüssel oder Token' }).fill('a-mistyped-key');
    await german.keyboard.press('Enter');
    await german.getByText('Dieser Schlüssel öffnet hier nichts', { exact: false }).waitFor();
    await use(page, 'the-admins-key');
    await page.getByText('No action yet').waitFor();
    const cookies = JSON.stringify(await page.context().cookies());
    const kept = `${await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location')}`;
    expect(kept + cookies).not.toContain('the-admins-key');
    await page.reload();
    await page.getByText('No action yet').waitFor();
    await page.goto(`${engine.url}/console/try/${randomUUID()}`);
    await page
      .getByRole('button', { name: 'Sign in as somebody else' })
      .or(page.getByRole('link', { name: 'Sign in as somebody else' }))
      .first()
      .click();
    await use(page, 'the-chats-key');
    await page.getByRole('link', { name: 'Begin a new one' }).click();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('cancel my order 8002');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByText('Shall I cancel order 8002?', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Actions' }).click();
    await page.getByRole('link', { name: 'Shall I cancel order 8002?', exact: false }).waitFor();
    await engine.close();
  });

  it('keeps what was written when the session ends, for whoever wrote it alone', async () => {
    const database = await openSqlite();
    const [ann, ben] = [await keyFor(database, 'user', 'ann'), await keyFor(database, 'user', 'ben')];
    const engine = await startEngine({ database, ...demo });
    const page = await reader.open(`${engine.url}/console`, {}, REFUSALS);
    const field = page.getByRole('textbox', { name: 'Write a message' });
    await use(page, ann.key);
    await page.getByText('ready', { exact: true }).waitFor();
    await field.fill('cancel my order 8004');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    // As on the way back from a provider.
    await page.reload();
    await use(page, ben.key);
    await page.getByText('ready', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: 'ben' }).click();
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
    await use(page, ann.key);
    await page.getByText('ready', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('cancel my order 8004');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByText('Shall I cancel order 8004?', { exact: false }).waitFor();
    expect(await field.inputValue()).toBe('');
    await page.reload();
    await page.getByRole('log').getByText('Shall I cancel order 8004?', { exact: false }).waitFor();
    expect(await field.inputValue()).toBe('');
    await engine.close();
    await database.close();
  });

  it('gives a decision the name of whoever has signed in last', async () => {
    const database = await openSqlite();
    const [ann, ben] = [await keyFor(database, 'operator', 'ann'), await keyFor(database, 'operator', 'ben')];
    const shop = await keyFor(database, 'service', 'shop');
    const engine = await startEngine({ database, ...demo });
    const id = randomUUID();
    await engine.say('hello', id, {}, shop.headers);
    const page = await reader.open(`${engine.url}/console/conversations/${id}`, {}, REFUSALS);
    const form = page.getByRole('form', { name: 'Hand this conversation over?' });
    for (const { name, key } of [
      { ...ann, name: 'ann' },
      { ...ben, name: 'ben' },
    ]) {
      await use(page, key);
      await page.getByRole('button', { name: 'Hand over …' }).click();
      expect(await form.getByLabel('Your name').inputValue()).toBe(name);
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
    }
    await engine.close();
    await database.close();
  });

  it('knows who has signed in meanwhile in another window, when one comes back', async () => {
    const database = await openSqlite();
    const [ann, ben] = [await keyFor(database, 'operator', 'ann'), await keyFor(database, 'approver', 'ben')];
    const engine = await startEngine({ database, ...demo });
    const page = await reader.open(`${engine.url}/console/conversations`, {}, REFUSALS);
    await use(page, ann.key);
    await page.getByRole('button', { name: 'ann', exact: true }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${engine.url}/console/sign-in`);
    await use(other, ben.key);
    await other.getByRole('button', { name: 'ben', exact: true }).waitFor();
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('button', { name: 'ben', exact: true }).waitFor();
    await page.getByText('ben may act as approver.', { exact: false }).waitFor();
    await engine.close();
    await database.close();
  });

  it('leaves who has gone to another page there, when a conversation of theirs begins', async () => {
    const database = await openSqlite();
    const { key } = await keyFor(database, 'user', 'ann');
    const engine = await startEngine({ database, ...demo });
    const page = await reader.open(`${engine.url}/console`, {}, REFUSALS);
    await use(page, key);
    await page.getByText('ready', { exact: true }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/conversation/message', async (route) => {
      const answer = await route.fetch();
      await held.promise;
      await route.fulfill({ response: answer });
    });
    await page.getByRole('textbox', { name: 'Write a message' }).fill('cancel my order 8005');
    await page.keyboard.press('Enter');
    await page.getByText('Answering …').waitFor();
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Talk with your flows').waitFor();
    const there = page.url();
    const answered = page.waitForResponse('**/conversation/message');
    held.resolve();
    await (await answered).finished();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('what does it cost?');
    expect(page.url()).toBe(there);
    await engine.close();
    await database.close();
  });

  it('lets an author end a shadow of theirs, without what users have said', async () => {
    const database = await openSqlite();
    const { key, headers } = await keyFor(database, 'author', 'ann');
    const engine = await startEngine({ database, ...demo });
    const edits = [{ table: 'ce_response', row: '1', values: { exact_text: 'Hi.' } }];
    await fetch(`${engine.url}/api/v1/flow/shadows`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ edits, share: 0.07, by: 'ann' }),
    });
    const page = await reader.open(`${engine.url}/console/comparisons`, {}, REFUSALS);
    await use(page, key);
    await page.getByRole('link', { name: 'Shadow 1' }).click();
    await page.getByText('(ledger.read)', { exact: false }).waitFor();
    await page.getByText(' 7 % of the conversations', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByText('stopped', { exact: false }).waitFor();
    await page.goto(`${engine.url}/console/comparisons/99`);
    await page.getByText('There is no shadow 99.', { exact: false }).waitFor();
    await engine.close();
    await database.close();
  });

  it('lets a user talk in their own conversations, and shows nothing else', async () => {
    const database = await openSqlite();
    const { key } = await keyFor(database, 'user', 'ann');
    const engine = await startEngine({ database, ...demo });
    const page = await reader.open(`${engine.url}/console`);
    await use(page, key);
    await page.getByText('ready', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('cancel my order 8002');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByText('Shall I cancel order 8002?', { exact: false }).waitFor();
    await page.getByText('✓ live').waitFor();
    expect(await engine.count(`SELECT count(*) FROM ce_conversation WHERE user_id = 'ann'`)).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual([
      'Try it',
    ]);
    await page.goto(`${engine.url}/console/actions`);
    await page.getByText('ann may act as user.', { exact: false }).waitFor();
    await engine.close();
    await database.close();
  });
});
