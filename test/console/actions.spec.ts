import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockCard, CARD_FLOW, cards } from '../e2e/http/ledger/card-flow.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

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

  it('lets an operator settle what nobody can tell the end of, with a note, and shows the whole record', async () => {
    const page = await reader.open(address('/actions?view=waiting'));
    await page.getByRole('link', { name: 'Shall I block card C999?' }).click();
    const form = page.getByRole('form', { name: 'Did it happen?' });
    await form.getByLabel('Your name').fill('ann');
    await form.getByLabel('Note').fill('the card is blocked in the ledger');
    await form.getByRole('button', { name: 'It happened' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('It was done, once, after the consent that stands below.').waitFor();
    await page.getByText('By USER, through message.').waitFor();
    await page.getByText('[hidden]').first().waitFor();
    expect(await page.content()).not.toContain('483915');
  });

  it('shows what a correction changed', async () => {
    const id = randomUUID();
    await engine.say(blockCard('C401'), id);
    await engine.say('no, I mean card C402', id);
    const page = await reader.open(address('/actions'));
    await page.getByRole('link', { name: 'Shall I block card C402?' }).click();
    await page.getByText('1 earlier revision').click();
    await page.getByText('Shall I block card C401?').waitFor();
    expect(await page.locator('del').allTextContents()).toEqual(['"C401"']);
    expect(await page.locator('ins').allTextContents()).toEqual(['"C402"']);
    expect(await violations(page)).toEqual([]);
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

  it.each(['light', 'dark'] as const)('has nothing that axe finds wrong (%s)', async (colorScheme) => {
    const id = randomUUID();
    await engine.say(`for a vip: ${blockCard('C301')}`, id);
    await engine.say('yes', id);
    for (const width of [1280, 390]) {
      const page = await reader.open(address('/actions'), { colorScheme, viewport: { width, height: 844 } });
      await page.getByRole('link', { name: 'Shall I block card C301?' }).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Shall I block card C301?' }).first().click();
      await page.getByRole('heading', { name: 'The question as it was shown' }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    const empty = await reader.open(address('/actions?text=nothing-has-this'), { colorScheme });
    await empty.getByText('Nothing matches').waitFor();
    expect(await violations(empty)).toEqual([]);
  });
});
