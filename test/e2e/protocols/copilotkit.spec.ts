import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAN_DESK, LoanDesk } from '../../consent/loan-desk.js';
import { describeInBrowser } from '../../console/browser.js';
import { type BuiltPage, serveBuiltPage } from '../../helpers/built-page.js';
import { openSqlite } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

const KEY = 'key-of-the-chat';
/** The page of an application, beside CopilotKit as it was installed: half a gigabyte, so that is a command of its own. */
const PAGE = join(import.meta.dirname, 'copilotkit');
const isInstalled = existsSync(join(PAGE, 'node_modules/@copilotkit/react-core'));

if (!isInstalled)
  console.log('Skipped, as CopilotKit is not installed (npm run test:copilotkit): its front end for React');

describe.skipIf(!isInstalled)('CopilotKit', () => {
  describeInBrowser("CopilotKit's front end for React", ({ open }) => {
    const desk = new LoanDesk();
    let engine: TestEngine;
    let site: BuiltPage;
    beforeAll(async () => {
      site = await serveBuiltPage(PAGE);
      const config = { 'security.conversation-api-key': KEY, 'http.cors-origins': [site.origin] };
      engine = await startEngine({
        database: await openSqlite(),
        seeds: [LOAN_DESK],
        handlers: [desk.handler],
        config,
      });
    });
    afterAll(async () => {
      await engine?.close();
      await site?.close();
    });

    /** A chat in which a gold loan was asked for. */
    const begin = async () => {
      const thread = randomUUID();
      const page = await open(`${site.origin}/?${new URLSearchParams({ url: engine.url, key: KEY, thread })}`);
      await say(page, 'a gold loan please');
      const question = page.getByRole('region', { name: 'Question' });
      await question.waitFor();
      return { page, question, thread };
    };

    it('shows the question, and the yes that its user presses runs the action once', async () => {
      const { page, question, thread } = await begin();
      expect(await question.textContent()).toContain('Shall I open the gold loan?');
      expect(desk.of(thread)).toEqual([]);
      await question.getByRole('button', { name: 'Yes' }).dblclick();
      await page.getByText('Done').waitFor();
      expect(await question.count()).toBe(0);
      expect(desk.of(thread)).toEqual(['gold']);
      expect(await consentOf(engine, thread)).toEqual([
        { status: 'EXECUTED', confirmed_via: 'ag-ui', confirmed_by: 'USER' },
      ]);
    });

    it('runs nothing after the no that its user presses', async () => {
      const { page, question, thread } = await begin();
      await question.getByRole('button', { name: 'No' }).click();
      await question.waitFor({ state: 'detached' });
      await say(page, 'a home loan please');
      await page.getByText('Shall I open the home loan?').first().waitFor();
      expect([desk.of(thread), await consentOf(engine, thread)]).toEqual([
        [],
        [expect.objectContaining({ status: 'REJECTED' }), expect.objectContaining({ status: 'OPEN' })],
      ]);
    });
  });
});

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox').fill(words);
  await page.getByRole('textbox').press('Enter');
}

function consentOf({ database }: TestEngine, conversationId: string) {
  const sql =
    'SELECT status, confirmed_via, confirmed_by FROM ce_action_proposal WHERE conversation_id = $1 ORDER BY proposal_id';
  return database.database.query(sql, [conversationId]);
}
