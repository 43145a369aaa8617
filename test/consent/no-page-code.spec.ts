import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { call, connect, REVISIONS, type Revision } from '../mcp/connect.js';
import { openedBy, post, press } from './asking-doors.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const PAYMENT = { to: 'Ann', amount: 30 };
const SETTING = 'convengine.consent.page-code';
const MESSAGE = 'convengine_message';

describeOnEachDatabase('without a code for the consent page, no program is given a link to it', (open) => {
  const bank = new Bank();
  const desk = new LoanDesk();
  const engines: TestEngine[] = [];
  let database: TestDatabase;
  let engine: TestEngine;

  const start = async (config: Record<string, unknown> = {}) => {
    const started = await startEngine({ database, handlers: [...bank.handlers, desk.handler], config });
    engines.push(started);
    return started;
  };
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({ database, seeds: [BANK, LOAN_DESK], handlers: [...bank.handlers, desk.handler] });
    engines.push(engine);
  });
  afterAll(() => Promise.all(engines.map((one) => one.close())));

  /** What a client that cannot ask its user is answered, as one text. */
  const answerTo = async (name: string, args: Record<string, unknown>, on = engine, revision?: Revision) => {
    const { client } = await connect(on.url, revision ? { revision } : {});
    const result = await call(client, name, args);
    await client.close();
    return { result, text: JSON.stringify(result) };
  };
  const timesSaid = (text: string) => text.split(SETTING).length - 1;

  it.each(REVISIONS)(
    'by a tool call over MCP (%s), which says once what to do, nor by confirming it',
    async (revision) => {
      const { client } = await connect(engine.url, { revision });
      const asked = await call(client, 'bank.pay', PAYMENT);
      const { actionId } = openedBy(asked.structuredContent);
      const confirmed = await call(client, 'convengine_confirm_action', { action_id: actionId ?? '', decision: 'yes' });
      await client.close();
      for (const { content, structuredContent } of [asked, confirmed]) {
        expect(structuredContent).toMatchObject({ status: 'OPEN', consent_problem: expect.stringContaining(SETTING) });
        for (const text of [JSON.stringify(content), JSON.stringify(structuredContent)])
          expect([text.includes('/consent/'), text.includes('consent_url'), timesSaid(text)]).toEqual([
            false,
            false,
            1,
          ]);
      }
      expect(bank.paid).toEqual([]);
    },
  );

  it.each(REVISIONS)('by a message over MCP (%s)', async (revision) => {
    const { result } = await answerTo(MESSAGE, { message: 'a gold loan please' }, engine, revision);
    for (const text of [JSON.stringify(result.content), JSON.stringify(result.structuredContent)]) {
      expect(text).toContain('Shall I open the gold loan?');
      expect([text.includes('/consent/'), text.includes('consent_url'), timesSaid(text)]).toEqual([false, false, 1]);
    }
    const { pending_actions } = result.structuredContent as JsonObject;
    expect(pending_actions).toMatchObject([{ consent_problem: expect.stringContaining(SETTING) }]);
  });

  it('by a call over REST, or the word about it', async () => {
    const opened = await post(`${engine.url}/api/v1/tools/bank.pay/calls`, PAYMENT, '');
    const decision = `${engine.url}/api/v1/tools/actions/${String(opened.action_id)}/decision`;
    const decided = await post(decision, { decision: 'yes' }, '');
    for (const answer of [opened, decided]) {
      expect(answer).toMatchObject({ status: 'OPEN', consent_problem: expect.stringContaining(SETTING) });
      expect(answer.consent_problem).toContain('kind: service');
      expect(answer).not.toHaveProperty('consent_url');
      expect(timesSaid(JSON.stringify(answer))).toBe(1);
    }
    expect(bank.paid).toEqual([]);
  });

  it('and nothing is said to be amiss where agents may agree, or a service decides by its own key', async () => {
    process.env.KEY_OF_DECIDING = 'key-of-deciding';
    const lenient = await start({ 'consent.agents.tools': ['*'], 'consent.agents.max-risk': 'HIGH' });
    expect((await answerTo('bank.pay', PAYMENT, lenient)).text).not.toContain(SETTING);
    expect((await answerTo(MESSAGE, { message: 'a gold loan please' }, lenient)).text).not.toContain(SETTING);
    const trusted = await start({
      'mcp.server.clients': { deciding: { key: 'env:KEY_OF_DECIDING', kind: 'service' } },
    });
    const opened = await post(`${trusted.url}/api/v1/tools/bank.pay/calls`, PAYMENT, 'key-of-deciding');
    expect(opened).toMatchObject({ status: 'OPEN' });
    expect(JSON.stringify(opened)).not.toContain('consent_');
    delete process.env.KEY_OF_DECIDING;
  });

  it.each(REVISIONS)(
    'but a host that opens pages is, for its own window, and its answer has no link (%s)',
    async (revision) => {
      const links: string[] = [];
      const openPage = (url: string) => {
        links.push(url);
        return { action: 'accept' as const };
      };
      const { client } = await connect(engine.url, { revision, openPage });
      const asked = await call(client, 'bank.pay', PAYMENT);
      const message = await call(client, MESSAGE, { message: 'a gold loan please' });
      await client.close();
      for (const answer of [asked, message]) {
        expect(JSON.stringify(answer)).not.toContain('/consent/');
        expect(JSON.stringify(answer)).not.toContain(SETTING);
      }
      const before = bank.paid.length;
      expect(await press(String(links[0]).replace(/^https?:\/\/[^/]+/, engine.url), true)).toBe(200);
      expect([links.length, bank.paid.length - before]).toEqual([2, 1]);
    },
  );
});
