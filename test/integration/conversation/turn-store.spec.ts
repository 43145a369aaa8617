import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  createTurnStore,
  MessageArrivals,
  type TurnCommit,
  type TurnOwner,
  type TurnStore,
} from '../../../src/engine/conversation/index.js';
import {
  type Proposal,
  ProposalClaims,
  type ProposalEvent,
  proposalEvent,
} from '../../../src/engine/pending-action/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { CONSENTED, openedProposal, QUIET } from '../../helpers/proposals.js';

const NOW = 1_700_000_000_000;
const lease = (conversationId: string, owner: string) => ({ conversationId, owner, expiresAtMs: NOW + 60_000 });
const draft = { stage: 'USER_INPUT', payloadText: '{"text":"hi"}', createdAtMs: NOW };

describeOnEachDatabase('a turn store', (open) => {
  let database: TestDatabase;
  let store: TurnStore;
  beforeAll(async () => {
    database = await open();
    store = createTurnStore(database.database);
  });

  interface Opening {
    readonly arrivalNo?: number;
    readonly idempotencyKey?: string;
    readonly nowMs?: number;
    readonly of?: TurnOwner;
    readonly isKnown?: true;
  }
  const start = (conversationId: string, owner: string, more: Opening = {}) =>
    store.open({
      lease: lease(conversationId, owner),
      process: owner.split('.')[0] ?? '',
      nowMs: more.nowMs ?? NOW,
      idempotencyKey: more.idempotencyKey ?? null,
      historyTurns: 2,
      arrivalNo: more.arrivalNo,
      owner: more.of,
      ...(more.isKnown && { isKnown: true }),
    });
  const commit = (conversationId: string, owner: string, turnNo: number, more: Partial<TurnCommit> = {}) =>
    store.commit({
      lease: lease(conversationId, owner),
      nowMs: NOW,
      turnNo,
      status: 'RUNNING',
      intent: 'ORDER',
      state: 'CONFIRM',
      context: { orderId: '7017' },
      userText: `message ${turnNo}`,
      assistant: { type: 'TEXT', value: `reply ${turnNo}` },
      audit: [draft, { ...draft, stage: 'ENGINE_RETURN' }],
      firstAuditId: (turnNo - 1) * 2 + 1,
      previousHash: null,
      handover: null,
      proposals: [],
      events: [],
      reply: null,
      ...more,
    });
  const proposalFor = (conversationId: string): Proposal =>
    openedProposal({ conversationId }, { turn: 1, epochMs: NOW });

  const eventOf = (proposal: Proposal): ProposalEvent[] =>
    [proposalEvent(undefined, proposal, { turn: 1, epochMs: NOW })].filter((event) => event !== undefined);
  const toldOf = (id: string) =>
    database.database.query('SELECT event_id FROM ce_outbox_event WHERE conversation_id = $1', [id]);

  /** How many statements wait for another transaction. */
  const countWaiting = async () => {
    const where = `datname = current_database() AND wait_event_type = 'Lock'`;
    return (await database.database.query(`SELECT pid FROM pg_stat_activity WHERE ${where}`)).length;
  };

  it('creates a conversation at its first turn, and gives the next turn what this one stored', async () => {
    const id = randomUUID();
    const first = await start(id, 'p1.a');
    expect(first).toMatchObject({ outcome: 'opened', conversation: { isNew: true, turnNo: 0, intent: 'UNKNOWN' } });
    const proposal = proposalFor(id);
    expect(await commit(id, 'p1.a', 1, { proposals: [proposal] })).toBe(true);
    expect(await start(id, 'p1.b')).toEqual({
      outcome: 'opened',
      conversation: {
        conversationId: id,
        kind: 'CHAT',
        user: null,
        status: 'RUNNING',
        intent: 'ORDER',
        state: 'CONFIRM',
        context: { orderId: '7017' },
        lastUserText: 'message 1',
        lastAssistant: { type: 'TEXT', value: 'reply 1' },
        turnNo: 1,
        lastAuditId: 2,
        lastRecordHash: expect.stringMatching(/^[\w-]{43}$/),
        handover: null,
        isNew: false,
      },
      seenTurn: 1,
      firstSeenTurn: null,
      proposals: [proposal],
      history: [{ turnNo: 1, user: 'message 1', assistant: 'reply 1' }],
      runs: [],
      schedules: [],
    });
  });

  it('gives a turn the workflows that are at work, and those that ended until one has told it', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    const columns = 'conversation_id, run_id, workflow, arguments_json, status, due_at_ms, started_at_ms, deadline_ms';
    const add = (runId: string, status: string, dueAtMs: number | null, more: readonly unknown[]) =>
      database.database.query(
        `INSERT INTO ce_workflow_run (${columns}, result_json, ended_at_ms)
         VALUES ($1, $2, 'journey', '{"to": "Rome"}', $3, $4, $5, $5, $6, $7)`,
        [id, runId, status, dueAtMs, NOW, ...more],
      );
    await add('waiting', 'WAITING', NOW + 1, [null, null]);
    await add('done', 'DONE', null, ['{"result": 7}', NOW]);
    await add('left', 'RUNNING', null, [null, null]);
    expect(await commit(id, 'p1.a', 1)).toBe(true);
    const seen = async (owner: string) => {
      const opened = await start(id, owner, { nowMs: NOW + 10_000 });
      return 'runs' in opened ? Object.fromEntries(opened.runs.map((run) => [run.runId, run])) : {};
    };
    expect(await seen('p1.b')).toMatchObject({
      waiting: { status: 'WAITING', workflow: 'journey', arguments: { to: 'Rome' }, isUnclear: false },
      done: { status: 'DONE', result: 7 },
      left: { status: 'INTERRUPTED', error: 'The process ended while it was at work.' },
    });
    expect(await commit(id, 'p1.other', 2, { toldRuns: ['done'] })).toBe(false);
    expect(await commit(id, 'p1.b', 2, { toldRuns: ['done', 'left'] })).toBe(true);
    expect(Object.keys(await seen('p1.c'))).toEqual(['waiting']);
  });

  it('gives the conversation of a user to nobody else, held or free, and begins none for who may not', async () => {
    const [ann, bob] = [
      { user: 'ann', mayBegin: true },
      { user: 'bob', mayBegin: false },
    ];
    const id = randomUUID();
    expect(await start(id, 'p1.b', { of: bob })).toEqual({ outcome: 'not-theirs' });
    expect(await start(id, 'p1.a', { of: ann })).toMatchObject({ conversation: { user: 'ann', isNew: true } });
    expect(await start(id, 'p2.b', { of: bob })).toEqual({ outcome: 'not-theirs' });
    expect(await start(id, 'p2.a', { of: ann })).toMatchObject({ outcome: 'busy' });
    const reply = { idempotencyKey: 'key', requestHash: 'hash', httpStatus: 200, responseText: '{}' };
    expect(await commit(id, 'p1.a', 1, { reply })).toBe(true);
    for (const of of [bob, { ...bob, mayBegin: true }]) {
      expect(await start(id, 'p2.b', { of, idempotencyKey: 'key' })).toEqual({ outcome: 'not-theirs' });
    }
    expect(await start(id, 'p2.a', { of: { ...ann, mayBegin: false } })).toMatchObject({ outcome: 'opened' });
    const nobodys = randomUUID();
    await start(nobodys, 'p1.a');
    expect(await commit(nobodys, 'p1.a', 1)).toBe(true);
    expect(await start(nobodys, 'p1.b', { of: ann })).toEqual({ outcome: 'not-theirs' });
    expect(await start(id, 'p2.c', { nowMs: NOW + 3_600_000 })).toMatchObject({ conversation: { user: 'ann' } });
  });

  it('gives work beside turns the conversations that are there and free, and begins none', async () => {
    const id = randomUUID();
    const beside = { isKnown: true } as const;
    expect(await start(id, 'p1.a', beside)).toEqual({ outcome: 'gone' });
    await start(id, 'p1.a');
    expect(await start(id, 'p2.a', beside)).toEqual({ outcome: 'busy', seenTurn: 0 });
    const proposal = proposalFor(id);
    await commit(id, 'p1.a', 1, { proposals: [proposal] });
    expect(await start(id, 'p2.a', beside)).toMatchObject({ outcome: 'opened', proposals: [proposal] });
    expect(await start(id, 'p3.a')).toEqual({ outcome: 'busy', seenTurn: 1 });
    const arrivals = new MessageArrivals(database.database, { now: () => NOW });
    await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p3', waitMs: 1_000 });
    expect(await start(id, 'p2.b', beside)).toEqual({ outcome: 'busy', seenTurn: 1 });
    expect(await start(id, 'p2.b', { ...beside, nowMs: NOW + 60_000 })).toMatchObject({ outcome: 'opened' });
  });

  it('remembers what a message of a failed turn could have answered, for its repetition', async () => {
    const id = randomUUID();
    await start(id, 'p1.a', { idempotencyKey: 'k' });
    const failed = { lease: lease(id, 'p1.a'), nowMs: NOW, turnNo: 1, audit: [], firstAuditId: 1, previousHash: null };
    await store.fail({ ...failed, arrived: { idempotencyKey: 'k', seenTurn: 0 } });
    await start(id, 'p1.b');
    await commit(id, 'p1.b', 2);
    expect(await start(id, 'p1.c', { idempotencyKey: 'k' })).toMatchObject({ seenTurn: 2, firstSeenTurn: 0 });
  });

  it('remembers it also where a message that waits takes the same number in that moment', async () => {
    const id = randomUUID();
    await start(id, 'p1.a', { idempotencyKey: 'k' });
    const failed = { lease: lease(id, 'p1.a'), nowMs: NOW, turnNo: 1, audit: [], firstAuditId: 1, previousHash: null };
    const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const taking = database.database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO ce_message_arrival (conversation_id, arrival_no, process, seen_turn, waits_until_ms, arrived_at_ms)
         VALUES ($1, 1, 'p2', 0, $2, $3)`,
        [id, NOW + 1_000, NOW],
      );
      taken.resolve();
      await over.promise;
    });
    await taken.promise;
    const failing = store.fail({ ...failed, arrived: { idempotencyKey: 'k', seenTurn: 0 } });
    if (database.dialect === 'postgres') await expect.poll(() => countWaiting()).toBe(1);
    over.resolve();
    await taking;
    expect(await failing).toBe(true);
    const nowMs = NOW + 2_000;
    await start(id, 'p1.b', { nowMs });
    await commit(id, 'p1.b', 2);
    expect(await start(id, 'p1.c', { idempotencyKey: 'k', nowMs })).toMatchObject({ seenTurn: 2, firstSeenTurn: 0 });
  });

  it('lets the messages that wait go first, in the order in which they came', async () => {
    const id = randomUUID();
    const arrivals = new MessageArrivals(database.database, { now: () => NOW });
    await start(id, 'p1.a');
    const first = await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p3', waitMs: 1_000 });
    const second = await arrivals.note({ conversationId: id, idempotencyKey: 'k', process: 'p2', waitMs: 1_000 });
    await commit(id, 'p1.a', 1);
    const open = (owner: string, arrivalNo?: number) =>
      store.open({
        lease: lease(id, owner),
        process: owner.split('.')[0] ?? '',
        nowMs: NOW,
        idempotencyKey: null,
        historyTurns: 0,
        arrivalNo,
      });
    expect(await open('p4.late')).toEqual({ outcome: 'busy', seenTurn: 1 });
    expect(await open('p2.second', second.arrivalNo)).toEqual({ outcome: 'busy', seenTurn: 1 });
    expect(await open('p3.first', first.arrivalNo)).toMatchObject({ outcome: 'opened' });
    await commit(id, 'p3.first', 2);
    expect(await open('p4.late')).toEqual({ outcome: 'busy', seenTurn: 2 });
    await arrivals.giveUp(second);
    expect(await open('p4.late')).toMatchObject({ outcome: 'opened', seenTurn: 2 });
    expect([first.seenTurn, second.seenTurn]).toEqual([0, 0]);
  });

  it('lets a process answer its messages in its own order, when it is its turn', async () => {
    const id = randomUUID();
    const arrivals = new MessageArrivals(database.database, { now: () => NOW });
    await start(id, 'p1.a');
    await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p2', waitMs: 1_000 });
    const others = await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p3', waitMs: 1_000 });
    const next = await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p2', waitMs: 1_000 });
    await commit(id, 'p1.a', 1);
    const open = (owner: string, arrivalNo: number) => start(id, owner, { arrivalNo });
    expect(await open('p3.others', others.arrivalNo)).toEqual({ outcome: 'busy', seenTurn: 1 });
    expect(await open('p2.next', next.arrivalNo)).toMatchObject({ outcome: 'opened' });
  });

  it('gives messages that come at once a place each', async () => {
    const id = randomUUID();
    const arrivals = new MessageArrivals(database.database, { now: () => NOW });
    const noted = await Promise.all(
      Array.from({ length: 20 }, () =>
        arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p1', waitMs: 1_000 }),
      ),
    );
    expect(noted.map(({ arrivalNo }) => arrivalNo).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('gives the newest turns of the history, newest first', async () => {
    const id = randomUUID();
    for (const turnNo of [1, 2, 3]) {
      await start(id, `p1.${turnNo}`);
      await commit(id, `p1.${turnNo}`, turnNo);
    }
    expect(await start(id, 'p1.x')).toMatchObject({ history: [{ turnNo: 3 }, { turnNo: 2 }] });
  });

  it('is busy while another process holds the conversation, until its lease runs out', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    expect(await start(id, 'p2.a')).toEqual({ outcome: 'busy', seenTurn: 0 });
    expect(await start(id, 'p2.a', { nowMs: NOW + 60_000 })).toMatchObject({ outcome: 'opened' });
  });

  it('takes over at once what its own process has left behind', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    expect(await start(id, 'p1.b')).toMatchObject({ outcome: 'opened' });
  });

  it('writes nothing of a turn whose lease was taken over', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    await start(id, 'p2.a', { nowMs: NOW + 60_000 });
    const proposal = proposalFor(id);
    expect(await commit(id, 'p1.a', 1, { proposals: [proposal], events: eventOf(proposal) })).toBe(false);
    for (const table of ['ce_turn_record', 'ce_conversation_history', 'ce_action_proposal', 'ce_outbox_event']) {
      const rows = await database.database.query(`SELECT 1 FROM ${table} WHERE conversation_id = $1`, [id]);
      expect(rows).toEqual([]);
    }
  });

  it('answers a repeated key with the stored bytes, and leaves the conversation free', async () => {
    const id = randomUUID();
    await start(id, 'p1.a', { idempotencyKey: 'k1' });
    const reply = { idempotencyKey: 'k1', requestHash: 'h', httpStatus: 200, responseText: '{"a":  1}' };
    await commit(id, 'p1.a', 1, { reply });
    expect(await start(id, 'p2.b', { idempotencyKey: 'k1' })).toEqual({
      outcome: 'repeated',
      reply: { requestHash: 'h', httpStatus: 200, responseText: '{"a":  1}' },
    });
    expect(await start(id, 'p3.c', { idempotencyKey: 'k2' })).toMatchObject({ outcome: 'opened' });
  });

  it.each([
    { hasReply: false, hasAction: false, isTold: false },
    { hasReply: true, hasAction: false, isTold: false },
    { hasReply: false, hasAction: true, isTold: false },
    { hasReply: true, hasAction: true, isTold: false },
    { hasReply: false, hasAction: true, isTold: true },
    { hasReply: true, hasAction: true, isTold: true },
  ])('stores what a turn has, and nothing else: %o', async ({ hasReply, hasAction, isTold }) => {
    const id = randomUUID();
    const proposal = proposalFor(id);
    const reply = { idempotencyKey: 'k1', requestHash: 'h', httpStatus: 200, responseText: '{}' };
    await start(id, 'p1.a');
    await commit(id, 'p1.a', 1, {
      proposals: hasAction ? [proposal] : [],
      events: isTold ? eventOf(proposal) : [],
      reply: hasReply ? reply : null,
    });
    expect(await start(id, 'p1.b')).toMatchObject({ outcome: 'opened', proposals: hasAction ? [proposal] : [] });
    expect(await toldOf(id)).toHaveLength(isTold ? 1 : 0);
    const sql = 'SELECT idempotency_key, response_text FROM ce_turn_reply WHERE conversation_id = $1';
    const kept = hasReply ? [{ idempotency_key: 'k1', response_text: '{}' }] : [];
    expect(await database.database.query(sql, [id])).toEqual(kept);
  });

  it('gives what was asked together with an open action and is closed', async () => {
    const id = randomUUID();
    const [open, other, answered] = [proposalFor(id), proposalFor(id), proposalFor(id)];
    await start(id, 'p1.a');
    await commit(id, 'p1.a', 1, { proposals: [open, other, answered] });
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'REJECTED', closed_turn = 1, closed_at_ms = $2 WHERE proposal_id = $1`,
      [answered.proposalId, NOW],
    );
    const opened = await start(id, 'p1.b');
    const given = opened.outcome === 'opened' ? opened.proposals.map(({ proposalId }) => proposalId) : [];
    expect(new Set(given)).toEqual(new Set([open.proposalId, other.proposalId, answered.proposalId]));
  });

  it('keeps the number and the audit of a turn that failed, and nothing else', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    const failure = { ...draft, stage: 'ENGINE_KNOWN_FAILURE' };
    expect(
      await store.fail({
        lease: lease(id, 'p1.a'),
        nowMs: NOW,
        turnNo: 1,
        audit: [failure],
        firstAuditId: 1,
        previousHash: null,
      }),
    ).toBe(true);
    expect(await start(id, 'p2.a')).toMatchObject({
      conversation: { turnNo: 1, lastAuditId: 1, intent: 'UNKNOWN', context: {} },
      history: [],
    });
  });

  it('never overwrites an action that is not open any more, and tells nobody that it did', async () => {
    const id = randomUUID();
    const proposal = proposalFor(id);
    await start(id, 'p1.a');
    await commit(id, 'p1.a', 1, { proposals: [proposal], events: eventOf(proposal) });
    await database.database.query(`UPDATE ce_action_proposal SET status = 'EXECUTED' WHERE proposal_id = $1`, [
      proposal.proposalId,
    ]);
    await start(id, 'p1.b');
    const changed = { ...proposal, arguments: { orderId: '8' } };
    await commit(id, 'p1.b', 2, { proposals: [changed], events: eventOf(changed) });
    const [row] = await database.database.query('SELECT status FROM ce_action_proposal WHERE proposal_id = $1', [
      proposal.proposalId,
    ]);
    expect(row).toEqual({ status: 'EXECUTED' });
    expect(await toldOf(id)).toHaveLength(1);
  });

  it('gives an action whose result is bare text', async () => {
    const id = randomUUID();
    const proposal = proposalFor(id);
    await start(id, 'p1.a');
    await commit(id, 'p1.a', 1, { proposals: [proposal] });
    await start(id, 'p1.b');
    const claims = new ProposalClaims(database.database, QUIET);
    const claim = { owner: 'p1.b', expiresAtMs: NOW };
    const claimed = await claims.claim(proposal, claim, { turn: 2, epochMs: NOW }, CONSENTED);
    if (!claimed) throw new Error('not claimed');
    await claims.storeOutcome({ ...claimed, status: 'EXECUTED', closedAtMs: NOW, result: 'X1' }, 'p1.b', NOW);
    expect(await start(id, 'p1.c')).toMatchObject({ proposals: [{ status: 'EXECUTED', result: 'X1' }] });
  });

  it('sees what the turn before it has stored, also when it had to wait for it', async () => {
    const id = randomUUID();
    await start(id, 'p1.0');
    await commit(id, 'p1.0', 1);
    for (let turnNo = 2; turnNo < 30; turnNo += 1) {
      await start(id, `p1.${turnNo}`);
      const reply = { idempotencyKey: `k${turnNo}`, requestHash: 'h', httpStatus: 200, responseText: `${turnNo}` };
      const [, raced] = await Promise.all([
        commit(id, `p1.${turnNo}`, turnNo, { reply }),
        start(id, `p2.${turnNo}`, { idempotencyKey: `k${turnNo}` }),
      ]);
      if (raced.outcome !== 'busy') expect(raced).toMatchObject({ outcome: 'repeated' });
    }
  });

  it('stores what no database stores as it is: NUL characters and half surrogate pairs', async () => {
    const id = randomUUID();
    await start(id, 'p1.a');
    expect(await commit(id, 'p1.a', 1, { context: { odd: 'a\0b\ud800c' } })).toBe(true);
    expect(await start(id, 'p1.b')).toMatchObject({ conversation: { context: { odd: 'ab\ufffdc' } } });
  });
});
