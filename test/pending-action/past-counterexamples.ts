import type { LoanKind } from './loan-flow.js';
import type { Happening } from './loan-talk.js';

const request = (kind: LoanKind, amount: number): Happening => ({ what: 'request', kind, amount });
const amend = (amount: number | 'plenty'): Happening => ({ what: 'amend', amount });
const crash = (withEffect = false): Happening => ({ what: 'crash', withEffect, claimMinutes: 0 });
const yes: Happening = { what: 'yes', behaviour: 'succeeds' };
const sweep: Happening = { what: 'sweep', behaviour: 'succeeds' };
const no: Happening = { what: 'no' };

/** Sequences that once ended in something that nobody had said yes to, and what each policy must survive. */
export const PAST_COUNTEREXAMPLES: readonly (readonly Happening[])[] = [
  // A value that was not taken is no question: a yes after it is no consent to the value of before.
  [request('gold', 7), amend('plenty'), yes, yes],
  // What is in doubt is not asked for again, and what was open before it is not what the user wants by then.
  [request('gold', 7), crash(), request('gold', 5), amend(7), yes],
  // What the keeper opens again is not what the user was asked last.
  [request('iron', 5), crash(), request('iron', 6), yes, sweep, yes],
  [request('iron', 5), crash(), request('iron', 6), no, sweep, yes],
  [request('iron', 5), crash(), request('iron', 6), sweep, yes, yes],
  [request('iron', 5), crash(), request('iron', 6), crash(), sweep, yes, yes],
  [request('iron', 5), crash(), request('gold', 6), crash(), sweep, yes, yes],
  [request('iron', 5), crash(), no, sweep, yes],
  [request('iron', 5), crash(), amend(7), sweep, yes],
  [request('iron', 5), crash(), { what: 'reset' }, sweep, yes, request('gold', 6), yes],
  // By policy: held, run again with the same key, opened again and carried out by the next yes.
  [request('gold', 5), crash(true), sweep, yes, request('gold', 5), yes, { what: 'finding', happened: true }, yes],
  [request('silver', 5), crash(true), sweep, yes],
  [request('iron', 5), crash(), sweep, yes, yes],
  // The reply to an old yes asks for another one, is read once more, and is older than what was asked since.
  [
    request('gold', 6),
    { what: 'yes', behaviour: 'may be retried' },
    request('gold', 5),
    { what: 'late repetition' },
    yes,
  ],
  // Requested more often than the turns of the first question.
  [request('gold', 6), request('gold', 6), request('gold', 6), request('gold', 6), { what: 'question' }, yes],
];
