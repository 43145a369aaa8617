import { describe, expect, it } from 'vitest';
import { type BookingEffect, check, type HistoryEvent, type StoredAction, type StoredRun } from './checker.mjs';

const conversationId = 'c-1';
const startOf = (args: object) => ({
  operation: 'start',
  workflow: 'booking',
  arguments: { policy: 'at-most-once', isSoldOut: false, ...args },
});
const question = { actionId: 'a-1', revision: 1, arguments: startOf({}), argumentsHash: 'a hash' };
const events: HistoryEvent[] = [
  { what: 'sends', at: 10, request: 1, kind: 'request' },
  { what: 'hears', at: 20, request: 1, kind: 'request', status: 200, asks: [question] },
  { what: 'sends', at: 30, request: 2, kind: 'yes', agreesTo: question },
  {
    what: 'hears',
    at: 50,
    request: 2,
    kind: 'yes',
    status: 200,
    text: 'Done. (run_id: a-1.1)',
    newest: { actionId: 'a-1', revision: 1, status: 'EXECUTED' },
  },
];
const action: StoredAction = {
  ...question,
  conversationId,
  key: 'a-1.1',
  policy: 'idempotent',
  status: 'EXECUTED',
  reason: null,
  attempts: 1,
  mayAnswer: ['USER'],
  confirmedBy: 'USER',
};
const run: StoredRun = {
  conversationId,
  runId: 'a-1.1',
  parentRunId: null,
  status: 'DONE',
  error: null,
  arguments: startOf({}),
  startedAt: 40,
  inDoubt: [],
};
const child: StoredRun = { ...run, runId: 'a-1.1.room', parentRunId: 'a-1.1' };

/** What the steps of the run have done, 10 ms after each other. */
const did = (...steps: string[]): BookingEffect[] =>
  steps.map((step, index) => ({
    conversationId,
    runId: run.runId,
    step,
    key: `a-1.1.${step.replace('/', '.')}`,
    attempt: 1,
    arguments: startOf({}),
    at: 60 + index * 10,
  }));
const asChild = (effect: BookingEffect) => ({ ...effect, runId: child.runId, key: `a-1.1.room.${effect.step}` });
const BOOKED = did('flight', 'hotel', 'car');
const UNDONE = did('flight', 'hotel', 'hotel/undo', 'flight/undo');

interface Parts {
  readonly actions?: StoredAction[];
  readonly runs?: StoredRun[];
  readonly bookings?: BookingEffect[];
  readonly told?: { runId: string; event: string }[];
  readonly heard?: HistoryEvent[];
}

/** What is found where all is well but for what is given. */
function violated({ actions = [action], runs = [run], bookings = BOOKED, heard = events, told }: Parts): string[] {
  const ofActions = actions.flatMap(({ actionId: proposalId, revision, status }) =>
    ['OPEN', status].map((one) => ({ proposalId, revision, event: one, status: one })),
  );
  const ofRuns = told ?? runs.map(({ runId, status }) => ({ runId, event: status }));
  const histories = new Map([[conversationId, heard]]);
  const found = check({
    histories,
    actions,
    conversations: [],
    effects: [],
    runs,
    bookings,
    told: [...ofActions, ...ofRuns],
  });
  return found.map(({ invariant, text }) => `${invariant}: ${text}`);
}

/** A booking with other arguments, of which the user was asked. */
function booked(args: object, { runs, bookings }: { runs: StoredRun[]; bookings: BookingEffect[] }): Parts {
  const withThem = <T extends object>(row: T): T => ({ ...row, arguments: startOf(args) });
  const heard = events.map((event) => ({ ...event, ...(event.asks && { asks: event.asks.map(withThem) }) }));
  return { actions: [withThem(action)], runs: runs.map(withThem), bookings: bookings.map(withThem), heard };
}

