import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../../helpers/databases.js';
import type { ModelRule } from '../../helpers/scripted-model.js';
import { dialogueActAnswer, scripted, talk } from '../turns/conversation.js';
import { MockTools } from './mock-tools.js';
import { plannerPack } from './packs.js';
import { PLANS_LOANS, planAnswer, planCall, type Seen, wording } from './planner-script.js';

const [RATING, FRAUD, DEBT, SUBMIT] = [
  'loan.credit.rating.check',
  'loan.credit.fraud.check',
  'loan.debt.credit.summary',
  'loan.application.submit',
] as const;
const SUBMITTED = 'Submitted, application id LA-90311.';
const LOW_RATING = 'Rejected: the rating is too low.';
const FLAGGED = 'Rejected by the fraud check.';
const IN_DEBT = 'Rejected: too much debt.';
const REPLY = 'Your loan application has been submitted successfully. Application ID: LA-90311.';

const after =
  (sequence: readonly string[], holds: (seen: Seen) => boolean = () => true) =>
  (seen: Seen) =>
    seen.sequence.join() === sequence.join() && holds(seen);
const isRated = (seen: Seen) => Number(seen.result(RATING).rating) > 750;
const isSolvent = (seen: Seen) => {
  const { dti, availableCredit } = seen.result(DEBT);
  return Number(dti) <= 0.65 && Number(availableCredit) >= 0.15 * Number(seen.context.requestedAmount);
};

/** A model that decides as planner row 5202 asks it to, by what the tools have really said. */
function script(customerId: string): ModelRule[] {
  const values: JsonObject = { customerId, requestedAmount: 350_000, tenureMonths: 36 };
  const knowsAll = ({ context }: Seen) => Object.entries(values).every(([key, value]) => context[key] === value);
  const isFlagged = (seen: Seen) => seen.result(FRAUD).flagged === true;
  const isClean = (seen: Seen) => seen.result(FRAUD).flagged === false;
  return [
    dialogueActAnswer('NEW_REQUEST', 0.95),
    {
      when: ({ system, user }) => system.includes('You read the values of a loan request') && user.includes(customerId),
      reply: { json: values },
    },
    planCall(PLANS_LOANS, after([], knowsAll), RATING, { customerId }),
    planCall(PLANS_LOANS, after([RATING], isRated), FRAUD, { customerId }),
    planAnswer(
      PLANS_LOANS,
      after([RATING], (seen) => !isRated(seen)),
      LOW_RATING,
    ),
    planCall(PLANS_LOANS, after([RATING, FRAUD], isClean), DEBT, { customerId }),
    planAnswer(PLANS_LOANS, after([RATING, FRAUD], isFlagged), FLAGGED),
    planCall(PLANS_LOANS, after([RATING, FRAUD, DEBT], isSolvent), SUBMIT, values),
    planAnswer(
      PLANS_LOANS,
      after([RATING, FRAUD, DEBT], (seen) => !isSolvent(seen)),
      IN_DEBT,
    ),
    planAnswer(
      PLANS_LOANS,
      after([RATING, FRAUD, DEBT, SUBMIT], (seen) => seen.result(SUBMIT).applicationId === 'LA-90311'),
      SUBMITTED,
    ),
    ...[SUBMITTED, LOW_RATING, FLAGGED, IN_DEBT].map((finding) =>
      wording('You tell a user how a loan request stands', finding, finding === SUBMITTED ? REPLY : finding),
    ),
  ];
}

const messageOf = (customerId: string) => `Apply loan for customer ${customerId}, amount 350000 for 36 months.`;

async function apply(open: OpenTestDatabase, customerId: string, tools: MockTools) {
  const { model, config } = await scripted(...script(customerId));
  const user = await talk(open, plannerPack, { handlers: tools.handlers, config });
  return { user, model, reply: await user.say(messageOf(customerId)) };
}

