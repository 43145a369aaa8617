import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { call, connect } from '../mcp/connect.js';
import { PAGE_CODE } from './asking-doors.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

describeOnEachDatabase('the consent page', (open) => {
  const bank = new Bank();
  const desk = new LoanDesk();
  const clock = new MovableClock();
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({
      database,
      seeds: [BANK, LOAN_DESK],
      handlers: [...bank.handlers, desk.handler],
      clock,
      config: { 'consent.page-code': PAGE_CODE },
    });
  });
  afterAll(() => engine.close());

  /** Opens an action as a model does, and gives the link for its user. */
  const linkFor = async (name: string, args: Record<string, unknown>) => {
    const { client } = await connect(engine.url);
    const { structuredContent } = await call(client, name, args);
    await client.close();
    const actions = (structuredContent as { pending_actions?: JsonObject[] }).pending_actions;
    const link = actions ? actions[0]?.consent_url : (structuredContent as JsonObject).consent_url;
    const conversationId = String((structuredContent as JsonObject).conversation_id ?? '');
    return { link: String(link).replace(/^https?:\/\/[^/]+/, engine.url), conversationId };
  };
  const look = async (link: string) => {
    const response = await fetch(link);
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const post = async (link: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(link, { method: 'POST', body: new URLSearchParams(form), headers });
    return { status: response.status, html: await response.text() };
  };

  /** The title and the heading of a page. */
  const headings = (html: string) =>
    [/<title>(.*?)<\/title>/, /<h1>(.*?)<\/h1>/].map((pattern) => pattern.exec(html)?.[1]);

  const press = (link: string, decision: string, headers: Record<string, string> = {}) =>
    post(link, { decision, code: PAGE_CODE }, headers);

  it('shows the question, its arguments but no secret, and when it expires', async () => {
    const { link } = await linkFor('bank.pay', { to: '<b>Ann</b>', amount: 30, pin: 'zebra-4711' });
    const { status, html, headers } = await look(link);
    expect(status).toBe(200);
    expect(html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
    expect(html).not.toContain('zebra-4711');
    expect(html).toMatch(/Yes[\s\S]*No/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(bank.paid).toEqual([]);
  });

  it('names arguments in words, shows marks of direction, and says in words and zone when it was asked and how long it is open', async () => {
    const { link } = await linkFor('bank.pay', { to: 'Ann\u202egnp', amount: 30, payee_name: 'x' });
    const { html } = await look(link);
    expect(html).toContain('<dt><bdi>payee name</bdi></dt>');
    expect(html).toContain('<bdi>Ann\\u202egnp</bdi>');
    const times = [...html.matchAll(/<time datetime="([^"]+)">([^<]+)<\/time>/g)].map(([, iso, text]) => [iso, text]);
    expect(times.map(([iso]) => new Date(String(iso)).toISOString())).toEqual(times.map(([iso]) => iso));
    expect(times.map(([, text]) => text)).toEqual([
      expect.stringMatching(/^\p{L}+, \d{1,2} \p{L}+ \d{4}, \d\d:\d\d UTC$/u),
      expect.stringMatching(/^\p{L}+, \d{1,2} \p{L}+ \d{4}, \d\d:\d\d UTC \(in (29|30) minutes\)$/u),
    ]);
  });

  it('runs the action once for a Yes, and tells whoever opens the link again when it was agreed to and that it is done', async () => {
    const { link } = await linkFor('bank.pay', { to: 'Bob', amount: 1, pin: 'zebra-4712' });
    const before = bank.paid.length;
    const answered = await press(link, 'CONFIRM');
    expect(headings(answered.html)).toEqual(['Done', 'Done']);
    for (const again of [await press(link, 'CONFIRM'), await press(link, 'REJECT'), await look(link)]) {
      expect([again.status, ...headings(again.html)]).toEqual([410, 'Done', 'Done']);
      expect(again.html).toContain('This was agreed to, and it was done.');
      expect(again.html).toMatch(/Agreed to<\/bdi><\/dt><dd><time datetime="20/);
      expect(again.html).not.toMatch(/nothing was done|zebra-4712|<form/);
    }
    expect(bank.paid.length - before).toBe(1);
    const rows = await database.database.query(
      'SELECT confirmed_by, confirmed_via FROM ce_action_proposal WHERE status = $1',
      ['EXECUTED'],
    );
    expect(rows).toEqual([{ confirmed_by: 'USER', confirmed_via: 'consent-page' }]);
  });

  it('answers for a conversation as well', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    expect((await press(link, 'CONFIRM')).status).toBe(200);
    expect(desk.of(conversationId)).toEqual(['gold']);
  });

  it('refuses for a No', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    const answered = await press(link, 'REJECT');
    expect([answered.status, ...headings(answered.html)]).toEqual([200, 'Declined', 'Declined']);
    const again = await press(link, 'CONFIRM');
    expect([again.status, ...headings(again.html)]).toEqual([410, 'Declined', 'Declined']);
    expect(again.html).toContain('This was declined, and nothing was done.');
    expect(desk.of(conversationId)).toEqual([]);
  });

  it('says so where the question has changed since, and runs nothing', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'move my connection to Delhi' });
    await engine.say('change the city to Hamburg', conversationId);
    const { status, html } = await press(link, 'CONFIRM');
    expect([status, ...headings(html)]).toEqual([410, 'No longer open', 'No longer open']);
    expect(html).toContain('What this one showed was not done.');
    expect(html).not.toContain('Hamburg');
    expect(desk.of(conversationId)).toEqual([]);
  });

  it('opens for nobody with a link that was changed, and not after its time', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect([(await look(forged)).status, (await press(forged, 'CONFIRM')).status]).toEqual([404, 404]);
    expect((await look(`${engine.url}/consent/${randomUUID()}`)).status).toBe(404);
    expect(headings((await look(forged)).html)).toEqual(['No question here', 'No question here']);
    const done = await linkFor('bank.pay', { to: 'Cid', amount: 2 });
    await press(done.link, 'CONFIRM');
    clock.advance(31 * 60_000);
    expect([(await look(link)).status, (await press(link, 'CONFIRM')).status]).toEqual([410, 410]);
    const late = await look(done.link);
    expect(headings(late.html)).toEqual(['No longer open', 'No longer open']);
    expect(late.html).not.toMatch(/nothing was done|Cid|<time/);
    expect(desk.of(conversationId)).toEqual([]);
  });

  it('takes a decision from its own form alone', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    const evil = await press(link, 'CONFIRM', { origin: 'https://evil.example' });
    const none = await press(link, 'PERHAPS');
    expect([evil.status, none.status, desk.of(conversationId)]).toEqual([403, 400, []]);
    for (const { html } of [evil, none]) expect(headings(html)).toEqual(['No answer', 'No answer']);
  });

  it('runs the action once for two browsers at once, and nothing for a program that opens the link in another way', async () => {
    const { link } = await linkFor('bank.pay', { to: 'Dan', amount: 3 });
    const before = bank.paid.length;
    for (const method of ['HEAD', 'GET', 'OPTIONS', 'PUT', 'DELETE']) {
      await fetch(`${link}?decision=CONFIRM&code=${PAGE_CODE}`, { method }).then((response) => response.text());
    }
    const body = JSON.stringify({ decision: 'CONFIRM', code: PAGE_CODE });
    const asJson = await fetch(link, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([asJson.status, bank.paid.length - before]).toEqual([400, 0]);
    await Promise.all([press(link, 'CONFIRM'), press(link, 'CONFIRM')]);
    expect(bank.paid.length - before).toBe(1);
    const other = await linkFor('bank.pay', { to: 'Eve', amount: 3 });
    const [declined, agreed] = await Promise.all([press(other.link, 'REJECT'), press(other.link, 'CONFIRM')]);
    expect(headings(declined.html)).toEqual(headings(agreed.html));
    expect(bank.paid.length - before).toBe(headings(agreed.html)[0] === 'Done' ? 2 : 1);
  });

  it('is a page also while the service cannot answer, and then says what has become of the question', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    await database.database.query('ALTER TABLE ce_action_proposal RENAME TO away');
    const [looked, pressed] = [await look(link), await press(link, 'CONFIRM')];
    await database.database.query('ALTER TABLE away RENAME TO ce_action_proposal');
    expect([looked.status, pressed.status, desk.of(conversationId)]).toEqual([500, 500, []]);
    for (const { html } of [looked, pressed]) {
      expect(html).toContain('Open the link again in a moment: it then says what has become of the question.');
    }
    expect(looked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await press(link, 'CONFIRM')).status).toBe(200);
    expect(desk.of(conversationId)).toHaveLength(1);
  });

  it('runs nothing for a Yes without the code, and leaves the question open for whoever has it', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn');
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    expect((await look(link)).html).toMatch(/<input type="password" name="code" autocomplete="off" required>/);
    const without = await post(link, { decision: 'CONFIRM' });
    const empty = await post(link, { decision: 'CONFIRM', code: '' });
    const wrong = await post(link, { decision: 'CONFIRM', code: `${PAGE_CODE}!` });
    expect([without.status, empty.status, wrong.status, desk.of(conversationId)]).toEqual([400, 400, 403, []]);
    expect(empty.html).toContain('Please type your code.');
    expect(wrong.html).toContain('Shall I open the gold loan?');
    expect(wrong.html).toContain('not the right code, so nothing was done. Tries left: 4.');
    const lines = JSON.stringify(warned.mock.calls);
    warned.mockRestore();
    expect(lines).toContain('without the right code, 1 of 5');
    expect([lines.includes(PAGE_CODE), lines.includes(String(link.split('/').at(-1)))]).toEqual([false, false]);
    expect((await press(link, 'CONFIRM')).status).toBe(200);
    expect((await press(link, 'CONFIRM')).status).toBe(410);
    expect(desk.of(conversationId)).toEqual(['gold']);
  });

  it('takes a No without the code', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    expect((await post(link, { decision: 'REJECT' })).status).toBe(200);
    expect((await press(link, 'CONFIRM')).status).toBe(410);
    expect(desk.of(conversationId)).toEqual([]);
  });

  it('is closed for an action after five wrong codes, for the right one too, and open for a No and for others', async () => {
    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    const other = await linkFor('convengine_message', { message: 'a gold loan please' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await post(link, { decision: 'CONFIRM', code: `guess number ${guess}` })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect([(await press(link, 'CONFIRM')).status, (await look(link)).status]).toEqual([429, 429]);
    expect(headings((await look(link)).html)).toEqual(['Locked', 'Locked']);
    expect((await post(link, { decision: 'REJECT' })).status).toBe(200);
    expect(desk.of(conversationId)).toEqual([]);
    expect((await press(other.link, 'CONFIRM')).status).toBe(200);
    expect(desk.of(other.conversationId)).toEqual(['gold']);
  });

  it('reads no code for a while after many wrong ones, whatever actions they are for, and the right one afterwards', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn');
    const guess = async () => {
      const { link } = await linkFor('convengine_message', { message: 'a gold loan please' });
      return fetch(link, { method: 'POST', body: new URLSearchParams({ decision: 'CONFIRM', code: 'a guess' }) });
    };
    let guesses = 0;
    let last = await guess();
    for (; last.status === 403 && guesses < 20; guesses += 1) last = await guess();
    expect([last.status, guesses <= 11]).toEqual([429, true]);
    expect(await last.text()).toContain('Too many wrong codes were typed of late');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(JSON.stringify(warned.mock.calls)).toContain('Too many wrong codes came by links of');
    warned.mockRestore();

    const { link, conversationId } = await linkFor('convengine_message', { message: 'a gold loan please' });
    expect([(await press(link, 'CONFIRM')).status, (await look(link)).status]).toEqual([429, 200]);
    expect(desk.of(conversationId)).toEqual([]);
    await expect.poll(() => press(link, 'CONFIRM').then(({ status }) => status), { timeout: 10_000 }).toBe(200);
    expect(desk.of(conversationId)).toEqual(['gold']);
  });
});
