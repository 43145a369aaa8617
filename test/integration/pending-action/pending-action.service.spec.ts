import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ActionMethods,
  OutcomeWriter,
  PendingActionService,
  type Proposal,
  ProposalApprovals,
  ProposalClaims,
  ProposalRepository,
} from '../../../src/engine/pending-action/index.js';
import { steadyNow } from '../../../src/platform/common/clock.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import {
  type ActionCall,
  type ActionMethod,
  type CallContext,
  done,
  failed,
  inDoubt,
} from '../../../src/platform/handlers-api/index.js';
import { measured } from '../../../src/platform/telemetry/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { CONSENTED, QUIET } from '../../helpers/proposals.js';
import { NEVER_BY_ITSELF_MS, watchTimers } from '../../helpers/timers.js';
import { claimed, claimOn, MINUTE, NOW, newProposal, OWNER, stored, storedNow } from './stored-proposals.js';

const EXPIRY = NOW + 30 * MINUTE;
/** How long a claim holds by itself. */
const CLAIM_MS = 700;
const now = { turn: 2, epochMs: NOW };
const POLICIES = ['at-most-once', 'idempotent', 'transactional'] as const;

const action = (methods: Record<string, ActionMethod>, timeoutMs: number | null = null): ActionMethods => ({
  methods: Object.entries(methods).map(([name, method]) => ({ name, method })),
  timeoutMs,
  maxAttempts: null,
});
const never: ActionMethod = () => new Promise(() => {});

/** An action of one method that counts its calls. */
function counted(answer: ActionMethod = () => done({ ref: 'X1' })) {
  const calls: ActionCall[] = [];
  const cancel: ActionMethod = (call) => {
    calls.push(call);
    return answer(call);
  };
  return { calls, action: action({ cancel }) };
}

