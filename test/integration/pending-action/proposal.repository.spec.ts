import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  amendProposal,
  closed,
  OutcomeWriter,
  type Proposal,
  ProposalApprovals,
  ProposalClaims,
  ProposalRepository,
  ProposalSweep,
  ProposalsInDoubt,
} from '../../../src/engine/pending-action/index.js';
import type { PrincipalKind } from '../../../src/engine/principal/index.js';
import { systemClock } from '../../../src/platform/common/clock.js';
import { EngineError } from '../../../src/platform/common/errors.js';
import { Troubles } from '../../../src/platform/common/troubles.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { CONSENTED } from '../../helpers/proposals.js';
import {
  claimed,
  claimOn,
  giveLeaseTo,
  held,
  MINUTE,
  NOW,
  newProposal,
  OWNER,
  stored,
  storedNow,
  toldOf,
} from './stored-proposals.js';

const TOLD = { webhooks: { url: 'https://chat.example/events' } };
const EXPIRY = NOW + 30 * MINUTE;
const now = { turn: 2, epochMs: NOW + 5 };
const claim = { owner: OWNER, expiresAtMs: NOW + MINUTE };
const approvalOf = ({ revision, argumentsHash }: Proposal) => ({
  revision,
  argumentsHash,
  by: 'ann',
  note: 'a regular customer',
  atMs: NOW + 3,
  usedAtMs: null,
});