describe('the checker of torture, of bookings', () => {
  it('finds nothing where one is done, also by a child, and one that was sold out is undone', () => {
    expect(violated({})).toEqual([]);
    const [flight, hotel, car] = BOOKED as [BookingEffect, BookingEffect, BookingEffect];
    expect(violated({ runs: [run, child], bookings: [flight, asChild(hotel), car] })).toEqual([]);
    const failed = { ...run, status: 'FAILED', error: 'sold out' };
    expect(violated(booked({ isSoldOut: true }, { runs: [failed], bookings: UNDONE }))).toEqual([]);
  });

  it('finds nothing where one is held, by itself or in a child, and where a step that may be repeated was', () => {
    const held = { ...run, status: 'HELD', error: 'Nobody knows.' };
    expect(violated({ runs: [held], bookings: did('flight') })).toEqual([]);
    const waiting = { ...run, status: 'WAITING' };
    const heldChild = { ...child, status: 'HELD', error: 'Nobody knows.' };
    expect(violated({ runs: [waiting, heldChild], bookings: did('flight') })).toEqual([]);
    const twice = did('flight', 'hotel', 'flight', 'car');
    expect(violated(booked({ policy: 'idempotent' }, { runs: [run], bookings: twice }))).toEqual([]);
  });

  it('finds a step without a consent, before it, and with other arguments', () => {
    const [flight] = BOOKED as [BookingEffect];
    expect(violated({ actions: [], runs: [], heard: [] })).toContain(
      "consent: an effect under a-1.1, which is no action's",
    );
    const early = [{ ...flight, at: 25 }, ...BOOKED.slice(1)];
    expect(violated({ bookings: early }).join()).toMatch(/^consent: an effect with .* before any yes to it$/);
    const other = [...BOOKED.slice(0, 2), { ...(BOOKED[2] as BookingEffect), arguments: startOf({ isSoldOut: true }) }];
    expect(violated({ bookings: other })).toHaveLength(2);
    expect(violated({ bookings: other })[1]).toMatch(/which nobody was asked about$/);
  });

  it('finds a step that happened twice and must not', () => {
    expect(violated({ bookings: did('flight', 'hotel', 'car', 'car') })).toEqual([
      'once: two effects of the step a-1.1.car',
    ]);
  });

  it.each(['RUNNING', 'WAITING', 'INTERRUPTED'])('finds a run that is lost: %s', (status) => {
    expect(violated({ runs: [{ ...run, status }] })).toEqual([
      `nothing lost: run a-1.1 is ${status}, and nobody has decided about it`,
    ]);
  });

  it('finds a run that is held without a reason, and one that was never started', () => {
    expect(violated({ runs: [{ ...run, status: 'HELD' }] })).toEqual([
      'nothing lost: run a-1.1 is held without a reason',
    ]);
    expect(violated({ runs: [], bookings: [] })).toEqual([
      'nothing lost: action a-1 is EXECUTED, and has started no run',
      'true replies: "Done. (run_id: a-1.1)" was said, but there was no effect',
    ]);
  });

  it.each([
    ['undone from the first on', ['flight', 'hotel', 'flight/undo', 'hotel/undo']],
    ['undone before it was done', ['flight', 'hotel/undo', 'hotel', 'flight/undo']],
    ['done after an undoing', ['flight', 'flight/undo', 'hotel', 'hotel/undo']],
  ])('finds what was %s', (_, steps) => {
    const failed = { ...run, status: 'FAILED', error: 'sold out' };
    expect(violated(booked({ isSoldOut: true }, { runs: [failed], bookings: did(...steps) }))).toEqual([
      `in order: run a-1.1 did ${steps.join(', ')}`,
    ]);
  });

  it('finds what is done in part, and what has failed without need or is not undone', () => {
    expect(violated({ bookings: did('flight', 'hotel') })).toEqual([
      'as a whole: run a-1.1 is DONE, and did flight, hotel',
    ]);
    const failed = { ...run, status: 'FAILED', error: 'the network broke' };
    expect(violated({ runs: [failed], bookings: UNDONE })).toEqual([
      'as a whole: run a-1.1 is FAILED, and was not sold out',
    ]);
    const half = { runs: [failed], bookings: did('flight', 'hotel', 'hotel/undo') };
    expect(violated(booked({ isSoldOut: true }, half))).toEqual([
      'as a whole: run a-1.1 is FAILED, and flight was not undone',
    ]);
  });

  it('takes undoing in doubt as done or not, early or late, but of what may be repeated', () => {
    const inDoubt = { ...run, status: 'FAILED', error: 'sold out', inDoubt: ['hotel'] };
    const without = { runs: [inDoubt], bookings: did('flight', 'hotel', 'flight/undo') };
    expect(violated(booked({ isSoldOut: true }, without))).toEqual([]);
    const late = { runs: [inDoubt], bookings: did('flight', 'hotel', 'flight/undo', 'hotel/undo') };
    expect(violated(booked({ isSoldOut: true }, late))).toEqual([]);
    expect(violated(booked({ isSoldOut: true, policy: 'idempotent' }, without))).toEqual([
      'as a whole: run a-1.1 is FAILED, and hotel was not undone',
    ]);
  });

  it('finds a run whose end the webhook was not told', () => {
    const told = [{ runId: 'a-1.1', event: 'HELD' }];
    expect(violated({ told })).toEqual(['webhook: the last that is told of run a-1.1 is not that it is DONE: HELD']);
  });
});