describeOnEachDatabase('a confirmed action', (open) => {
  let database: TestDatabase;
  let service: PendingActionService;
  const clock = { time: NOW, now: () => clock.time };
  beforeAll(async () => {
    database = await open();
    await database.database.query('CREATE TABLE ledger (entry text)');
    const proposals = new ProposalRepository(database.database, QUIET);
    const approvals = new ProposalApprovals(database.database, QUIET);
    const claims = new ProposalClaims(database.database, QUIET);
    const outcomes = new OutcomeWriter(claims, clock, new Troubles());
    service = new PendingActionService(proposals, approvals, claims, outcomes, database.database, clock, {
      turn: { leaseMs: CLAIM_MS },
      flow: { actionLifecycle: { maxAttempts: 3 } },
    });
  });
  beforeEach(async () => {
    clock.time = NOW;
    await database.database.query('DELETE FROM ledger');
  });

  const contextOf = (proposal: Proposal, more: Partial<CallContext> = {}): CallContext => ({
    conversationId: proposal.conversationId,
    intent: 'ORDER',
    state: 'CONFIRM',
    userText: 'yes',
    context: {},
    signal: new AbortController().signal,
    deadline: steadyNow() + 10_000,
    database: database.database,
    ...more,
  });
  const callerOf = (proposal: Proposal, more: Partial<CallContext> = {}) => ({
    context: contextOf(proposal, more),
    now,
    owner: OWNER,
    condition: CONSENTED,
  });
  const execute = (proposal: Proposal, methods: ActionMethods, more: Partial<CallContext> = {}) =>
    service.execute(proposal, methods, callerOf(proposal, more));
  const ledger = async () => (await database.database.query('SELECT entry FROM ledger')).map(({ entry }) => entry);
  const write =
    (then: ActionMethod): ActionMethod =>
    async (call) => {
      await call.database.query(`INSERT INTO ledger VALUES ('cancelled')`);
      return then(call);
    };
  const takeClaimAway: ActionMethod = async (call) => {
    await call.database.query(`UPDATE ce_action_proposal SET claim_owner = 'p2' WHERE conversation_id = $1`, [
      call.conversationId,
    ]);
    return done();
  };

  describe('is carried out', () => {
    it.each(POLICIES)('%s: with the frozen arguments, its result stored before the answer', async (executionPolicy) => {
      const proposal = await stored(database, { executionPolicy });
      const { calls, action } = counted(() => {
        clock.time += 40;
        return done({ ref: 'X1' });
      });
      const result = await execute(proposal, action);
      const executed = {
        ...proposal,
        status: 'EXECUTED',
        confirmation: CONSENTED.confirmation,
        attempts: 1,
        inProgressTurn: 2,
        inProgressAtMs: NOW,
        closedTurn: 2,
        closedAtMs: NOW + 40,
        completedMethods: 1,
        result: { ref: 'X1' },
      };
      expect(result).toEqual({ kind: 'executed', proposal: executed });
      expect(await storedNow(database, proposal)).toEqual(executed);
      const { actionKey, idempotencyKey, conversationId } = proposal;
      expect(calls).toMatchObject([
        { arguments: { orderId: '7017' }, actionKey, idempotencyKey, conversationId, attempt: 1, results: {} },
      ]);
    });

    it('once, however many yeses come at once', async () => {
      const proposal = await stored(database);
      const { calls, action } = counted();
      const results = await Promise.all(Array.from({ length: 20 }, () => execute(proposal, action)));
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['executed', ...Array(19).fill('not-claimed')]);
      expect(calls).toHaveLength(1);
    });

    it('and whoever saw it open for too long is told how it stands now', async () => {
      const proposal = await stored(database);
      await execute(proposal, counted().action);
      const late = counted();
      expect(await execute(proposal, late.action)).toEqual({
        kind: 'not-claimed',
        proposal: await storedNow(database, proposal),
      });
      expect(late.calls).toEqual([]);
    });

    it('with arguments its methods cannot change', async () => {
      const proposal = await stored(database);
      const { action } = counted((call) => {
        call.arguments.orderId = '8';
        return done();
      });
      expect(await execute(proposal, action)).toMatchObject({ proposal: { arguments: { orderId: '7017' } } });
    });

    it('not at all after its minutes, though the turn began in time', async () => {
      const proposal = await stored(database);
      const { calls, action } = counted();
      clock.time = EXPIRY;
      expect(await execute(proposal, action)).toEqual({
        kind: 'expired',
        proposal: { ...proposal, status: 'EXPIRED', reason: 'TTL_MINUTES', closedTurn: 2, closedAtMs: EXPIRY },
      });
      expect(calls).toEqual([]);
    });

    it('not at all after its turns', async () => {
      const proposal = await stored(database, { expiresTurn: 1 });
      const { calls, action } = counted();
      expect(await execute(proposal, action)).toMatchObject({ kind: 'expired', proposal: { reason: 'TTL_TURNS' } });
      expect(calls).toEqual([]);
    });

    it('not at all when it is not what the user was shown', async () => {
      const { calls, action } = counted();
      const proposal = await stored(database, { revision: 2 });
      expect(await execute({ ...proposal, revision: 1 }, action)).toMatchObject({ kind: 'not-claimed' });
      expect(calls).toEqual([]);
    });

    it('only with an approval where it needs one', async () => {
      const proposal = await stored(database);
      const { calls, action } = counted();
      const confirm = () =>
        service.execute(proposal, action, { ...callerOf(proposal), condition: { ...CONSENTED, needsApproval: true } });
      expect(await confirm()).toMatchObject({ kind: 'not-claimed' });
      expect(calls).toEqual([]);
      clock.time += 5;
      const approved = await service.approve(proposal, { by: 'ann\0', note: 'fine\0' }, now);
      const { revision, argumentsHash } = proposal;
      const approval = { revision, argumentsHash, by: 'ann', note: 'fine', atMs: NOW + 5, usedAtMs: null };
      expect(approved).toEqual({ ...proposal, approval });
      expect(await confirm()).toMatchObject({ kind: 'executed', proposal: { approval: { usedAtMs: NOW + 5 } } });
      expect(calls).toHaveLength(1);
    });
  });

  describe('has until its deadline', () => {
    /** The deadline its method is told, and until when the claim holds. */
    const limits = async (turnMs: number, timeoutMs: number | null) => {
      const proposal = await stored(database);
      const seen: { leftMs?: number; claim?: unknown } = {};
      const cancel: ActionMethod = async (call) => {
        seen.leftMs = call.deadline - steadyNow();
        seen.claim = await claimOn(database, proposal);
        return done();
      };
      await execute(proposal, action({ cancel }, timeoutMs), { deadline: steadyNow() + turnMs });
      return seen;
    };

    it.each([
      ["its own, where that is before the turn's", 10_000, 4_000, 4_000],
      ["the turn's, where that comes first", 10_000, 40_000, 10_000],
      ["the turn's, where it has none", 10_000, null, 10_000],
    ])('%s, and the claim needs a lease that lives', async (_which, turnMs, timeoutMs, budgetMs) => {
      const claim = { owner: OWNER, expiresAtMs: NOW + CLAIM_MS };
      const { leftMs, ...seen } = await limits(turnMs, timeoutMs);
      expect(seen).toEqual({ claim });
      expect(leftMs).toBeGreaterThan(budgetMs - 2_000);
      expect(leftMs).toBeLessThanOrEqual(budgetMs);
    });

    it('all the time there is', async () => {
      const cancel: ActionMethod = async () => {
        await sleep(50);
        return done();
      };
      expect(await execute(await stored(database), action({ cancel }, 10_000))).toMatchObject({ kind: 'executed' });
    });

    it('at-most-once: then it is held, since nobody can tell what has happened', async () => {
      const proposal = await stored(database, { executionPolicy: 'at-most-once' });
      const result = await execute(proposal, action({ cancel: never }, 30));
      expect(result).toMatchObject({ kind: 'in-doubt', proposal: { error: 'The action did not finish in time.' } });
      expect(await storedNow(database, proposal)).toMatchObject({
        status: 'IN_PROGRESS',
        reason: 'HANDLER_TIMED_OUT',
        closedAtMs: null,
      });
      expect(await claimOn(database, proposal)).toEqual({ owner: null, expiresAtMs: null });
      expect(await execute(proposal, counted().action)).toMatchObject({ kind: 'not-claimed' });
    });

    it('idempotent: then it is begun again with the same key, and not held', async () => {
      const proposal = await stored(database, { executionPolicy: 'idempotent' });
      const result = await execute(proposal, action({ cancel: never }, 30));
      expect(result).toMatchObject({ kind: 'in-doubt', proposal: { error: 'The action did not finish in time.' } });
      const left = await storedNow(database, proposal);
      expect(left).toMatchObject({ status: 'IN_PROGRESS', reason: null, attempts: 1 });
      clock.time = (await claimOn(database, proposal)).expiresAtMs ?? 0;
      const { calls, action: quick } = counted();
      const later = { turn: 3, epochMs: clock.time };
      const again = await service.recover(left, quick, { ...callerOf(proposal), now: later });
      expect(again).toMatchObject({ kind: 'executed', proposal: { attempts: 2 } });
      expect(calls.map((call) => call.idempotencyKey)).toEqual([proposal.idempotencyKey]);
    });

    it('idempotent: then it is held after as many attempts as its row allows', async () => {
      const proposal = await stored(database, { executionPolicy: 'idempotent' });
      const once = { ...action({ cancel: never }, 30), maxAttempts: 1 };
      expect(await execute(proposal, once)).toMatchObject({
        kind: 'in-doubt',
        proposal: { reason: 'TOO_MANY_ATTEMPTS' },
      });
    });

    it('transactional: then nothing has happened, and it may be asked again', async () => {
      const proposal = await stored(database, { executionPolicy: 'transactional' });
      const runOut = watchTimers();
      const late: ActionMethod = (call) => {
        runOut();
        return never(call);
      };
      const deadline = steadyNow() + 2 * NEVER_BY_ITSELF_MS;
      const result = await execute(proposal, action({ cancel: write(late) }, NEVER_BY_ITSELF_MS), { deadline });
      expect(result).toMatchObject({ kind: 'retryable', message: 'it did not finish in time.' });
      expect(await storedNow(database, proposal)).toMatchObject({
        status: 'OPEN',
        error: 'it did not finish in time.',
        reason: null,
      });
      expect(await ledger()).toEqual([]);
    });

    it('is held when the service stops while it is at work', async () => {
      const stop = new AbortController();
      const cancel: ActionMethod = () => {
        stop.abort();
        return never({} as ActionCall);
      };
      const proposal = await stored(database);
      expect(await execute(proposal, action({ cancel }), { signal: stop.signal })).toMatchObject({ kind: 'in-doubt' });
    });
  });

  describe('that does not succeed', () => {
    it.each(POLICIES)('%s: is closed when it failed for good', async (executionPolicy) => {
      const proposal = await stored(database, { executionPolicy });
      const { calls, action } = counted(() => failed('There is no such order.'));
      const result = await execute(proposal, action);
      expect(result).toMatchObject({ kind: 'failed', message: 'There is no such order.' });
      expect(await storedNow(database, proposal)).toMatchObject({
        status: 'REJECTED',
        reason: 'HANDLER_FAILED',
        error: 'There is no such order.',
        closedTurn: 2,
        closedAtMs: NOW,
        completedMethods: 0,
        result: {},
      });
      expect(await execute(proposal, action)).toMatchObject({ kind: 'not-claimed' });
      expect(calls).toHaveLength(1);
    });

    const fails = () =>
      counted(() => {
        throw new Error('password hunter2');
      });

    it('is held when its handler throws, which tells operators alone why', async () => {
      const proposal = await stored(database);
      expect(await execute(proposal, fails().action)).toMatchObject({ kind: 'in-doubt' });
      const held = { status: 'IN_PROGRESS', reason: 'OUTCOME_UNKNOWN', error: 'password hunter2' };
      expect(await storedNow(database, proposal)).toMatchObject(held);
      expect(await claimOn(database, proposal)).toEqual({ owner: null, expiresAtMs: null });
    });

    it('is settled whatever characters its handler says why in', async () => {
      const [refused, held] = [await stored(database), await stored(database)];
      await execute(refused, counted(() => failed('no\0 \ud800')).action);
      expect(await storedNow(database, refused)).toMatchObject({ status: 'REJECTED', error: 'no \ufffd' });
      await execute(held, counted(() => Promise.reject(new Error('\0lost'))).action);
      expect(await storedNow(database, held)).toMatchObject({ reason: 'OUTCOME_UNKNOWN', error: 'lost' });
    });

    it('tells the log why its handler came to no good end, without arguments or secrets, and what threw in debugging', async () => {
      const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const noticed = vi.spyOn(Logger.prototype, 'debug').mockReturnValue();
      try {
        const secret = { arguments: { orderId: '7', pin: 'hunter2' }, shown: { orderId: '7', pin: '[hidden]' } };
        const proposal = await stored(database, secret);
        await execute(proposal, fails().action);
        const which = `action ${proposal.actionKey} (${proposal.proposalId}, attempt 1, conversation ${proposal.conversationId})`;
        expect(warned.mock.calls).toEqual([[`${which} has not ended well: password [hidden]`]]);
        expect(noticed.mock.calls).toEqual([[expect.stringMatching(/^Error: password \[hidden\]\n +at /)]]);
        await execute(await stored(database), counted((() => undefined) as unknown as ActionMethod).action);
        expect(warned.mock.calls.at(-1)).toEqual([expect.stringContaining('did not report an outcome')]);
        await execute(await stored(database), counted(() => failed('There is no such order.')).action);
        expect(warned).toHaveBeenCalledTimes(2);
      } finally {
        warned.mockRestore();
        noticed.mockRestore();
      }
    });

    it('transactional: is closed when its handler throws, since what it wrote is undone', async () => {
      const proposal = await stored(database, { executionPolicy: 'transactional' });
      const cancel = write(fails().action.methods[0]?.method ?? never);
      expect(await execute(proposal, action({ cancel }))).toMatchObject({
        kind: 'failed',
        message: 'the handler failed.',
      });
      const closed = { status: 'REJECTED', reason: 'HANDLER_FAILED', error: 'password hunter2' };
      expect(await storedNow(database, proposal)).toMatchObject(closed);
      expect(await ledger()).toEqual([]);
    });

    it('transactional: is held when its handler says that something may have happened elsewhere', async () => {
      const proposal = await stored(database, { executionPolicy: 'transactional' });
      expect(await execute(proposal, action({ cancel: write(() => inDoubt('no answer')) }))).toMatchObject({
        kind: 'in-doubt',
        proposal: { reason: 'OUTCOME_UNKNOWN', error: 'no answer' },
      });
      expect(await ledger()).toEqual([]);
    });

    it('idempotent: is tried again later, with its key and a greater token, and held after so many times', async () => {
      const proposal = await stored(database, { executionPolicy: 'idempotent' });
      const { calls, action } = fails();
      expect(await execute(proposal, action)).toMatchObject({ kind: 'in-doubt', proposal: { reason: null } });
      const pauses: number[] = [];
      const again = async () => {
        const { expiresAtMs } = await claimOn(database, proposal);
        pauses.push((expiresAtMs ?? 0) - clock.time);
        const recover = async () => {
          const now = { turn: 3, epochMs: clock.time };
          return service.recover(await storedNow(database, proposal), action, { ...callerOf(proposal), now });
        };
        clock.time = (expiresAtMs ?? 0) - 1;
        expect(await recover()).toEqual({ kind: 'not-claimed' });
        clock.time += 1;
        return recover();
      };
      expect(await again()).toMatchObject({ kind: 'in-doubt', proposal: { reason: null, attempts: 2 } });
      expect(await again()).toMatchObject({ kind: 'in-doubt', proposal: { reason: 'TOO_MANY_ATTEMPTS', attempts: 3 } });
      expect(pauses).toEqual([CLAIM_MS, 2 * CLAIM_MS]);
      const { idempotencyKey } = proposal;
      expect(calls.map((call) => call.idempotencyKey)).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
      const tokens = calls.map(({ fencingToken }) => fencingToken);
      expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
      expect(new Set(tokens).size).toBe(3);
      const held = { status: 'IN_PROGRESS', error: expect.stringContaining('begun 3 times') };
      expect(await storedNow(database, proposal)).toMatchObject(held);
      expect(await claimOn(database, proposal)).toEqual({ owner: null, expiresAtMs: null });
    });

    it.each(POLICIES)('%s: waits for another yes when nothing happened', async (executionPolicy) => {
      const proposal = await stored(database, { executionPolicy });
      const { calls, action } = counted(({ attempt }) =>
        attempt === 1 ? failed('The line is busy.', { retryable: true }) : done(),
      );
      expect(await execute(proposal, action)).toMatchObject({ kind: 'retryable', message: 'The line is busy.' });
      const reopened = await storedNow(database, proposal);
      expect(reopened).toMatchObject({ status: 'OPEN', error: 'The line is busy.', closedAtMs: null, attempts: 1 });
      expect(await execute(reopened, action)).toMatchObject({ kind: 'executed' });
      expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    });

    it('is held with the reason of a handler that cannot tell', async () => {
      const proposal = await stored(database);
      const { action } = counted(() => inDoubt('The bank did not answer.'));
      expect(await execute(proposal, action)).toMatchObject({ kind: 'in-doubt' });
      expect(await storedNow(database, proposal)).toMatchObject({ error: 'The bank did not answer.' });
    });

    it.each(POLICIES)('%s: is an error when its claim was taken over meanwhile', async (executionPolicy) => {
      const proposal = await stored(database, { executionPolicy });
      await expect(execute(proposal, action({ cancel: write(takeClaimAway) }))).rejects.toMatchObject({
        code: 'CONVERSATION_PERSIST_FAILED',
        message: expect.stringContaining(proposal.proposalId),
      });
      expect(await storedNow(database, proposal)).toMatchObject({ status: 'IN_PROGRESS' });
      expect(await ledger()).toEqual(executionPolicy === 'transactional' ? [] : ['cancelled']);
    });
  });

  describe('of a transaction', () => {
    const transactional = { executionPolicy: 'transactional' } as const;

    it('writes and is executed, both', async () => {
      const proposal = await stored(database, transactional);
      const cancel = write((call) => done(call.database.dialect));
      expect(await execute(proposal, action({ cancel }))).toMatchObject({ proposal: { result: database.dialect } });
      expect(await ledger()).toEqual(['cancelled']);
      expect(await storedNow(database, proposal)).toMatchObject({ status: 'EXECUTED' });
    });

    it.each([
      ['for good', failed('no')],
      ['for now', failed('busy', { retryable: true })],
      ['without anybody knowing', inDoubt('no answer')],
    ])('has written nothing when it failed %s', async (_how, outcome) => {
      const charge = write(() => done('P1'));
      const ship = write(() => outcome);
      const proposal = await stored(database, transactional);
      await execute(proposal, action({ charge, ship }));
      expect(await ledger()).toEqual([]);
      expect(await storedNow(database, proposal)).toMatchObject({ completedMethods: 0 });
    });

    it('is counted as executed when it is committed, and not where the commit fails', async () => {
      await database.database.query('CREATE TABLE account (id integer PRIMARY KEY)');
      await database.database.query(
        'CREATE TABLE booked (account integer REFERENCES account (id) DEFERRABLE INITIALLY DEFERRED)',
      );
      const book: ActionMethod = async (call) => {
        await call.database.query('INSERT INTO booked VALUES (7)');
        return done();
      };
      const counting = vi.spyOn(measured.actionEvents, 'add');
      const countedNow = () => counting.mock.calls.splice(0).map(([, event]) => event);
      expect(await execute(await stored(database, transactional), action({ book }))).toMatchObject({
        kind: 'retryable',
      });
      expect(countedNow()).toEqual(['IN_PROGRESS', 'REOPENED']);
      await database.database.query('INSERT INTO account VALUES (7)');
      expect(await execute(await stored(database, transactional), action({ book }))).toMatchObject({
        kind: 'executed',
      });
      expect(countedNow()).toEqual(['IN_PROGRESS', 'EXECUTED']);
      counting.mockRestore();
    });

    it("takes its handler's own transactions in", async () => {
      const cancel: ActionMethod = async (call) => {
        const entry = await call.database.transaction(async (inner) => {
          await inner.query(`INSERT INTO ledger VALUES ('inner')`);
          return 'inner';
        });
        return failed(entry);
      };
      const proposal = await stored(database, transactional);
      expect(await execute(proposal, action({ cancel }))).toMatchObject({ kind: 'failed', message: 'inner' });
      expect(await ledger()).toEqual([]);
    });
  });

  describe('of several methods', () => {
    it('goes on after the last that succeeded, with what that gave', async () => {
      const ran: string[] = [];
      const charge: ActionMethod = () => {
        ran.push('charge');
        return done({ payment: 'P1' });
      };
      const ship: ActionMethod = ({ results, attempt }) => {
        ran.push('ship');
        return attempt === 1 ? failed('no van', { retryable: true }) : done({ after: results.charge ?? null });
      };
      const proposal = await stored(database);
      expect(await execute(proposal, action({ charge, ship }))).toMatchObject({ kind: 'retryable' });
      const reopened = await storedNow(database, proposal);
      expect(reopened).toMatchObject({ completedMethods: 1, result: { charge: { payment: 'P1' } } });
      const result = { charge: { payment: 'P1' }, ship: { after: { payment: 'P1' } } };
      expect(await execute(reopened, action({ charge, ship }))).toMatchObject({
        kind: 'executed',
        proposal: { result },
      });
      expect(ran).toEqual(['charge', 'ship', 'ship']);
    });

    it('has stored what succeeded before the next begins', async () => {
      const proposal = await stored(database);
      const seen: unknown[] = [];
      const charge: ActionMethod = () => done('P1');
      const ship: ActionMethod = async () => {
        seen.push(await storedNow(database, proposal));
        return done();
      };
      await execute(proposal, action({ charge, ship }));
      expect(seen).toMatchObject([{ status: 'IN_PROGRESS', completedMethods: 1, result: { charge: 'P1' } }]);
    });

    it('keeps what had succeeded when a later one fails', async () => {
      const proposal = await stored(database);
      await execute(proposal, action({ charge: () => done('P1'), ship: () => failed('no van') }));
      expect(await storedNow(database, proposal)).toMatchObject({ completedMethods: 1, result: { charge: 'P1' } });
    });

    it.each<[string, Partial<Proposal>]>([
      ['of the arguments before an amendment', { completedMethods: 0, result: { cancel: 'old' } }],
      ['that are no object', { completedMethods: 1, result: ['old'] }],
    ])('is not given results %s', async (_which, change) => {
      const proposal = await stored(database, { ...newProposal(), ...change });
      const seen: unknown[] = [];
      const note: ActionMethod = ({ results }) => {
        seen.push(results);
        return failed('enough');
      };
      await execute(proposal, action({ charge: note, ship: note }));
      expect(seen).toEqual([{}]);
    });
  });

  describe('whose process died', () => {
    const later = NOW + MINUTE;
    const recover = (proposal: Proposal, methods: ActionMethods | undefined) =>
      service.recover(proposal, methods, { ...callerOf(proposal), now: { turn: 3, epochMs: later } });
    beforeEach(() => {
      clock.time = later;
    });

    it('idempotent: is run again with the same key', async () => {
      const proposal = await claimed(database, { executionPolicy: 'idempotent' });
      const { calls, action } = counted();
      expect(await recover(proposal, action)).toMatchObject({ kind: 'executed', proposal: { closedTurn: 3 } });
      const { idempotencyKey } = proposal;
      expect(calls).toMatchObject([{ idempotencyKey, attempt: 2 }]);
      expect(calls[0]?.deadline).toBeGreaterThan(steadyNow());
      expect(await storedNow(database, proposal)).toMatchObject({ status: 'EXECUTED', attempts: 2 });
    });

    it('idempotent: goes on after the methods that succeeded, under a claim that holds longer than the first', async () => {
      const proposal = await claimed(database, { executionPolicy: 'idempotent' });
      const progress = { ...proposal, completedMethods: 1, result: { charge: 'P1' } };
      await new ProposalClaims(database.database, QUIET).checkpoint(progress, OWNER);
      const seen: unknown[] = [];
      const ship: ActionMethod = async () => {
        seen.push(await claimOn(database, proposal));
        return done('S1');
      };
      const charge = counted();
      const methods = [...charge.action.methods, { name: 'ship', method: ship }];
      const result = await recover(progress, { methods, timeoutMs: 4_000, maxAttempts: null });
      expect(result).toMatchObject({ kind: 'executed', proposal: { result: { charge: 'P1', ship: 'S1' } } });
      expect(charge.calls).toEqual([]);
      expect(seen).toEqual([{ owner: OWNER, expiresAtMs: later + 2 * CLAIM_MS }]);
    });

    it('idempotent: is held, and not begun, when it was begun often enough', async () => {
      const proposal = await claimed(database, { executionPolicy: 'idempotent', attempts: 2 });
      const { calls, action } = counted();
      expect(await recover(proposal, action)).toMatchObject({ kind: 'in-doubt' });
      expect(calls).toEqual([]);
      const held = { status: 'IN_PROGRESS', reason: 'TOO_MANY_ATTEMPTS', attempts: 3 };
      expect(await storedNow(database, proposal)).toMatchObject(held);
    });

    it('transactional: waits for another yes, since nothing was written', async () => {
      const proposal = await claimed(database, { executionPolicy: 'transactional' });
      const { calls, action } = counted();
      const message = 'it was interrupted before anything was done.';
      expect(await recover(proposal, action)).toMatchObject({ kind: 'retryable', message });
      expect(await storedNow(database, proposal)).toMatchObject({ status: 'OPEN', error: message });
      expect(calls).toEqual([]);
    });

    it.each([
      ['at-most-once', counted().action],
      ['idempotent', undefined],
    ] as const)('%s: is held where nobody can tell or run it', async (executionPolicy, methods) => {
      const proposal = await claimed(database, { executionPolicy });
      expect(await recover(proposal, methods)).toMatchObject({ kind: 'in-doubt' });
      expect(await storedNow(database, proposal)).toMatchObject({
        status: 'IN_PROGRESS',
        reason: 'INTERRUPTED',
        error: 'The process ended while the action was at work.',
        completedMethods: 0,
      });
      expect(await claimOn(database, proposal)).toEqual({ owner: null, expiresAtMs: null });
    });

    it('is left alone while its claim holds', async () => {
      const proposal = await claimed(database, { executionPolicy: 'idempotent' });
      const { calls, action } = counted();
      clock.time = later - 1;
      expect(await recover(proposal, action)).toEqual({ kind: 'not-claimed' });
      expect(calls).toEqual([]);
    });

    it('is decided about by one process', async () => {
      const proposal = await claimed(database, { executionPolicy: 'idempotent' });
      const { calls, action } = counted();
      const results = await Promise.all([recover(proposal, action), recover(proposal, action)]);
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['executed', 'not-claimed']);
      expect(calls).toHaveLength(1);
    });
  });
});
