import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { actionsOf, effectsOf } from './action-records.js';
import { type Answer, post, prepareOrders, serveOrders } from './live-service.js';
import { POLICIES, QUESTION, requestFor } from './order-flow.js';

const YESES = 50;
/** Nobody dies here, so that nothing may run out, however slow the machine is. */
const PATIENT = {
  CONVENGINE_TURN_LEASE_MS: '30000',
  CONVENGINE_TURN_DEADLINE_MS: '30000',
  CONVENGINE_TURN_BUSY_WAIT_MS: '60000',
};

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('fifty yeses at once, from two processes where the database serves two', (open) => {
  let database: TestDatabase;
  let services: RunningService[];
  beforeAll(async () => {
    database = await open();
    await prepareOrders(database);
    const count = database.dialect === 'postgres' ? 2 : 1;
    services = await Promise.all(Array.from({ length: count }, () => serveOrders(cli, database, PATIENT)));
  });
  afterAll(() => Promise.all(services.map((service) => service.end())));

  const serviceFor = (index: number): RunningService => services[index % services.length] as RunningService;
  const atOnce = (conversationId: string, key?: string) =>
    Promise.all(Array.from({ length: YESES }, (_, index) => post(serviceFor(index), conversationId, 'yes', key)));
  /** Every conversation begins with a question. */
  const ask = async (policy: (typeof POLICIES)[number]) => {
    const conversationId = randomUUID();
    expect((await post(serviceFor(0), conversationId, requestFor(policy))).text).toBe(QUESTION);
    return conversationId;
  };

  it.each(POLICIES)('execute the action once, and each is answered truthfully (%s)', async (policy) => {
    const conversationId = await ask(policy);
    const answers = await atOnce(conversationId);
    expect(await effectsOf(database, conversationId)).toMatchObject({ cancel: 1, notify: 1 });
    expect(await actionsOf(database, conversationId)).toEqual([{ status: 'EXECUTED', reason: null }]);
    expectCoherent(answers);
  });

  it.each(POLICIES)('with one Idempotency-Key execute it once and get the same bytes (%s)', async (policy) => {
    const conversationId = await ask(policy);
    const key = randomUUID();
    const first = await atOnce(conversationId, key);
    const later = await Promise.all(services.map((service) => post(service, conversationId, 'yes', key)));
    expect(new Set([...first, ...later].map(({ raw }) => raw)).size).toBe(1);
    expect(later[0]?.text).toMatch(/^Done\./);
    expect(await effectsOf(database, conversationId)).toMatchObject({ cancel: 1, notify: 1 });
    expect((await post(serviceFor(1), conversationId, 'yes')).text).toContain('already been done');
  });
});

/** All of them are answered: one was told that it is done now, the others that it was done before. */
function expectCoherent(answers: readonly Answer[]): void {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ text }) => text.startsWith('Done.'))).toHaveLength(1);
  expect(answers.filter(({ text }) => text.includes('already been done'))).toHaveLength(answers.length - 1);
}
