import { describe, expect, it } from 'vitest';
import { check, type Effect, type HistoryEvent, type StoredAction, type ToldEvent, type World } from './checker.mjs';

const conversationId = 'c-1';
const question = { actionId: 'a-1', revision: 1, arguments: { amount: 70 }, argumentsHash: 'hash of 70' };
const executed = { actionId: 'a-1', revision: 1, status: 'EXECUTED' };
const rejected = { ...executed, status: 'REJECTED' };

const asks: HistoryEvent[] = [
  { what: 'sends', at: 10, request: 1, kind: 'request' },
  { what: 'hears', at: 20, request: 1, kind: 'request', status: 200, text: 'Shall I?', asks: [question], bytes: 'b1' },
];
const agrees: HistoryEvent = { what: 'sends', at: 30, request: 2, kind: 'yes', agreesTo: question };
const isDone: HistoryEvent = heard({ text: 'Done. (amount: 70)', newest: executed });

const action: StoredAction = {
  ...question,
  conversationId,
  key: 'a-1.1',
  policy: 'at-most-once',
  status: 'EXECUTED',
  reason: null,
  attempts: 1,
  mayAnswer: ['USER', 'SERVICE'],
  confirmedBy: 'USER',
};
const effect: Effect = { conversationId, key: 'a-1.1', attempt: 1, arguments: { amount: 70 }, at: 40 };
const counts = {
  turn_no: 2,
  last_audit_id: 5,
  audits: 5,
  first_audit: 1,
  last_audit: 5,
  audited_turns: 2,
  last_turn: 2,
};

/** What a client hears of its yes. */
function heard(event: Partial<HistoryEvent>): HistoryEvent {
  return { what: 'hears', at: 50, request: 2, kind: 'yes', status: 200, bytes: 'b2', ...event };
}

/** What the webhook hears of an action: its question, and what it is now. */
function toldOf({ actionId: proposalId, revision, status }: StoredAction): ToldEvent[] {
  const question = { proposalId, revision, event: 'OPEN', status: 'OPEN' };
  return status === 'OPEN' ? [question] : [question, { ...question, event: status, status }];
}

interface Parts extends Partial<Pick<World, 'actions' | 'effects' | 'told'>> {
  readonly events?: HistoryEvent[];
  readonly conversation?: object;
}

/** A conversation where all is well but for what is given. */
function world({
  events = [...asks, agrees, isDone],
  actions = [action],
  effects = [effect],
  conversation = {},
  told = actions.flatMap(toldOf),
}: Parts = {}): World {
  const conversations = [{ conversationId, ...counts, ...conversation }];
  const histories = new Map([[conversationId, events]]);
  return { histories, actions, effects, conversations, runs: [], bookings: [], told };
}

const violated = (defect: World) => check(defect).map(({ invariant, text }) => `${invariant}: ${text}`);

