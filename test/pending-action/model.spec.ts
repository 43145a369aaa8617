import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { TRIES_ALL } from '../helpers/thoroughness.js';
import { BEHAVIOURS, LoanBank } from './loan-bank.js';
import { LOAN_KINDS } from './loan-flow.js';
import { type Happening, LoanTalk } from './loan-talk.js';
import { PAST_COUNTEREXAMPLES } from './past-counterexamples.js';

/** How many random sequences are played: 10,000 on SQLite, and fewer where each turn takes longer. */
const RUNS = TRIES_ALL ? { sqlite: 10_000, postgres: 2_000 } : { sqlite: 60, postgres: 30 };

const kind = fc.constantFrom(...LOAN_KINDS);
const amount = fc.integer({ min: 5, max: 8 });
const behaviour = fc.oneof(
  { weight: 3, arbitrary: fc.constant('succeeds' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...BEHAVIOURS) },
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('request' as const), kind, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('amend' as const),
      amount: fc.oneof(amount, fc.constant('plenty' as const)),
    }),
  },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('yes' as const), behaviour }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('two yeses' as const), sameKey: fc.boolean(), behaviour }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('late repetition' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('no' as const, 'question', 'small talk', 'reset') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('time passes' as const), minutes: fc.constantFrom(1, 10, 29, 30, 31) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('sweep' as const), behaviour }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('finding' as const), happened: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('crash' as const),
      withEffect: fc.boolean(),
      claimMinutes: fc.constantFrom(0, 5),
    }),
  },
);

describeOnEachDatabase('whatever happens to a conversation', (open) => {
  let bank: LoanBank;
  let runs: number;
  beforeAll(async () => {
    const database = await open();
    runs = RUNS[database.dialect];
    bank = new LoanBank(database);
    await bank.open();
  });
  afterAll(() => bank.close());

  it('nothing is done without a yes to it, twice, or too late, and the rest is done', {
    timeout: 7_200_000,
  }, async () => {
    const sequences = fc.array(happening, { minLength: 1, maxLength: 16, size: 'max' });
    const property = fc.asyncProperty(sequences, (happenings) => new LoanTalk(bank).play(happenings));
    const examples = PAST_COUNTEREXAMPLES.map((happenings): [Happening[]] => [[...happenings]]);
    const numRuns = runs + examples.length;
    const details = await fc.check(property, { numRuns, examples, ...(!TRIES_ALL && { seed: 1 }) });
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  });
});
