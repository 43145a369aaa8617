import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../../helpers/databases.js';
import { MockTools } from '../seed-packs/mock-tools.js';
import { scripted, talk } from '../turns/conversation.js';
import { CONFIRM_FIRST_FLOW, LOAN, loanModel, loanTool, type PlannedStep } from './loan-flow.js';

const [RATING, FRAUD, DEBT, SUBMIT] = [
  'loan.credit.rating.check',
  'loan.credit.fraud.check',
  'loan.debt.credit.summary',
  'loan.application.submit',
] as const;
const ANSWER = 'Loan of 350000 over 24 months for customer 1234 submitted: LA-90311.';
const CORRECTION = 'Ohh wait, I missed one zero. Change amount to 350000.';
const YES = 'Looks good, go ahead.';

const checks: PlannedStep[] = [RATING, FRAUD, DEBT].map((tool) => ({ tool, args: { customerId: '1234' } }));
const submitting = (args: JsonObject): PlannedStep[] => [...checks, { tool: SUBMIT, args }, { answer: ANSWER }];

/** Says no values in its question. */
const SHORT_CONFIRMATION =
  "UPDATE ce_response SET response_type = 'EXACT', exact_text = 'Shall I go on?' WHERE state_code = 'CONFIRMATION';";

async function upToConfirmation(open: OpenTestDatabase, plan: readonly PlannedStep[], more = '') {
  const tools = new MockTools('WRITE');
  const { model, config } = await scripted(...loanModel(...plan));
  const user = await talk(open, CONFIRM_FIRST_FLOW + more, { handlers: tools.handlers, config });
  const hi = await user.say('Hi');
  const asked = await user.say('I need a loan for my customer');
  const confirm = await user.say('customer id 1234, 35000, 24 months');
  return { tools, model, user, replies: [hi, asked, confirm] as const };
}

describeOnEachDatabase('the documented loan that is confirmed first (T8)', (open) => {
  it('runs word for word: greeting, values, confirmation, correction, yes, four tools, the answer', async () => {
    const { tools, model, user, replies } = await upToConfirmation(open, submitting(LOAN));
    const places = replies.map(({ intent, state, text }) => [intent, state, text]);
    expect(places).toEqual([
      ['GREETING', 'IDLE', 'Hi, how can I help you today?'],
      ['LOAN_APPLICATION', 'ELIGIBILITY_GATE', 'Please provide customerId, requestedAmount, and tenureMonths.'],
      [
        'LOAN_APPLICATION',
        'CONFIRMATION',
        'Please confirm: customerId 1234, requestedAmount 35000, tenureMonths 24. Proceed?',
      ],
    ]);
    const extractions = () => model.requests.filter(({ system }) => system.includes('SCHEMA_JSON')).length;
    const before = extractions();
    const corrected = await user.say(CORRECTION);
    expect([corrected.state, corrected.context.requestedAmount]).toEqual(['CONFIRMATION', 350_000]);
    expect(corrected.text).toContain(
      'Updated. Please confirm: customerId 1234, requestedAmount 350000, tenureMonths 24. Proceed?',
    );
    expect(extractions()).toBe(before);
    expect(await user.stages(4)).toContain('CORRECTION_STEP_CORRECTION_PATCH_APPLIED');
    expect(tools.calls).toEqual([]);
    const done = await user.say(YES);
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT, SUBMIT]);
    expect(tools.calls.at(-1)).toEqual({ toolCode: SUBMIT, arguments: LOAN });
    expect([done.intent, done.state, done.text]).toEqual(['LOAN_APPLICATION', 'COMPLETED', `Completed. ${ANSWER}`]);
    expect(await user.stages(5)).toContain('CORRECTION_STEP_CONFIRM_ACCEPT');
    expect(model.unmatched.map((request) => request.system)).toEqual([]);
  });

  it('records the yes with the very arguments that were shown, and another yes runs nothing', async () => {
    const { tools, user } = await upToConfirmation(open, submitting({ ...LOAN, requestedAmount: 35_000 }));
    await user.say(YES);
    expect(await user.proposals()).toMatchObject([
      {
        status: 'EXECUTED',
        tool_code: SUBMIT,
        question: 'Please confirm: customerId 1234, requestedAmount 35000, tenureMonths 24. Proceed?',
        confirmed_by: 'USER',
        confirmed_words: YES,
        attempts: 1,
      },
    ]);
    await user.sayAll('yes', YES);
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT, SUBMIT]);
  });

  it.each([
    ['another amount', { ...LOAN, requestedAmount: 50_000 }],
    ['one value more', { ...LOAN, requestedAmount: 35_000, priority: 'high' }],
    ['one value less', { customerId: '1234', requestedAmount: 35_000 }],
  ])('asks again, with the exact arguments, where the plan has %s than the yes was given to', async (_what, args) => {
    const { tools, user } = await upToConfirmation(open, submitting(args));
    const asked = await user.say(YES);
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
    expect(asked.text).toContain('customer id 1234');
    expect(await user.statuses()).toEqual(expect.arrayContaining(['REJECTED', 'OPEN']));
    await user.say('yes');
    expect(tools.calls.slice(3)).toEqual([{ toolCode: SUBMIT, arguments: args }]);
  });

  it('runs nothing later for a yes whose plan did not need it', async () => {
    const { tools, user } = await upToConfirmation(open, [...checks, { answer: 'Rejected.' }]);
    expect((await user.say(YES)).text).toBe('Completed. Rejected.');
    expect(await user.statuses()).toEqual(['REJECTED']);
    await user.sayAll('yes', YES, 'yes please');
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
  });

  it('writes once for a yes, however often the model plans it', async () => {
    const twice = [...checks, { tool: SUBMIT, args: LOAN }, { tool: SUBMIT, args: LOAN }, { answer: ANSWER }];
    const { tools, user } = await upToConfirmation(open, twice);
    await user.sayAll(CORRECTION, YES);
    expect(tools.sequence.filter((code) => code === SUBMIT)).toEqual([SUBMIT]);
  });

  it('runs nothing after a no, nor for a yes after it', async () => {
    const { tools, user } = await upToConfirmation(open, submitting(LOAN));
    await user.sayAll('no', 'yes');
    expect(tools.sequence).not.toContain(SUBMIT);
  });

  it('goes on after a yes to words that do not show the values, and asks before it writes', async () => {
    const args = { ...LOAN, requestedAmount: 35_000 };
    const { tools, user, replies } = await upToConfirmation(open, submitting(args), SHORT_CONFIRMATION);
    expect(replies[2].text).toBe('Shall I go on?');
    const asked = await user.say('yes');
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
    for (const shown of ['1234', '35000', '24']) expect(asked.text).toContain(shown);
    await user.say('yes');
    expect(tools.calls.at(-1)).toEqual({ toolCode: SUBMIT, arguments: args });
  });

  it('asks before it writes where several tools could be meant', async () => {
    const args = { ...LOAN, requestedAmount: 35_000 };
    const { tools, user } = await upToConfirmation(open, submitting(args), loanTool('loan.application.cancel'));
    await user.say(YES);
    expect(tools.sequence).toEqual([RATING, FRAUD, DEBT]);
    expect(await user.proposals()).toMatchObject([{ status: 'OPEN', tool_code: SUBMIT }]);
  });
});