describe('the checker of torture', () => {
  it('finds nothing where a question, a yes, one effect and its reply follow each other', () => {
    expect(check(world())).toEqual([]);
  });

  it('finds nothing where an action was refused, one is held, and an idempotent one was repeated', () => {
    const no: HistoryEvent = { what: 'sends', at: 30, request: 2, kind: 'no' };
    const refused = heard({ kind: 'no', text: 'All right, nothing was done.', newest: rejected });
    const closed = { ...action, status: 'REJECTED', reason: 'DENIED_BY_USER', attempts: 0, confirmedBy: null };
    expect(check(world({ events: [...asks, no, refused], actions: [closed], effects: [] }))).toEqual([]);
    const held = { ...action, status: 'IN_PROGRESS', reason: 'INTERRUPTED' };
    const unknown = heard({ text: 'I cannot tell yet whether that went through.' });
    expect(check(world({ events: [...asks, agrees, unknown], actions: [held] }))).toEqual([]);
    const repeated = { ...action, policy: 'idempotent', attempts: 2 };
    expect(check(world({ actions: [repeated], effects: [effect, { ...effect, attempt: 2, at: 45 }] }))).toEqual([]);
  });

  it('finds an effect without a yes', () => {
    const chat: HistoryEvent = { what: 'sends', at: 30, request: 2, kind: 'chat' };
    expect(violated(world({ events: [...asks, chat, isDone] }))).toEqual([
      'consent: an effect with {"amount":70} before any yes to it',
    ]);
  });

  it('finds an effect before its yes', () => {
    expect(violated(world({ effects: [{ ...effect, at: 25 }] }))).toEqual([
      'consent: an effect with {"amount":70} before any yes to it',
    ]);
  });

  it('finds an effect after a yes to another revision', () => {
    const toAnother: HistoryEvent = { ...agrees, agreesTo: { ...question, revision: 2 } };
    expect(violated(world({ events: [...asks, toAnother, isDone] }))).toEqual([
      'consent: an effect with {"amount":70} before any yes to it',
    ]);
  });

  it('finds an effect with other arguments', () => {
    expect(violated(world({ effects: [{ ...effect, arguments: { amount: 71 } }] }))).toEqual([
      'consent: an effect with {"amount":71} of an action with {"amount":70}',
      'consent: an effect with {"amount":71}, which nobody was asked about',
    ]);
  });

  it('finds an effect of no action, and one that nobody allowed has confirmed', () => {
    const [first] = violated(world({ effects: [effect, { ...effect, key: 'a-2.1' }] }));
    expect(first).toBe("consent: an effect under a-2.1, which is no action's");
    expect(violated(world({ actions: [{ ...action, confirmedBy: 'AGENT:robot' }] }))).toEqual([
      'consent: an effect of an action that AGENT:robot has confirmed',
    ]);
  });

  it('finds a second effect', () => {
    expect(violated(world({ effects: [effect, { ...effect, attempt: 2 }] }))).toEqual([
      'once: 2 effects of an action (at-most-once) with 1 attempts',
    ]);
    const idempotent = { ...action, policy: 'idempotent', attempts: 2 };
    expect(violated(world({ actions: [idempotent], effects: [effect, { ...effect }] }))).toEqual([
      'once: two effects of attempt 1 under a-1.1',
    ]);
  });

  it('finds a lost action, and one with other arguments than were shown', () => {
    expect(violated(world({ events: asks, actions: [], effects: [] }))).toEqual([
      'nothing lost: a reply asked about action a-1.1, which is not stored',
    ]);
    expect(violated(world({ actions: [{ ...action, argumentsHash: 'another hash' }] }))).toEqual([
      'nothing lost: action a-1.1 is stored with other arguments than were shown',
    ]);
  });

  it('finds an action that nobody has decided about', () => {
    expect(violated(world({ events: [...asks, agrees], actions: [{ ...action, status: 'IN_PROGRESS' }] }))).toEqual([
      'nothing lost: action a-1 is IN_PROGRESS, and nobody has decided about it',
    ]);
  });

  it.each([
    ['All right, nothing was done.', 40, '10 ms before'],
    ['It could not be done: the handler failed.', 40, '10 ms before'],
    ['That request is closed and nothing was done.', 90, '40 ms after'],
  ])('finds a false "%s", also when the effect comes later', (text, at, when) => {
    const events = [...asks, agrees, heard({ text, newest: rejected })];
    const actions = [{ ...action, status: 'REJECTED', reason: 'HANDLER_FAILED' }];
    expect(violated(world({ events, actions, effects: [{ ...effect, at }] }))).toEqual([
      `true replies: "${text}" was said, but there is an effect ${when}`,
    ]);
  });

  it('takes "nothing was done" for what the client has named, and not for what is asked beside it', () => {
    const text = 'That request is closed and nothing was done.';
    const answer = heard({ at: 35, request: 3, text, newest: { ...executed, status: 'OPEN' } });
    const events = [...asks, agrees, { ...answer, inReplyTo: { actionId: 'a-0', revision: 1 } }, isDone];
    expect(check(world({ events }))).toEqual([]);
    expect(check(world({ events: [...asks, agrees, { ...answer, inReplyTo: question }, isDone] }))).toHaveLength(1);
  });

  it('takes "nothing was done" before a new question for the action before it', () => {
    const text = 'That request is closed and nothing was done. Shall I?';
    const asksAnew = { ...asks[1], text, newest: { ...executed, status: 'OPEN' } } as HistoryEvent;
    const events = [asks[0] as HistoryEvent, asksAnew, agrees, isDone];
    expect(violated(world({ events }))).toEqual([]);
    expect(violated(world({ events, effects: [{ ...effect, at: 15 }] })).join()).toContain('5 ms before');
  });

  it('finds a false "not done just now"', () => {
    const text = 'It could not be done just now: closed. Shall I try again?';
    expect(violated(world({ events: [...asks, agrees, heard({ text, newest: executed })] }))).toEqual([
      `true replies: "${text}" was said, but there was an effect`,
    ]);
  });

  it('finds a false "done"', () => {
    expect(violated(world({ effects: [] }))).toEqual([
      'true replies: "Done. (amount: 70)" was said, but there was no effect',
    ]);
    expect(violated(world({ actions: [{ ...action, status: 'REJECTED', reason: 'SUPERSEDED' }] }))).toEqual([
      'true replies: "Done. (amount: 70)" was said, but the action is REJECTED (SUPERSEDED)',
    ]);
  });

  it('takes what is done for the run that the reply names, beside the question for another action', () => {
    const run = '01a2111d-17ff-7725-aa72-1d740d9ad230';
    const asked = { ...question, actionId: 'a-2', arguments: { amount: 90 }, argumentsHash: 'hash of 90' };
    const booking = { ...action, ...executed, actionId: run, key: `${run}.1` };
    const next = { ...action, ...asked, key: 'a-2.1', status: 'OPEN', attempts: 0 };
    const answers = heard({
      kind: 'request',
      text: `That is done. (run id: ${run}.1, status: RUNNING)\n\nShall I grant the loan?`,
      asks: [asked],
      newest: { actionId: 'a-2', revision: 1, status: 'OPEN' },
    });
    const events = [...asks, answers].map((one) => ({
      ...one,
      ...(one.asks?.[0] === question && { asks: [{ ...question, actionId: run }] }),
    }));
    const agreed = { ...agrees, agreesTo: { ...question, actionId: run } };
    const of = (effects: Effect[]) =>
      violated(
        world({
          events: [events[0], events[1], agreed, events[2]] as HistoryEvent[],
          actions: [booking, next],
          effects,
        }),
      );
    expect(of([{ ...effect, key: `${run}.1` }])).toEqual([]);
    expect(of([])).not.toEqual([]);
  });

  it('takes what is done for the action of the reply, where a superseded one had the same amount', () => {
    const superseded = {
      ...action,
      actionId: 'a-0',
      key: 'a-0.1',
      status: 'REJECTED',
      reason: 'SUPERSEDED',
      attempts: 0,
    };
    expect(violated(world({ actions: [superseded, action] }))).toEqual([]);
    expect(violated(world({ actions: [superseded, action], effects: [] }))).toHaveLength(1);
  });

  it('finds a repeated request that was answered in two ways', () => {
    const events = [...asks, agrees, isDone, heard({ at: 60, text: 'Well.', bytes: 'b3' })];
    expect(violated(world({ events }))).toEqual(['true replies: request 2 was answered in two ways']);
  });

  it('finds a failure that was called final, and was not', () => {
    const failed = { ...heard({ at: 45, status: 500, recoverable: false }), errorCode: 'INTERNAL_ERROR' };
    expect(violated(world({ events: [...asks, agrees, failed, isDone] }))).toEqual([
      'true replies: 500 INTERNAL_ERROR said that the request cannot succeed, and it did',
    ]);
  });

  it('finds an action that the webhook was not told of, or not all of it, or in another order', () => {
    const [asked, done] = toldOf(action) as [ToldEvent, ToldEvent];
    const found = (...told: ToldEvent[]) => violated(world({ told }));
    expect(found()).toHaveLength(2);
    expect(found(asked)).toEqual(['webhook: the last that is told of an action is not that it is EXECUTED: OPEN']);
    expect(found(done, asked)).toHaveLength(3);
    expect(found(asked, done, { ...done, event: 'REJECTED' })).toEqual([
      'webhook: a closed action is told of again: OPEN, EXECUTED, REJECTED',
    ]);
    expect(found(asked, { ...asked, event: 'AMENDED', revision: 2 }, done)).toEqual([
      'webhook: an amendment is told of before what it has amended: OPEN, AMENDED, EXECUTED',
    ]);
  });

  it('finds a gap in the audit and in the turns', () => {
    expect(violated(world({ conversation: { audits: 4 } }))).toEqual([
      'no gaps: 4 audit rows from 1 to 5, and 5 were given out',
    ]);
    expect(violated(world({ conversation: { audited_turns: 2, last_turn: 3, turn_no: 3 } }))).toEqual([
      'no gaps: 2 turns are in the audit, the last is 3, and 3 were counted',
    ]);
  });
});
