import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { LOAN_DESK, LoanDesk } from '../consent/loan-desk.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import { type RawAnswer, rawRequest, wordTo } from './raw-request.js';

/** REPLAYS=10000 plays them longer. */
const REPLAYS = Number(process.env.REPLAYS ?? 300);
const PAYMENT = { to: 'Ann', amount: 30 };
const PAY = { name: 'bank.pay', arguments: PAYMENT };
const LOAN = { name: 'convengine_message', arguments: { message: 'a gold loan please' } };
const A = { authorization: 'Bearer key-of-a' };
const B = { authorization: 'Bearer key-of-b' };

describeOnEachDatabase('the state that a client carries from a question to its answer', (open) => {
  const clock = new MovableClock();
  const bank = new Bank();
  const desk = new LoanDesk();
  let database: TestDatabase;
  /** Two services on one database, where it serves two. */
  let engines: TestEngine[];

  beforeAll(async () => {
    database = await open();
    for (const name of ['A', 'B']) process.env[`KEY_OF_STATE_${name}`] = `key-of-${name.toLowerCase()}`;
    const options = {
      database,
      handlers: [...bank.handlers, desk.handler],
      clock,
      config: { 'mcp.server.clients': { a: { key: 'env:KEY_OF_STATE_A' }, b: { key: 'env:KEY_OF_STATE_B' } } },
    };
    const first = await startEngine({ ...options, seeds: [BANK, LOAN_DESK] });
    engines = [first, database.dialect === 'postgres' ? await startEngine(options) : first];
  });
  afterEach(() => {
    bank.paid.length = 0;
    bank.whilePaying = () => undefined;
  });
  afterAll(async () => {
    await Promise.all([...new Set(engines)].map((engine) => engine.close()));
  });

  let requests = 0;
  /** Each request goes to the other process. */
  const ask = (params: JsonObject, headers = A): Promise<RawAnswer> => {
    requests += 1;
    return rawRequest(engines[requests % 2]?.url ?? '', params, { headers });
  };
  const statusOf = ({ result }: RawAnswer) => (result.structuredContent as JsonObject | undefined)?.status;
  const isRefused = ({ error }: RawAnswer) =>
    error.code === -32602 && (error.data as JsonObject)?.reason === 'invalid_request_state';

  it('brings the yes to any process, which does exactly what was asked, once', async () => {
    const asked = await ask(PAY);
    expect(asked.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { consent: { method: 'elicitation/create' } },
    });
    expect(JSON.stringify(asked.result)).toContain('Shall I pay with to Ann, amount 30');
    expect(bank.paid).toEqual([]);
    const done = await ask({ ...PAY, ...wordTo(asked) });
    expect(statusOf(done)).toBe('EXECUTED');
    expect(bank.paid).toEqual([{ args: PAYMENT, key: expect.any(String) }]);
  });

  it('brings a no, which closes the action', async () => {
    const asked = await ask(PAY);
    const refused = await ask({ ...PAY, ...wordTo(asked, 'decline') });
    expect([statusOf(refused), bank.paid]).toEqual(['REJECTED', []]);
    expect(isRefused(await ask({ ...PAY, ...wordTo(asked) }))).toBe(true);
    expect(bank.paid).toEqual([]);
  });

  it('counts for nothing with a word to another question, or none: the same is asked again', async () => {
    const asked = await ask(PAY);
    const { requestState = '' } = asked.result;
    const words: JsonObject[] = [{}, { other: { action: 'accept', content: {} } }, { consent: { roots: [] } }];
    for (const inputResponses of words) {
      const again = await ask({ ...PAY, requestState, inputResponses });
      expect(again.result).toMatchObject({ resultType: 'input_required' });
      expect(again.result.inputRequests).toEqual(asked.result.inputRequests);
    }
    expect(bank.paid).toEqual([]);
    const count = 'SELECT count(*) AS n FROM ce_action_proposal WHERE status = $1';
    const [row] = await database.database.query(count, ['OPEN']);
    expect(Number(row?.n)).toBe(1);
    await ask({ ...PAY, ...wordTo(asked, 'decline') });
  });

  it.each([
    ['of another client', PAY, B],
    ['of another tool', { ...PAY, name: 'bank.slow' }, A],
    ['of other arguments', { ...PAY, arguments: { ...PAYMENT, amount: 31 } }, A],
    ['of arguments more', { ...PAY, arguments: { ...PAYMENT, pin: '1' } }, A],
    ['of a message', LOAN, A],
  ])('is refused in a request %s, and nothing is done or asked', async (_what, params, headers) => {
    const asked = await ask(PAY);
    expect(isRefused(await ask({ ...params, ...wordTo(asked) }, headers))).toBe(true);
    expect(bank.paid).toEqual([]);
    await ask({ ...PAY, ...wordTo(asked, 'decline') });
  });

  it('is refused once it is too old', async () => {
    const asked = await ask(PAY);
    clock.advance(31 * 60_000);
    expect(isRefused(await ask({ ...PAY, ...wordTo(asked) }))).toBe(true);
    expect(bank.paid).toEqual([]);
  });

  it('is refused once the action was tried, also where another yes may try again', async () => {
    bank.whilePaying = () => {
      throw new Error('The bank is closed.');
    };
    const asked = await ask(PAY);
    await ask({ ...PAY, ...wordTo(asked) });
    bank.whilePaying = () => undefined;
    expect(isRefused(await ask({ ...PAY, ...wordTo(asked) }))).toBe(true);
    expect(bank.paid).toEqual([]);
  });

  it(`is refused whenever it is replayed, as it was or changed in one place (${REPLAYS} times)`, async () => {
    const asked = await ask(PAY);
    const word = wordTo(asked);
    await ask({ ...PAY, ...word });
    const state = String(word.requestState);
    let refused = 0;
    for (let done = 0; done < REPLAYS; done += AT_ONCE) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          ask({ ...PAY, ...word, requestState: changed(state, done + index) }),
        ),
      );
      refused += answers.filter(isRefused).length;
    }
    expect([refused, bank.paid.length]).toEqual([Math.ceil(REPLAYS / AT_ONCE) * AT_ONCE, 1]);
  });

  it('does its work once, however many bring it at the same moment', async () => {
    bank.whilePaying = () => sleep(30);
    for (let round = 0; round < 4; round += 1) {
      const asked = await ask(PAY);
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ ...PAY, ...wordTo(asked) })));
      expect(bank.paid).toHaveLength(round + 1);
      // Another process answers in the conversation meanwhile: the client is told to come again.
      const told = answers.filter((answer) => !isRefused(answer) && answer.result.isError !== true).map(statusOf);
      expect(new Set(told)).toEqual(new Set(['EXECUTED']));
    }
  });

  it('brings the yes within a message as well, once', async () => {
    const asked = await ask(LOAN);
    expect(JSON.stringify(asked.result.inputRequests)).toContain('Shall I open the gold loan?');
    const done = await ask({ ...LOAN, ...wordTo(asked) });
    const { conversation_id: id } = done.result.structuredContent as { conversation_id: string };
    expect(desk.of(id)).toEqual(['gold']);
    expect(isRefused(await ask({ ...LOAN, ...wordTo(asked) }))).toBe(true);
    expect(isRefused(await ask({ ...LOAN, arguments: { message: 'yes' }, ...wordTo(asked) }))).toBe(true);
    expect(isRefused(await ask({ ...LOAN, ...wordTo(asked) }, B))).toBe(true);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is no link to the consent page, and a link is none of it', async () => {
    const asked = await ask(PAY);
    const state = String(asked.result.requestState);
    const page = await fetch(`${engines[0]?.url}/consent/${encodeURIComponent(state)}`);
    expect([400, 404]).toContain(page.status);
    const paged = await rawRequest(engines[0]?.url ?? '', PAY, {
      headers: A,
      capabilities: { elicitation: { url: {} } },
    });
    const { consent } = paged.result.inputRequests as { consent: { params: { url: string } } };
    const token = decodeURIComponent(consent.params.url.split('/consent/')[1] ?? '');
    expect(isRefused(await ask({ ...PAY, ...wordTo(asked), requestState: token }))).toBe(true);
    expect(bank.paid).toEqual([]);
  });

  it('says nothing of arguments that must not be shown', async () => {
    const asked = await ask({ ...PAY, arguments: { ...PAYMENT, pin: 'zebra-4711' } });
    const [body = ''] = String(asked.result.requestState).split('.');
    expect(Buffer.from(body, 'base64url').toString() + JSON.stringify(asked.result)).not.toContain('zebra-4711');
  });

  it('sends a user to the page where the client opens pages, whose decision is told afterwards', async () => {
    const capabilities = { elicitation: { url: {} } };
    const url = engines[0]?.url ?? '';
    const asked = await rawRequest(url, PAY, { headers: A, capabilities });
    const { consent } = asked.result.inputRequests as { consent: { params: { mode: string; url: string } } };
    expect(consent.params.mode).toBe('url');
    const again = () => rawRequest(url, { ...PAY, ...wordTo(asked) }, { headers: A, capabilities });
    expect([statusOf(await again()), bank.paid]).toEqual(['OPEN', []]);
    const page = consent.params.url.replace(/^https?:\/\/[^/]+/, url);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ decision: 'CONFIRM' }) });
    expect([statusOf(await again()), bank.paid.length]).toEqual(['EXECUTED', 1]);
    expect([statusOf(await again()), bank.paid.length]).toEqual(['EXECUTED', 1]);
  });
});

const AT_ONCE = 25;

/** The state itself each fourth time, else with one character of it changed. */
function changed(state: string, index: number): string {
  if (index % 4 === 0) return state;
  const at = (index * 7) % state.length;
  return state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1);
}