describeOnEachDatabase('the stored proposals', (open) => {
  let database: TestDatabase;
  let proposals: ProposalRepository;
  let approvals: ProposalApprovals;
  let claims: ProposalClaims;
  let sweep: ProposalSweep;
  let doubts: ProposalsInDoubt;
  beforeAll(async () => {
    database = await open();
    proposals = new ProposalRepository(database.database, TOLD);
    approvals = new ProposalApprovals(database.database, TOLD);
    claims = new ProposalClaims(database.database, TOLD);
    sweep = new ProposalSweep(database.database);
    doubts = new ProposalsInDoubt(database.database, TOLD);
  });
  beforeEach(() => database.database.query('DELETE FROM ce_conversation'));

  const claimIt = (
    proposal: Proposal,
    more: { at?: typeof now; needsApproval?: boolean; owner?: string; kind?: PrincipalKind } = {},
  ) =>
    claims.claim(proposal, { ...claim, owner: more.owner ?? OWNER }, more.at ?? now, {
      ...CONSENTED,
      needsApproval: more.needsApproval ?? false,
      kind: more.kind ?? 'USER',
    });

  describe('are read as they were stored', () => {
    it('with nothing but what they need', async () => {
      const proposal = await stored(database, { pendingActionId: null, expiresTurn: null, expiresAtMs: null });
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });

    it('with everything a proposal can hold', async () => {
      const { argumentsHash } = newProposal();
      const full = await stored(database, {
        toolCode: 'orders.cancel',
        question: 'Really cancel order 7017?',
        status: 'REJECTED',
        reason: 'HANDLER_FAILED',
        inProgressTurn: 2,
        inProgressAtMs: NOW + 1,
        closedTurn: 3,
        closedAtMs: NOW + 2,
        attempts: 2,
        completedMethods: 1,
        result: { payment: ['P1'] },
        error: 'no such order',
        approvalAskedAtMs: NOW + 3,
        approval: { revision: 1, argumentsHash, by: 'ann', note: 'fine', atMs: NOW + 4, usedAtMs: NOW + 5 },
      });
      expect(await storedNow(database, full)).toEqual(full);
    });
  });

  describe('when one is claimed', () => {
    it('are in progress under the claim, with one more attempt', async () => {
      const proposal = await stored(database);
      const { confirmation } = CONSENTED;
      const begun = { status: 'IN_PROGRESS', attempts: 1, inProgressTurn: 2, inProgressAtMs: NOW + 5 };
      const expected = { ...proposal, ...begun, confirmation };
      expect(await claimIt(proposal)).toEqual(expected);
      expect(await storedNow(database, proposal)).toEqual(expected);
      expect(await claimOn(database, proposal)).toEqual(claim);
    });

    it('are as the database has them then, also where an approval has come since they were read', async () => {
      const proposal = await stored(database, { approvalAskedAtMs: NOW + 1 });
      await approvals.approve(proposal, approvalOf(proposal), now);
      const taken = await claimIt(proposal, { needsApproval: true });
      expect(taken?.approval).toMatchObject({ by: 'ann', usedAtMs: NOW + 5 });
      expect(taken).toEqual(await storedNow(database, proposal));
    });

    it('have the database send what a claim changes, and not the arguments and the question once more', async () => {
      const proposal = await stored(database);
      const sent: string[][] = [];
      const watched = Object.create(database.database, {
        query: {
          value: async (...statement: Parameters<typeof database.database.query>) => {
            const rows = await database.database.query(...statement);
            sent.push(...rows.map((row) => Object.keys(row)));
            return rows;
          },
        },
      });
      const quiet = new ProposalClaims(watched, { webhooks: { url: '' } });
      expect(
        await quiet.claim(proposal, claim, now, { ...CONSENTED, needsApproval: false, kind: 'USER' }),
      ).toBeDefined();
      expect(sent).toHaveLength(1);
      expect(sent[0]).toHaveLength(13);
    });

    it('are not claimed with the yes of somebody who may not answer for them', async () => {
      const proposal = await stored(database);
      expect(await claimIt(proposal, { kind: 'AGENT' })).toBeUndefined();
      expect(await claimIt(proposal, { kind: 'OPERATOR' })).toBeUndefined();
      expect(await claimIt(proposal, { kind: 'SERVICE' })).toBeDefined();
      const left = await stored(database, { mayAnswer: ['USER', 'SERVICE', 'AGENT'] });
      expect(await claimIt(left, { kind: 'AGENT' })).toBeDefined();
    });

    it('are claimed once, however many try at once', async () => {
      const proposal = await stored(database);
      const attempts = await Promise.all(Array.from({ length: 20 }, () => claimIt(proposal)));
      expect(attempts.filter((attempt) => attempt !== undefined)).toHaveLength(1);
      expect(await storedNow(database, proposal)).toMatchObject({ attempts: 1 });
    });

    it.each<[string, Partial<Proposal>]>([
      ['the revision is not the one that was shown', { revision: 2 }],
      ['the arguments are not those that were shown', { argumentsHash: 'other' }],
    ])('are left alone where %s', async (_why, shown) => {
      const proposal = await stored(database);
      expect(await claimIt({ ...proposal, ...shown })).toBeUndefined();
      expect(await storedNow(database, proposal)).toEqual(proposal);
      expect(await toldOf(database, proposal)).toEqual([]);
    });

    it.each(['IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED'] as const)('are left alone when %s', async (status) => {
      const proposal = await stored(database, { status });
      expect(await claimIt(proposal)).toBeUndefined();
    });

    it.each([
      ['in the last turn', { turn: 4, epochMs: NOW }, true],
      ['after the last turn', { turn: 5, epochMs: NOW }, false],
      ['in the last millisecond', { turn: 2, epochMs: EXPIRY - 1 }, true],
      ['when the minutes are over', { turn: 2, epochMs: EXPIRY }, false],
    ])('%s, the clocks decide', async (_when, at, inTime) => {
      const proposal = await stored(database);
      expect((await claimIt(proposal, { at })) !== undefined).toBe(inTime);
    });

    it('have no limit where the clocks are off', async () => {
      const proposal = await stored(database, { expiresTurn: null, expiresAtMs: null });
      const at = { turn: 1_000, epochMs: NOW + 1_000 * MINUTE };
      expect(await claimIt(proposal, { at })).toMatchObject({ status: 'IN_PROGRESS' });
    });

    it.each([['p2.turn'], [null]])('are left alone when the conversation belongs to %s', async (holder) => {
      const proposal = await stored(database);
      await giveLeaseTo(database, proposal, holder);
      expect(await claimIt(proposal)).toBeUndefined();
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });
  });

  describe('where an approval is needed', () => {
    it('are not claimed without one', async () => {
      expect(await claimIt(await stored(database), { needsApproval: true })).toBeUndefined();
    });

    it('are claimed with one, which is used up', async () => {
      const asked = newProposal();
      const proposal = await stored(database, { ...asked, approval: approvalOf(asked) });
      const claimedNow = await claimIt(proposal, { needsApproval: true });
      expect(claimedNow?.approval).toEqual({ ...approvalOf(asked), usedAtMs: now.epochMs });
    });

    it.each([
      ['has been used', { usedAtMs: NOW + 4 }],
      ['is for another revision', { revision: 2 }],
      ['is for other arguments', { argumentsHash: 'other' }],
    ])('are not claimed with one that %s', async (_which, change) => {
      const asked = newProposal();
      const proposal = await stored(database, { ...asked, approval: { ...approvalOf(asked), ...change } });
      expect(await claimIt(proposal, { needsApproval: true })).toBeUndefined();
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });

    it('keep the time at which an approval was used first', async () => {
      const asked = newProposal();
      const approval = { ...approvalOf(asked), usedAtMs: NOW + 4 };
      const claimedNow = await claimIt(await stored(database, { ...asked, approval }));
      expect(claimedNow?.approval).toEqual(approval);
    });
  });

  describe('when the approval of one is refused', () => {
    const refusalOf = (proposal: Proposal) =>
      approvals.refuse(closed(proposal, 'DENY', 'NOT_APPROVED', { turn: 1, epochMs: NOW + 5 }), now);

    it('are closed, and the outside is told', async () => {
      const proposal = await stored(database, { approvalAskedAtMs: NOW + 3 });
      expect(await refusalOf(proposal)).toBe(true);
      const end = { status: 'REJECTED', reason: 'NOT_APPROVED', closedTurn: 1, closedAtMs: NOW + 5 };
      expect(await storedNow(database, proposal)).toEqual({ ...proposal, ...end });
      expect(await toldOf(database, proposal)).toMatchObject([{ event: 'REJECTED', reason: 'NOT_APPROVED' }]);
      expect(await refusalOf(proposal)).toBe(false);
    });

    it('stay as they are where they do not wait for one, or are another revision by now', async () => {
      const asked = { approvalAskedAtMs: NOW + 3 };
      const draft = newProposal(asked);
      for (const change of [
        { approvalAskedAtMs: null },
        { ...draft, approval: approvalOf(draft) },
        { ...asked, expiresTurn: 1 },
        { ...asked, expiresAtMs: NOW + 5 },
      ]) {
        const proposal = await stored(database, change);
        expect(await refusalOf(proposal)).toBe(false);
        expect(await storedNow(database, proposal)).toEqual(proposal);
      }
      const proposal = await stored(database, asked);
      expect(await refusalOf({ ...proposal, revision: 2 })).toBe(false);
      expect(await refusalOf({ ...proposal, argumentsHash: 'other' })).toBe(false);
    });

    it('are either claimed or refused where both come at once', async () => {
      for (let round = 0; round < 10; round += 1) {
        const proposal = await stored(database, { approvalAskedAtMs: NOW + 3 });
        const both = round % 2 === 0 ? [claimIt, refusalOf] : [refusalOf, claimIt];
        const results = await Promise.all(both.map((one) => one(proposal)));
        expect(results.filter((result) => result)).toHaveLength(1);
      }
    });
  });

  describe('when one is approved', () => {
    it('keep who, why and when, for the revision that was shown', async () => {
      const proposal = await stored(database);
      const approved = { ...proposal, approval: approvalOf(proposal) };
      expect(await approvals.approve(proposal, approvalOf(proposal), now)).toEqual(approved);
      expect(await storedNow(database, proposal)).toEqual(approved);
      expect(await toldOf(database, proposal)).toMatchObject([{ event: 'APPROVED', turn: 2 }]);
    });

    it('can be approved again after the approval was used', async () => {
      const asked = newProposal();
      const proposal = await stored(database, { ...asked, approval: { ...approvalOf(asked), usedAtMs: NOW + 4 } });
      const again = await approvals.approve(proposal, { ...approvalOf(asked), by: 'bob' }, now);
      expect(again?.approval).toMatchObject({ by: 'bob', usedAtMs: null });
    });

    it.each([
      ['another revision', { revision: 2 }],
      ['other arguments', { argumentsHash: 'other' }],
      ['one whose minutes are over', { atMs: EXPIRY }],
    ])('refuse it for %s', async (_what, change) => {
      const proposal = await stored(database);
      expect(await approvals.approve(proposal, { ...approvalOf(proposal), ...change }, now)).toBeUndefined();
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });

    it('refuse it once the last turn is over, and not before', async () => {
      const proposal = await stored(database);
      const approveIn = (turn: number) => approvals.approve(proposal, approvalOf(proposal), { ...now, turn });
      expect(await approveIn(5)).toBeUndefined();
      expect(await approveIn(4)).toBeDefined();
    });

    it('accept it at any time where the clocks are off', async () => {
      const proposal = await stored(database, { expiresTurn: null, expiresAtMs: null });
      const late = { ...approvalOf(proposal), atMs: NOW + 1_000 * MINUTE };
      expect(await approvals.approve(proposal, late, { ...now, turn: 1_000 })).toBeDefined();
    });

    it('refuse it when it is not open any more', async () => {
      const proposal = await claimed(database);
      expect(await approvals.approve(proposal, approvalOf(proposal), now)).toBeUndefined();
    });
  });

  it('find an open action by its id, and no other', async () => {
    const proposal = await stored(database);
    const { proposalId } = await claimed(database);
    expect(await approvals.findOpen(proposal.proposalId)).toEqual(proposal);
    expect(await approvals.findOpen(proposalId)).toBeUndefined();
  });

  describe('that wait for an approval', () => {
    const ask = (approvalAskedAtMs: number, change: Partial<Proposal> = {}) =>
      stored(database, { ...change, approvalAskedAtMs });
    const waiting = async (limit = 10, nowMs = NOW) =>
      (await approvals.awaiting(nowMs, limit)).map(({ proposalId }) => proposalId);

    it('are listed by how long they wait, so many at most', async () => {
      const [second, first, third] = [await ask(NOW + 2), await ask(NOW + 1), await ask(NOW + 3)];
      expect(await waiting()).toEqual([first.proposalId, second.proposalId, third.proposalId]);
      expect(await waiting(2)).toEqual([first.proposalId, second.proposalId]);
    });

    it('are not those nobody has said yes to, that are approved, or that are closed', async () => {
      const asked = newProposal();
      await stored(database);
      await ask(NOW, { ...asked, approval: approvalOf(asked) });
      await ask(NOW, { status: 'REJECTED' });
      await claimed(database, { approvalAskedAtMs: NOW });
      expect(await waiting()).toEqual([]);
    });

    it('are those whose approval is used or was for something else', async () => {
      const [used, amended] = [newProposal(), newProposal()];
      await ask(NOW + 1, { ...used, approval: { ...approvalOf(used), usedAtMs: NOW + 4 } });
      await ask(NOW + 2, { ...amended, approval: { ...approvalOf(amended), revision: 7 } });
      expect(await waiting()).toEqual([used.proposalId, amended.proposalId]);
    });

    it('are those only whose minutes are not over', async () => {
      const endless = await ask(NOW + 1, { expiresAtMs: null });
      const limited = await ask(NOW + 2);
      expect(await waiting(10, EXPIRY - 1)).toEqual([endless.proposalId, limited.proposalId]);
      expect(await waiting(10, EXPIRY)).toEqual([endless.proposalId]);
    });
  });

  describe('while one is at work', () => {
    const progress = { completedMethods: 1, result: { charge: 'P1' } };

    it('keep how far it got', async () => {
      const proposal = await claimed(database);
      await claims.checkpoint({ ...proposal, ...progress }, OWNER);
      expect(await storedNow(database, proposal)).toEqual({ ...proposal, ...progress });
    });

    it('keep nothing from a process whose claim was taken over, or that has none', async () => {
      const [other, open] = [await claimed(database), await stored(database)];
      await claims.checkpoint({ ...other, ...progress }, 'p2.turn');
      await claims.checkpoint({ ...open, ...progress }, OWNER);
      expect(await storedNow(database, other)).toEqual(other);
      expect(await storedNow(database, open)).toEqual(open);
    });
  });

  describe('when the outcome is known', () => {
    const end = { turn: 3, epochMs: NOW + 9 };

    it('store it, and give the claim back', async () => {
      const proposal = await claimed(database);
      const progress: Proposal = { ...proposal, completedMethods: 2, result: { ref: 'X' }, error: 'once slow' };
      const executed = closed(progress, 'SUCCEED', null, end);
      expect(await claims.storeOutcome(executed, OWNER, NOW + 9)).toBe(true);
      expect(await storedNow(database, proposal)).toEqual(executed);
      expect(await claimOn(database, proposal)).toEqual({ owner: null, expiresAtMs: null });
      expect(await toldOf(database, proposal)).toMatchObject([
        { event: 'EXECUTED', turn: 3, occurredAt: new Date(NOW + 9).toISOString() },
      ]);
    });

    it('store none of a process whose claim was taken over, and tell nobody', async () => {
      const proposal = await claimed(database);
      const failed = closed(proposal, 'FAIL', 'HANDLER_FAILED', end);
      expect(await claims.storeOutcome(failed, 'p2.turn', NOW)).toBe(false);
      expect(await storedNow(database, proposal)).toEqual(proposal);
      expect(await toldOf(database, proposal)).toEqual([]);
    });

    it('store it in the place of the doubt, where its process was taken for dead', async () => {
      const proposal = await held(database);
      const executed = closed({ ...proposal, error: null }, 'SUCCEED', null, end);
      expect(await claims.storeOutcome({ ...executed, attempts: 2 }, OWNER, NOW)).toBe(false);
      expect(await claims.storeOutcome(executed, OWNER, NOW)).toBe(true);
      expect(await storedNow(database, proposal)).toEqual(executed);
    });

    it('keep the claim of one that is to be begun again, until then', async () => {
      const proposal = await claimed(database);
      const again = { againAtMs: NOW + 7 };
      expect(await claims.storeOutcome({ ...proposal, error: 'lost' }, OWNER, NOW, again)).toBe(true);
      expect(await claimOn(database, proposal)).toEqual({ owner: OWNER, expiresAtMs: NOW + 7 });
    });

    it('store it once', async () => {
      const failed = closed(await claimed(database), 'FAIL', 'HANDLER_FAILED', end);
      expect(await claims.storeOutcome(failed, OWNER, NOW)).toBe(true);
      expect(await claims.storeOutcome(failed, OWNER, NOW)).toBe(false);
    });

    it('know it again, and no other outcome, attempt or claim', async () => {
      const proposal = await claimed(database);
      const executed = closed(proposal, 'SUCCEED', null, end);
      expect(await claims.hasOutcome(proposal)).toBe(false);
      await claims.storeOutcome(executed, OWNER, NOW);
      expect(await claims.hasOutcome(executed)).toBe(true);
      const others = [
        closed(proposal, 'FAIL', 'HANDLER_FAILED', end),
        closed(proposal, 'SUCCEED', null, { ...end, epochMs: NOW + 10 }),
        { ...executed, attempts: 2 },
      ];
      for (const other of others) expect(await claims.hasOutcome(other)).toBe(false);
    });

    it('is written once where the answer to that is lost, and not taken for an outcome of somebody else', async () => {
      const executed = closed(await claimed(database), 'SUCCEED', null, end);
      const write = (owner: string) => {
        const lossy = new ProposalClaims(losingAnAnswer(database.database), TOLD);
        const writer = new OutcomeWriter(lossy, systemClock, new Troubles());
        return writer.write({ proposal: executed, owner }, AbortSignal.timeout(10_000));
      };
      expect(await write('p2.turn')).toBe(false);
      expect(await write(OWNER)).toBe(true);
      expect(await storedNow(database, executed)).toEqual(executed);
      expect(await toldOf(database, executed)).toHaveLength(1);
    });

    it.each(['X1', '7', 'null', '', 5, true, null, ['X1'], { ref: 'X1' }])(
      'keep a result of %j as it is',
      async (result) => {
        const proposal = await claimed(database);
        await claims.storeOutcome({ ...closed(proposal, 'SUCCEED', null, end), result }, OWNER, NOW);
        expect(await storedNow(database, proposal)).toMatchObject({ result });
      },
    );

    it.each<[string, Partial<Proposal>, number]>([
      ['in which it was claimed', {}, 2],
      ['in which it was asked, where none is known', { inProgressTurn: null }, 1],
    ])('tell of one that is held as of the turn %s', async (_which, change, turn) => {
      const proposal = await claimed(database);
      await claims.storeOutcome({ ...proposal, ...change, reason: 'INTERRUPTED' }, OWNER, NOW);
      expect(await toldOf(database, proposal)).toMatchObject([{ event: 'IN_DOUBT', reason: 'INTERRUPTED', turn }]);
    });
  });

  it('tell of a claim, and of nothing where nobody is to be told', async () => {
    const proposal = await stored(database);
    await claimIt(proposal);
    expect(await toldOf(database, proposal)).toMatchObject([
      { event: 'IN_PROGRESS', status: 'IN_PROGRESS', turn: 2, occurredAt: new Date(NOW + 5).toISOString() },
    ]);
    const silent = await claimed(database);
    expect(await toldOf(database, silent)).toEqual([]);
  });

  describe('whose minutes are over', () => {
    const overdue = async (nowMs: number, limit = 10) =>
      (await sweep.overdue(nowMs, limit)).map(({ place }) => place.proposalId);

    it('are listed by when they were due, so many at most', async () => {
      const [second, first] = [
        await stored(database, { expiresAtMs: NOW + 20 }),
        await stored(database, { expiresAtMs: NOW + 10 }),
      ];
      expect(await overdue(NOW + 9)).toEqual([]);
      expect(await overdue(NOW + 10)).toEqual([first.proposalId]);
      expect(await overdue(NOW + 20)).toEqual([first.proposalId, second.proposalId]);
      expect(await overdue(NOW + 20, 1)).toEqual([first.proposalId]);
    });

    it('are open ones with a clock that runs', async () => {
      await stored(database, { expiresAtMs: null });
      await stored(database, { status: 'EXPIRED' });
      await claimed(database);
      expect(await overdue(EXPIRY + MINUTE)).toEqual([]);
    });

    it('are closed while they are as they were', async () => {
      const proposal = await stored(database);
      const expired = closed(proposal, 'EXPIRE', 'TTL_MINUTES', { turn: 2, epochMs: EXPIRY });
      expect(await proposals.closeOpen(expired, { turn: 2, epochMs: EXPIRY })).toBe(true);
      expect(await storedNow(database, proposal)).toEqual(expired);
      expect(await toldOf(database, proposal)).toMatchObject([
        { event: 'EXPIRED', reason: 'TTL_MINUTES', turn: 2, occurredAt: new Date(EXPIRY).toISOString() },
      ]);
      expect(await proposals.closeOpen(expired, now)).toBe(false);
    });

    it('are not closed when they were amended or claimed meanwhile', async () => {
      const shown = newProposal();
      const amended = amendProposal(
        shown,
        { arguments: { orderId: '8' }, shown: null },
        { ttlTurns: 3, ttlMinutes: 30 },
        now,
      );
      const atWork = await claimed(database);
      await stored(database, amended);
      const late = { turn: 2, epochMs: EXPIRY + MINUTE };
      expect(await proposals.closeOpen(closed(shown, 'EXPIRE', 'TTL_MINUTES', late), late)).toBe(false);
      expect(await proposals.closeOpen({ ...atWork, status: 'EXPIRED' }, late)).toBe(false);
      expect(await storedNow(database, amended)).toEqual(amended);
      expect(await storedNow(database, atWork)).toEqual(atWork);
      expect(await toldOf(database, amended)).toEqual([]);
    });
  });

  describe('that a process has left behind', () => {
    const abandoned = async (nowMs: number, limit = 10) =>
      (await sweep.abandoned(nowMs, limit)).map(({ place }) => place.proposalId);
    const takeOver = (proposal: Proposal, nowMs: number, owner = OWNER, begins = false) =>
      claims.takeOver(proposal, { owner, expiresAtMs: NOW + 3 * MINUTE }, nowMs, begins);

    it('are listed by when their claim ran out, so many at most', async () => {
      const [second, first] = [await claimed(database, {}, NOW + 20), await claimed(database, {}, NOW + 10)];
      await stored(database);
      await held(database);
      expect(await abandoned(NOW + MINUTE + 9)).toEqual([]);
      expect(await abandoned(NOW + MINUTE + 10)).toEqual([first.proposalId]);
      expect(await abandoned(NOW + MINUTE + 20)).toEqual([first.proposalId, second.proposalId]);
      expect(await abandoned(NOW + MINUTE + 20, 1)).toEqual([first.proposalId]);
    });

    it('are not listed while the lease lives under which they were claimed', async () => {
      const proposal = await claimed(database, {}, NOW);
      const lives = 'UPDATE ce_conversation SET lease_expires_at = $1 WHERE conversation_id = $2';
      await database.database.query(lives, [NOW + 2 * MINUTE, proposal.conversationId]);
      expect(await abandoned(NOW + MINUTE)).not.toContain(proposal.proposalId);
      await giveLeaseTo(database, proposal, 'p2.turn');
      expect(await abandoned(NOW + MINUTE)).toContain(proposal.proposalId);
    });

    it('are listed page by page', async () => {
      const found = await sweep.abandoned(NOW + 9 * MINUTE, 2);
      const after = await sweep.abandoned(NOW + 9 * MINUTE, 1_000, found.at(-1)?.place);
      const all = await sweep.abandoned(NOW + 9 * MINUTE, 1_000);
      expect([...found, ...after]).toEqual(all);
    });

    it('are taken over when the claim has run out, by one only', async () => {
      const proposal = await claimed(database);
      expect(await takeOver(proposal, NOW + MINUTE - 1)).toBeUndefined();
      expect(await takeOver(proposal, NOW + MINUTE)).toEqual(proposal);
      expect(await claimOn(database, proposal)).toEqual({ owner: OWNER, expiresAtMs: NOW + 3 * MINUTE });
      expect(await takeOver(proposal, NOW + MINUTE)).toBeUndefined();
    });

    it('count as one more attempt where they will be run again', async () => {
      const proposal = await claimed(database);
      expect(await takeOver(proposal, NOW + MINUTE, OWNER, true)).toMatchObject({ attempts: 2 });
    });

    it('are not taken over by who knows an earlier attempt only', async () => {
      const proposal = await claimed(database);
      expect(await takeOver({ ...proposal, attempts: 0 }, NOW + MINUTE)).toBeUndefined();
    });

    it('are left to whoever holds the conversation', async () => {
      const proposal = await claimed(database);
      expect(await takeOver(proposal, NOW + MINUTE, 'p2.turn')).toBeUndefined();
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });
  });

  describe('that runs of workflows have asked', () => {
    /** A run that waits for the answer to a question, which is closed already, since the earliest moment or later. */
    const askedBy = async (status: string, sinceMs: number) => {
      const asked = await stored(database, { status: 'REJECTED', actionRef: 'run-approval:k.1:price' });
      await database.database.query(
        `INSERT INTO ce_workflow_run (conversation_id, run_id, workflow, status, arguments_json, started_at_ms, deadline_ms)
         VALUES ($1, 'k.1', 'book', $2, '{}', 0, 0)`,
        [asked.conversationId, status],
      );
      await database.database.query(
        `INSERT INTO ce_workflow_step (conversation_id, run_id, step, step_no, kind, status, started_at_ms)
         VALUES ($1, 'k.1', 'price', 0, 'APPROVAL', 'WAITING', $2)`,
        [asked.conversationId, sinceMs],
      );
      return asked;
    };

    it('are told to those that can still be told, and do not wait behind those that have ended', async () => {
      for (const ended of ['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED']) await askedBy(ended, NOW);
      const alive = [];
      for (const status of ['HELD', 'WAITING', 'RUNNING']) alive.push(await askedBy(status, NOW + 1 + alive.length));
      expect(await proposals.answeredRuns(3)).toEqual(alive);
    });
  });

  describe('that are held', () => {
    it('are listed oldest first, so many at most', async () => {
      const [second, first] = [await held(database, NOW + 20), await held(database, NOW + 10)];
      await claimed(database);
      await stored(database);
      expect(await doubts.list(10)).toEqual([first, second]);
      expect(await doubts.list(1)).toEqual([first]);
    });

    it('are found by their id, and no other is', async () => {
      const [proposal, atWork] = [await held(database), await claimed(database)];
      await held(database);
      expect(await doubts.find(proposal.proposalId)).toEqual(proposal);
      expect(await doubts.find(atWork.proposalId)).toBeUndefined();
    });

    it('become what an operator has found out, once', async () => {
      const proposal = await held(database);
      const settled: Proposal = {
        ...closed(proposal, 'SUCCEED', 'SETTLED_BY_OPERATOR', { turn: 2, epochMs: NOW + 8 }),
        result: { ref: 'by phone' },
      };
      expect(await doubts.settle(settled, { turn: 2, epochMs: NOW + 8 })).toBe(true);
      expect(await storedNow(database, proposal)).toEqual(settled);
      expect(await toldOf(database, proposal)).toMatchObject([{ event: 'EXECUTED', reason: 'SETTLED_BY_OPERATOR' }]);
      expect(await doubts.settle(settled, now)).toBe(false);
    });

    it('are not those that are still at work', async () => {
      const proposal = await claimed(database);
      expect(await doubts.settle(closed(proposal, 'SUCCEED', 'SETTLED_BY_OPERATOR', now), now)).toBe(false);
      expect(await storedNow(database, proposal)).toEqual(proposal);
    });
  });
});

/** A database that does what it is asked first, and whose connection breaks before it says so. */
function losingAnAnswer(database: Database): Database {
  let hasLost = false;
  const losing = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    if (hasLost) return given;
    hasLost = true;
    throw new EngineError('DATABASE_UNAVAILABLE', 'The database cannot be reached.');
  };
  return {
    dialect: database.dialect,
    cipher: database.cipher,
    pool: null,
    keepsTenantsApart: () => database.keepsTenantsApart(),
    query: (sql, parameters) => losing(database.query(sql, parameters)),
    transaction: (work) => losing(database.transaction(work)),
    check: () => database.check(),
    close: () => database.close(),
  };
}