describeOnEachDatabase('the loan application of the planner pack', (open) => {
  it('checks rating, fraud and debt, submits, and tells the application id', async () => {
    const tools = new MockTools();
    const { user, model, reply } = await apply(open, 'CUST-1001', tools);
    expect(model.unmatched.map((request) => request.user)).toEqual([]);
    const customer = { customerId: 'CUST-1001' };
    expect(tools.calls).toEqual([
      { toolCode: RATING, arguments: customer },
      { toolCode: FRAUD, arguments: customer },
      { toolCode: DEBT, arguments: customer },
      { toolCode: SUBMIT, arguments: { ...customer, requestedAmount: 350_000, tenureMonths: 36 } },
    ]);
    expect([reply.intent, reply.state, reply.text]).toEqual(['LOAN_APPLICATION', 'COMPLETED', REPLY]);
    expect((await user.audit('MCP_TOOL_CALL')).map(({ tool_code }) => tool_code)).toEqual(tools.sequence);
  });

  it.each([
    ['CUST-LOW', [RATING], LOW_RATING],
    ['CUST-EDGE', [RATING], LOW_RATING],
    ['CUST-FRAUD', [RATING, FRAUD], FLAGGED],
    ['CUST-HIGH-DEBT', [RATING, FRAUD, DEBT], IN_DEBT],
  ])('turns %s down after the check that fails, and submits nothing', async (customerId, sequence, finding) => {
    const tools = new MockTools();
    const { model, reply } = await apply(open, customerId, tools);
    expect(model.unmatched.map((request) => request.user)).toEqual([]);
    expect(tools.sequence).toEqual(sequence);
    expect([reply.intent, reply.state, reply.text]).toEqual(['LOAN_APPLICATION', 'COMPLETED', finding]);
  });

  it('asks before it submits where submitting is a WRITE, and shows what it would submit', async () => {
    const tools = new MockTools('WRITE');
    const { user, model, reply } = await apply(open, 'CUST-1001', tools);
    expect(model.unmatched).toHaveLength(0);
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
    expect(reply.state).toBe('ELIGIBILITY_GATE');
    for (const shown of ['CUST-1001', '350000', '36']) expect(reply.text).toContain(shown);
    expect(await user.proposals()).toMatchObject([{ status: 'OPEN', tool_code: SUBMIT, question: reply.text }]);
  });

  it('submits once after the yes, and the planner brings the application to its end', async () => {
    const tools = new MockTools('WRITE');
    const { user, model } = await apply(open, 'CUST-1001', tools);
    const done = await user.say('yes');
    expect(model.unmatched.map((request) => request.user)).toEqual([]);
    expect(tools.calls.slice(3)).toEqual([
      { toolCode: SUBMIT, arguments: { customerId: 'CUST-1001', requestedAmount: 350_000, tenureMonths: 36 } },
    ]);
    expect([done.intent, done.state, done.text]).toEqual(['LOAN_APPLICATION', 'COMPLETED', REPLY]);
    await user.say('yes');
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT, SUBMIT]);
    expect(await user.statuses()).toEqual(['EXECUTED']);
  });

  it('submits nothing after a no, nor on a yes that comes later', async () => {
    const tools = new MockTools('WRITE');
    const { user } = await apply(open, 'CUST-1001', tools);
    await user.sayAll('no', 'yes');
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
    expect(await user.statuses()).toEqual(['REJECTED']);
  });

  it('understands all three values without a model, and answers something', async () => {
    const tools = new MockTools();
    const user = await talk(open, plannerPack, { handlers: tools.handlers });
    const reply = await user.say(messageOf('CUST-1001'));
    expect([reply.status, reply.intent, reply.state]).toEqual([200, 'LOAN_APPLICATION', 'ELIGIBILITY_GATE']);
    expect(reply.context).toMatchObject({ customerId: 'CUST-1001', requestedAmount: 350_000, tenureMonths: 36 });
    expect(reply.text).toContain('loan');
    expect(tools.calls).toEqual([]);
  });

  it('asks for what is missing without a model, and collects it over several messages', async () => {
    const user = await talk(open, plannerPack);
    const first = await user.say('I need a loan for customer CUST-1001');
    expect(first.text).toMatch(/requested amount.*tenure months/);
    expect(first.text).not.toMatch(/missing:.*customer id/);
    const second = await user.sayAll('amount 350000', '36 months');
    expect(second.context).toMatchObject({ customerId: 'CUST-1001', requestedAmount: 350_000, tenureMonths: 36 });
  });

  it('asks which one is meant when a message has words of both flows', async () => {
    const user = await talk(open, plannerPack);
    const asked = await user.say('status of my loan');
    expect(asked.text).toMatch(/Order diagnostics or Loan application|Loan application or Order diagnostics/i);
    expect(await user.stages(1)).toContain('INTENT_CLASSIFIER_COLLISION');
  });
});
