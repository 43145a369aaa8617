import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockCard, CARD_FLOW, cards } from '../e2e/http/ledger/card-flow.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

describeInBrowser('the desk of actions', (reader) => {
  let engine: TestEngine;
  const held = randomUUID();
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: [CARD_FLOW],
      handlers: [cards],
      config: {
        'flow.guardrail.require-approval-for-sensitive-actions': true,
        'flow.guardrail.sensitive-patterns': ['vip'],
      },
    });
    await engine.say(blockCard('C999'), held);
    await engine.say('yes', held);
  });
  afterAll(() => engine.close());

  const address = (path: string) => `${engine.url}/console${path}`;

  it('draws a check box of the size of its words where several can be chosen', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C203')}`, id);
    await engine.say('yes', id);
    const page = await reader.open(address('/actions?view=waiting'));
    const box = page.getByRole('row').filter({ hasText: 'C203' }).getByRole('checkbox', { name: 'Choose' });
    await box.waitFor();
    const sizes = await page
      .locator('th svg')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(sizes.filter((width) => width > 24)).toEqual([]);
    expect((await box.boundingBox())?.width).toBeLessThanOrEqual(24);
    await engine.say('no', id);
  });

  it('shows the yes to what waits for an approval, and why it did not count', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C204')}`, id);
    const page = await reader.open(address('/actions'));
    await page.getByRole('link', { name: 'Shall I block card C204?' }).click();
    await page.getByText('No answer to the question is recorded.').waitFor();
    await engine.say('yes please', id);
    await page.reload();
    await page.getByText('Its user has said yes. It needs an approval', { exact: false }).waitFor();
    const yes = page.getByRole('listitem').filter({ hasText: 'A yes that did not count' });
    await yes.getByText('yes please').waitFor();
    await yes.getByText('It did not count yet: an approval is needed first.').waitFor();
    await yes.getByText('By its user. To revision 1, in turn 2.').waitFor();
    expect(await violations(page)).toEqual([]);
    await engine.say('no', id);
  });

  it('tells what failed from what its user declined, with times in full', async () => {
    const [failed, declined] = [randomUUID(), randomUUID()];
    await engine.say(blockCard('C888'), failed);
    await engine.say('yes', failed);
    await engine.say(blockCard('C205'), declined);
    await engine.say('no', declined);
    const page = await reader.open(address('/actions'), { timezoneId: 'Europe/Berlin' });
    const row = (card: string) => page.getByRole('row').filter({ hasText: card });
    await row('C888').getByText('✕ failed', { exact: true }).waitFor();
    await row('C205').getByText('not done', { exact: true }).waitFor();
    await row('C205').getByText('Its user said no.').waitFor();
    await page.getByRole('link', { name: 'Shall I block card C888?' }).click();
    const outcome = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Outcome' }) });
    await outcome.getByText('failed: What carries it out has failed.').waitFor();
    expect(await outcome.locator('time').textContent()).toMatch(
      /^\d{1,2} \p{L}+ \d{4},? (at )?\d\d:\d\d:\d\d (CET|CEST|GMT\+[12]) \(.+\)$/u,
    );
    expect(await violations(page)).toEqual([]);
  });

  it('shows what waits, and lets somebody else approve it: the next yes carries it out', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C201')}`, id);
    expect((await engine.say('yes', id)).text).toContain('approval');
    const page = await reader.open(address('/actions'));
    await page.getByText('1 action waits for an approval.', { exact: false }).waitFor();
    await page.getByText('Waiting for you', { exact: true }).click();
    await page.getByRole('link', { name: 'Shall I block card C201?' }).click();
    const form = page.getByRole('form', { name: 'Approve this revision?' });
    await form.getByRole('button', { name: 'Approve' }).click();
    await form.getByText('Say who you are: it is kept with what you decide.').waitFor();
    await form.getByLabel('Your name').fill('ann');
    await form.getByLabel('Note').fill('checked with the bank');
    await form.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('ann approved revision 1.').waitFor();
    await page.getByText('checked with the bank').first().waitFor();
    expect((await engine.say('yes', id)).text).toContain('B-C201');
  });

  it('lets nobody approve what they have not read: what has changed meanwhile is told first', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C206')}`, id);
    const page = await reader.open(address('/actions'), {}, /404/);
    await page.getByRole('link', { name: 'Shall I block card C206?' }).click();
    const form = page.getByRole('form', { name: 'Approve this revision?' });
    await form.getByLabel('Your name').fill('ann');
    await form.getByLabel('Note').fill('checked with the bank');
    await engine.say(`for a vip: ${blockCard('C207')}`, id);
    await page.getByRole('heading', { level: 1, name: 'Shall I block card C207?' }).waitFor();
    await form.getByRole('button', { name: 'Approve' }).click();
    await form.getByRole('alert').waitFor();
    const approvals = 'SELECT count(*) FROM ce_action_proposal WHERE conversation_id = $1 AND approved_revision = 2';
    expect(await engine.count(approvals, [id])).toBe(0);
    expect(await form.getByLabel('Note').inputValue()).toBe('checked with the bank');
    await form.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('ann approved revision 2.').waitFor();
    await engine.say('no', id);
  });

  it('lets somebody refuse what waits, with a note: the user hears of it', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C202')}`, id);
    await engine.say('yes', id);
    const page = await reader.open(address('/actions?view=waiting'));
    await page.getByRole('link', { name: 'Shall I block card C202?' }).click();
    const form = page.getByRole('form', { name: 'Approve this revision?' });
    await form.getByLabel('Your name').fill('ann');
    await form.getByLabel('Note').fill('not the owner');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Refuse' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('ann refused to approve revision 1.').waitFor();
    await page.getByText('not the owner').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await engine.say('yes', id)).text).toContain('That was not approved');
  });

  it('tells a user in the chat at once that a question is closed, and not that its time is over', async () => {
    const id = randomUUID();
    const { body } = await engine.say(`for a vip: ${blockCard('C208')}`, id);
    const [{ actionId }] = body.pendingActions as [{ actionId: string }];
    const page = await reader.open(address(`/try/${id}`));
    const question = page.getByRole('region', { name: 'Open question' });
    await question.getByRole('button', { name: 'Yes' }).waitFor();
    await page.getByText('✓ live').waitFor();
    await fetch(`${engine.url}/api/v1/actions/${actionId}/refuse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: 'ann' }),
    });
    await question.getByText('This question is closed: a yes does nothing any more.').waitFor();
    expect(await question.getByRole('button').count()).toBe(0);
  });

  it('refuses several at once, never without a reason, and tells of each what became of it', async () => {
    const ids = ['C211', 'C212', 'C213'].map((card) => ({ card, id: randomUUID() }));
    for (const { card, id } of ids) {
      await engine.say(`for a vip: ${blockCard(card)}`, id);
      await engine.say('yes', id);
    }
    const page = await reader.open(address('/actions?view=waiting'), {}, /404/);
    const row = (card: string) => page.getByRole('row').filter({ hasText: card });
    expect(await row('C999').getByRole('checkbox').count()).toBe(0);
    for (const { card } of ids) await row(card).getByRole('checkbox', { name: 'Choose' }).check();
    const form = page.getByRole('form', { name: 'Refuse 3 actions?' });
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('Your name').fill('ann');
    await form.getByRole('button', { name: 'Refuse these 3' }).click();
    await form.getByText('Say why', { exact: false }).waitFor();
    // Somebody else was faster with one of them.
    await engine.say('no', ids[1]?.id ?? '');
    await form.getByLabel('Why').fill('stolen list');
    await form.getByRole('button', { name: 'Refuse these 3' }).click();
    const told = page.getByRole('status').getByRole('listitem');
    await expect.poll(() => told.count()).toBe(3);
    expect((await told.allTextContents()).map((text) => /not refused/.test(text))).toEqual([false, true, false]);
    await form.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    expect((await engine.say('yes', ids[0]?.id ?? '')).text).toContain('That was not approved');
  });

  it('takes one finding at a time of whether something has happened, however slow the way to the service is', async () => {
    const page = await reader.open(address('/actions?view=waiting'));
    await page.getByRole('link', { name: 'Shall I block card C999?' }).click();
    const form = page.getByRole('form', { name: 'Did it happen?' });
    await form.getByLabel('Your name').fill('ann');
    await page.route('**/settle', () => undefined);
    await form.getByRole('button', { name: 'It happened' }).click();
    await expect.poll(() => form.getByRole('button', { name: 'It did not happen' }).isDisabled()).toBe(true);
  });

  it('lets an operator settle what nobody can tell the end of, with a note, and shows the whole record', async () => {
    const page = await reader.open(address('/actions?view=waiting'));
    await page.getByRole('link', { name: 'Shall I block card C999?' }).click();
    const outcome = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Outcome' }) });
    await outcome.getByText('in doubt: Nobody knows whether it happened.').waitFor();
    const form = page.getByRole('form', { name: 'Did it happen?' });
    const looks = ['It happened', 'It did not happen'].map((name) =>
      form.getByRole('button', { name, exact: true }).getAttribute('data-variant'),
    );
    expect(await looks[0]).toBe(await looks[1]);
    await form.getByLabel('Your name').fill('ann');
    await form.getByLabel('Note').fill('the card is blocked in the ledger');
    await form.getByRole('button', { name: 'It happened' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('It was done, once, after the consent that stands below.').waitFor();
    await page.getByText('By its user, through a message.').waitFor();
    await page.getByText(/^Needs an? .*yes.* from its user, a service for its user\.$/).waitFor();
    await page.getByText('[hidden]').first().waitFor();
    expect(await page.content()).not.toContain('483915');
  });

  it('shows what a correction changed', async () => {
    const id = randomUUID();
    await engine.say(blockCard('C401'), id);
    await engine.say('no, I mean card C402', id);
    const page = await reader.open(address('/actions'));
    await page.route(/actions\/[\da-f-]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"C401"', '"C\u202e401"') });
    });
    await page.getByRole('link', { name: 'Shall I block card C402?' }).click();
    await page.getByText('1 earlier revision').click();
    await page.getByText('Shall I block card C401?').waitFor();
    // What would turn the words around is named.
    expect(await page.locator('del').allTextContents()).toEqual(['"C[U+202E]401"']);
    expect(await page.locator('ins').allTextContents()).toEqual(['"C402"']);
    expect(await violations(page)).toEqual([]);
  });

  it('finds what failed in the days that are chosen, and whose yes began it: the address keeps the filters', async () => {
    const [failed, agreed] = [randomUUID(), randomUUID()];
    await engine.say(blockCard('C888'), failed);
    await engine.say('yes', failed);
    await engine.say(blockCard('C501'), agreed);
    await engine.say('yes', agreed);
    const { database } = engine.database;
    const set = (columns: string, id: string) =>
      database.query(`UPDATE ce_action_proposal SET ${columns} WHERE conversation_id = $1`, [id]);
    // In Auckland that is the 2nd of February already, and in UTC the 1st.
    await set(`created_at_ms = ${Date.UTC(2026, 1, 1, 12)}`, failed);
    await set(`confirmed_by = 'AGENT:crm'`, agreed);
    const page = await reader.open(address('/actions'), { timezoneId: 'Pacific/Auckland' });
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await page.getByLabel('What came of it', { exact: true }).selectOption('Failed');
    await page.getByLabel('Asked from').fill('2026-02-02');
    await page.getByLabel('to', { exact: true }).fill('2026-02-02');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('Shall I block card C888?').waitFor();
    expect(new URL(page.url()).search).toBe('?outcome=FAILED&from=2026-02-02&to=2026-02-02');
    await page.reload();
    await rows.getByText('Shall I block card C888?').waitFor();
    expect(await page.getByLabel('Asked from').inputValue()).toBe('2026-02-02');
    await page.getByLabel('Asked from').fill('');
    await page.getByLabel('to', { exact: true }).fill('2026-02-01');
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('to', { exact: true }).fill('');
    await page.getByText('All', { exact: true }).click();
    await page.getByLabel('Whose yes').selectOption('An agent’s yes');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('Yes by an agent (crm)').waitFor();
    expect(new URL(page.url()).search).toBe('?view=all&by=AGENT');
    expect(await violations(page)).toEqual([]);
  });

  it('says in a turn why a yes did not count, on a narrow screen as well, with the code as its title', async () => {
    const id = randomUUID();
    const { body } = await engine.say(blockCard('C601'), id);
    const [{ actionId, revision }] = body.pendingActions as [{ actionId: string; revision: number }];
    for (const _twice of [1, 2]) await engine.say('', id, { inReplyTo: { actionId, revision }, decision: 'CONFIRM' });
    const page = await reader.open(address(`/conversations/${id}`), { viewport: { width: 390, height: 844 } });
    const said = page.getByText('A yes. It did not count: the question was closed.').first();
    await said.waitFor();
    expect(await said.getAttribute('title')).toBe('CLOSED');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('shows values beside names of any length on a narrow screen', async () => {
    const id = randomUUID();
    const { body } = await engine.say(blockCard('C602'), id);
    const [{ actionId }] = body.pendingActions as [{ actionId: string }];
    const page = await reader.open('about:blank', { viewport: { width: 390, height: 844 } });
    await page.route(`**/api/v1/actions/${actionId}`, async (route) => {
      const response = await route.fetch();
      const named = { number_of_the_card_that_is_to_be_blocked_at_once_for_good: 'C602' };
      await route.fulfill({ response, json: { ...((await response.json()) as object), arguments: named } });
    });
    await page.goto(address(`/actions/${actionId}`));
    const value = page.getByText('C602', { exact: true });
    expect((await value.boundingBox())?.width).toBeGreaterThan(150);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it.each([
    ['America/New_York', 'to=9999-12-31'],
    ['Asia/Tokyo', 'from=0000-01-01'],
  ])('has everything until the last day that can be chosen, and from the first one (%s)', async (timezoneId, day) => {
    const page = await reader.open(address(`/actions?${day}`), { timezoneId });
    await page.getByRole('row').filter({ hasText: 'C999' }).first().waitFor({ timeout: 10_000 });
  });

  it('takes the list away as a file, with the filters that are set', async () => {
    const page = await reader.open(address('/actions?text=C999'));
    await page.getByRole('link', { name: 'Shall I block card C999?' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head, row, ...rest] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(head).toContain('actionId,conversationId,actionKey');
    expect(row).toContain('Shall I block card C999?');
    expect(row).toContain('[hidden]');
    expect(rest).toEqual([]);
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C301')}`, id);
    await engine.say('yes', id);
    for (const width of [1280, 390]) {
      const page = await reader.open(address('/actions'), { viewport: { width, height: 844 } });
      await page.getByRole('link', { name: 'Shall I block card C301?' }).first().waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
      await page.getByRole('link', { name: 'Shall I block card C301?' }).first().click();
      await page.getByRole('heading', { name: 'The question as it was shown' }).waitFor();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
    const empty = await reader.open(address('/actions?text=nothing-has-this'));
    await empty.getByText('Nothing matches').waitFor();
    expect(await violationsInBothColours(empty)).toEqual([]);
  });
});
