import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../helpers/scripted-model.js';
import { describeInBrowser, violations, violationsInBothColours } from './browser.js';

const keys = { 'security.admin-api-key': 'the-admins-key', 'security.conversation-api-key': 'the-chats-key' };
const CHAT = { 'x-api-key': 'the-chats-key' };

describeInBrowser('what a turn asked models', (reader) => {
  let model: ScriptedModel;
  let engine: TestEngine;
  let guarded: TestEngine;
  const id = randomUUID();
  beforeAll(async () => {
    model = await startScriptedModel([
      {
        when: 'You label what a user does',
        reply: {
          json: { dialogueAct: 'NEW_REQUEST', confidence: 0.9 },
          usage: { prompt_tokens: 310, completion_tokens: 12, total_tokens: 322 },
        },
      },
      { reply: { status: 500 } },
    ]);
    const config = {
      'handlers.directories': ['seeds/demo/handlers'],
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'small-one',
      'llm.max-attempts': 1,
    };
    const seeds = ['seeds/demo/demo.sql'];
    engine = await startEngine({ database: await openSqlite(), seeds, config });
    guarded = await startEngine({ database: await openSqlite(), seeds, config: { ...config, ...keys } });
    await engine.say('cancel my order 7017', id);
    await guarded.say('cancel my order 7017', id, {}, CHAT);
  });
  afterAll(async () => {
    await engine.close();
    await guarded.close();
    await model.close();
  });

  const calls = (page: Page) => page.getByRole('region', { name: 'Model calls' });
  const asked = (page: Page) => {
    const requests: string[] = [];
    page.on('request', (request) => void (request.url().includes('/llm-calls') && requests.push(request.url())));
    return requests;
  };

  it.each(['try', 'conversations'])('stands with model, time and tokens in the turn (%s)', async (where) => {
    const page = await reader.open(`${engine.url}/console/${where}/${id}`);
    await calls(page).getByText('What the user did').waitFor();
    await calls(page).getByText('small-one').first().waitFor();
    await calls(page).getByText('310 tokens asked, 12 answered').waitFor();
    expect(
      await calls(page)
        .getByText(/^\d+ ms$/)
        .count(),
    ).toBeGreaterThan(0);
    const texts = calls(page).getByText('Prompt and answer').first();
    expect(await calls(page).getByText('"dialogueAct":"NEW_REQUEST"', { exact: false }).count()).toBe(0);
    await texts.focus();
    await page.keyboard.press('Enter');
    await calls(page).getByText('"dialogueAct":"NEW_REQUEST"', { exact: false }).waitFor();
  });

  it('is neither shown nor asked for where no model was asked', async () => {
    const none = randomUUID();
    await engine.say('cancel my order 7017', none);
    await engine.say('no', none);
    const page = await reader.open('about:blank');
    const requests = asked(page);
    await page.goto(`${engine.url}/console/try/${none}`);
    await page.getByText('What decided').waitFor();
    await page.getByText('Not done: cancel_order', { exact: false }).first().waitFor();
    expect([requests, await calls(page).count()]).toEqual([[], 0]);
  });

  it("is the turn's own record for whoever has no key of the administration, until it is there", async () => {
    const page = await reader.open(`${guarded.url}/console/try/${id}`, {}, /401/);
    const type = async (key: string) => {
      await page.getByRole('textbox', { name: 'API key or token' }).fill(key);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    };
    await type('the-chats-key');
    await calls(page).getByText('the log of model calls, which you may not read', { exact: false }).waitFor();
    await calls(page).getByText('Prompt and answer').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Key of the settings' }).click();
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
    await type('the-admins-key');
    await calls(page).getByText('310 tokens asked, 12 answered').waitFor();
  });

  it('is the record, too, where the log was pruned', async () => {
    const pruned = randomUUID();
    await engine.say('cancel my order 7017', pruned);
    await engine.database.database.query('DELETE FROM ce_llm_call_log WHERE conversation_id = $1', [pruned]);
    const page = await reader.open(`${engine.url}/console/conversations/${pruned}`);
    await calls(page).getByText('The log of model calls has nothing of this turn', { exact: false }).waitFor();
    await calls(page).getByText('What the user did').waitFor();
  });

  it('has nothing that axe finds wrong, in the light and in the dark', async () => {
    for (const [width, locale] of [
      [1280, 'en-GB'],
      [390, 'de-DE'],
    ] as const) {
      const page = await reader.open(`${engine.url}/console/conversations/${id}`, {
        locale,
        viewport: { width, height: 844 },
      });
      await page.getByText('small-one').first().waitFor();
      await page
        .getByText(/^(Prompt and answer|Eingabe und Antwort)$/)
        .first()
        .click();
      expect(await violationsInBothColours(page)).toEqual([]);
    }
  });
});
