import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConversationReader,
  createTurnStore,
  LateQuestions,
  LeaseRenewer,
  LostReplies,
  MessageArrivals,
  type TurnCommit,
  type TurnStore,
} from '../../src/engine/conversation/index.js';
import type { FlowService } from '../../src/engine/flow/index.js';
import { countOpenWork } from '../../src/engine/flow-check/index.js';
import {
  ActionLedger,
  ActionList,
  ConversationLedger,
  ConversationList,
  HandoverList,
  ModelCallList,
  RecordedDeliveries,
} from '../../src/engine/ledger/index.js';
import {
  beginSchedule,
  closed,
  type Proposal,
  ProposalApprovals,
  ProposalClaims,
  ProposalRepository,
  ProposalSweep,
  ProposalsInDoubt,
  proposalEvent,
  revokeSchedule,
  type Schedule,
  ScheduleRepository,
} from '../../src/engine/pending-action/index.js';
import { Eraser, SubjectExport } from '../../src/engine/privacy/index.js';
import { Pruner } from '../../src/engine/retention/index.js';
import { ShadowStore } from '../../src/engine/shadow/shadow-store.js';
import { RecordedConversations } from '../../src/interfaces/flow-replay/index.js';
import {
  AuditRelay,
  AuditRepository,
  AuditStream,
  conversationsIn,
  FeedbackRepository,
  hasStragglers,
  noteDropped,
  recordMonths,
  TurnRecordReader,
  verifyErasures,
  verifyRecords,
} from '../../src/platform/audit/index.js';
import { systemClock } from '../../src/platform/common/clock.js';
import { acrossTenants } from '../../src/platform/common/tenant.js';
import { Troubles } from '../../src/platform/common/troubles.js';
import { TextGuard } from '../../src/platform/detectors/index.js';
import { SqlLlmCallLog } from '../../src/platform/llm/sql-llm-call-log.js';
import { OutboxRepository } from '../../src/platform/outbox/outbox.repository.js';
import { type Database, LocalNotifications, type NotificationListener } from '../../src/platform/persistence/index.js';
import { SentMessages } from '../../src/tools/groups/notification/sent-messages.js';
import { RunLeases } from '../../src/tools/groups/workflow/rows/run-leases.js';
import { RunList } from '../../src/tools/groups/workflow/rows/run-list.js';
import { RunNewsStore } from '../../src/tools/groups/workflow/rows/run-news.js';
import { RunOutcomes } from '../../src/tools/groups/workflow/rows/run-outcomes.js';
import { RunRequests } from '../../src/tools/groups/workflow/rows/run-requests.js';
import { StepAnswers } from '../../src/tools/groups/workflow/rows/step-answers.js';
import { WorkflowSteps } from '../../src/tools/groups/workflow/rows/workflow-steps.js';
import { CONSENTED, openedProposal, QUIET } from '../helpers/proposals.js';

/** A statement as the service has sent it, in the part of the service that it belongs to. */
export interface SentStatement {
  readonly part: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const TOLD = { webhooks: { url: 'http://127.0.0.1:9/' } };

/** A flow without secrets. */
const NO_FLOW = { definition: { secretSchemas: [] } } as unknown as FlowService;

type Settings = typeof TOLD;
const EVENT = { stage: 'USER_INPUT', payloadText: '{"text":"hi"}', createdAtMs: NOW };

/**
 * Has the service's own classes send every statement that is about conversations, on an empty database, and gives them.
 * A statement that this does not send is found by `distributed-sql.spec.ts`, which reads the sources too.
 */
export async function everyStatement(database: Database): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  let part = '';
  const recorded = recording(database, (sql, parameters = []) => sent.push({ part, sql, parameters }));
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    turn: () => turns(recorded),
    action: () => actions(recorded),
    keeper: () => keeper(recorded),
    schedules: () => schedules(recorded),
    outbox: () => outbox(recorded),
    lists: () => lists(recorded),
    ledger: () => ledger(recorded),
    audit: () => audit(recorded),
    records: () => records(recorded),
    shadows: () => shadows(recorded),
    workflows: () => workflows(recorded),
    retention: () => retention(recorded),
    privacy: () => privacy(recorded),
    replay: () => replay(recorded),
  };
  for (const [name, work] of Object.entries(parts)) {
    part = name;
    await work();
  }
  return sent;
}

/** What stands behind a recorded database. */
const originals = new WeakMap<Database, Database>();

/** Turns on SQLite are not recorded: their statements are for SQLite alone. */
function storeOn(database: Database): TurnStore {
  const original = originals.get(database);
  return createTurnStore(original?.dialect === 'sqlite' ? original : database);
}

/** The database, with somebody who sees what it is asked for. */
function recording(database: Database, see: (sql: string, parameters?: readonly unknown[]) => void): Database {
  const recorded: Database = {
    dialect: database.dialect,
    cipher: database.cipher,
    keepsTenantsApart: () => database.keepsTenantsApart(),
    query: (sql, parameters) => {
      see(sql, parameters);
      return database.query(sql, parameters);
    },
    transaction: (work) =>
      database.transaction((transaction) =>
        work({
          query: (sql, parameters) => {
            see(sql, parameters);
            return transaction.query(sql, parameters);
          },
        }),
      ),
    pool: null,
    check: () => database.check(),
    close: () => database.close(),
  };
  originals.set(recorded, database);
  return recorded;
}

function opening(conversationId: string, owner: string, idempotencyKey: string | null = null) {
  const process = owner.split('.')[0] ?? '';
  const lease = { conversationId, owner, expiresAtMs: NOW + MINUTE };
  return { lease, process, nowMs: NOW, idempotencyKey, historyTurns: 2 };
}

function ending(conversationId: string, owner: string, turnNo: number, more: Partial<TurnCommit> = {}): TurnCommit {
  return {
    lease: opening(conversationId, owner).lease,
    nowMs: NOW,
    turnNo,
    status: 'RUNNING',
    intent: 'ORDER',
    state: 'CONFIRM',
    context: {},
    userText: 'cancel it',
    handover: null,
    assistant: { type: 'TEXT', value: 'Really?' },
    audit: [EVENT],
    firstAuditId: turnNo,
    previousHash: null,
    proposals: [],
    events: [],
    reply: null,
    ...more,
  };
}

async function turns(database: Database): Promise<void> {
  const store = storeOn(database);
  const id = randomUUID();
  await store.open(opening(id, 'p1.a', 'key'));
  // Busy for another process; and for a place among those that wait.
  await store.open(opening(id, 'p2.a'));
  const arrivals = new MessageArrivals(database, { now: () => NOW });
  const arrival = await arrivals.note({ conversationId: id, idempotencyKey: 'other', process: 'p2', waitMs: MINUTE });
  const reply = { idempotencyKey: 'key', requestHash: 'hash', httpStatus: 200, responseText: '{}' };
  await store.commit(ending(id, 'p1.a', 1, { reply }));
  const asked = { ...openedProposal({ conversationId: id }, { turn: 1, epochMs: NOW }), askedAtMs: NOW };
  await new LateQuestions(database, { now: () => NOW + MINUTE }).note(ending(id, 'p1.a', 1, { proposals: [asked] }));
  await new LostReplies(database).note({ conversationId: id, turnNo: 1, reader: { kind: 'USER' } });
  // Of somebody else: for a user who may begin none by its id, and for one who may.
  for (const mayBegin of [false, true]) {
    await store.open({ ...opening(randomUUID(), 'p1.own'), owner: { user: 'ann', mayBegin } });
  }
  await new ConversationReader(database).isOf(id, 'ann');
  await new ConversationReader(database).tenantOf(id);
  await store.open({ ...opening(id, 'p2.b'), arrivalNo: arrival.arrivalNo });
  // As after a wait: the lease of the same process is still there. It reads again, and finds the stored reply.
  await store.open(opening(id, 'p2.c', 'key'));
  await store.open({ ...opening(id, 'p2.d'), isKnown: true });
  await store.fail({ ...ending(id, 'p2.d', 2), arrived: { idempotencyKey: 'third', seenTurn: 1 } });
  await arrivals.giveUp(
    await arrivals.note({ conversationId: id, idempotencyKey: null, process: 'p3', waitMs: MINUTE, seenTurn: 1 }),
  );
  await renewal(database, store);
}

async function renewal(database: Database, store: TurnStore): Promise<void> {
  const renewer = new LeaseRenewer(database, systemClock, { turn: { leaseMs: 60 } }, new Troubles());
  const { lease } = opening(randomUUID(), 'p1.long');
  const begun = { ...lease, expiresAtMs: Date.now() + 60 };
  await store.open({ ...opening(lease.conversationId, lease.owner), lease: begun, nowMs: Date.now() });
  const held = renewer.renew(begun);
  await sleep(60);
  held.release();
}

/** Stores an open proposal by a turn, and begins the next turn of its conversation. */
async function proposed(database: Database, settings: Settings = TOLD): Promise<Proposal> {
  const store = storeOn(database);
  const proposal = openedProposal({ conversationId: randomUUID() }, { turn: 1, epochMs: NOW });
  const event = proposalEvent(undefined, proposal, { turn: 1, epochMs: NOW });
  await store.open(opening(proposal.conversationId, 'p1.a'));
  const stored = { proposals: [proposal], events: event && settings.webhooks.url !== '' ? [event] : [] };
  await store.commit(ending(proposal.conversationId, 'p1.a', 1, stored));
  await store.open(opening(proposal.conversationId, 'p1.a'));
  return proposal;
}

async function claimed(database: Database, settings: Settings = TOLD): Promise<Proposal> {
  const claims = new ProposalClaims(database, settings);
  const claim = { owner: 'p1.a', expiresAtMs: NOW + 1 };
  const row = await claims.claim(await proposed(database, settings), claim, { turn: 2, epochMs: NOW }, CONSENTED);
  if (!row) throw new Error('The proposal could not be claimed.');
  return row;
}

async function actions(database: Database): Promise<void> {
  for (const settings of [TOLD, QUIET]) {
    const proposals = new ProposalRepository(database, settings);
    const approvals = new ProposalApprovals(database, settings);
    const claims = new ProposalClaims(database, settings);
    const now = { turn: 2, epochMs: NOW };
    const open = await proposed(database, settings);
    const { revision, argumentsHash, conversationId, proposalId } = open;
    const approval = { revision, argumentsHash, by: 'ann', note: '', atMs: NOW, usedAtMs: null };
    await approvals.approve(open, approval, now);
    await approvals.refuse(closed(open, 'DENY', 'NOT_APPROVED', now), now);
    await proposals.find(conversationId, proposalId);
    await proposals.toolCallsOf(conversationId);
    await proposals.closeOpen(closed(open, 'DENY', null, now), now);
    const begun = await claimed(database, settings);
    await claims.checkpoint(begun, 'p1.a');
    await claims.storeOutcome(closed(begun, 'SUCCEED', null, now), 'p1.a', NOW);
    await claims.hasOutcome(begun);
    const inDoubt = await claimed(database, settings);
    await claims.storeOutcome({ ...inDoubt, reason: 'INTERRUPTED' }, 'p1.a', NOW);
    await new ProposalsInDoubt(database, settings).settle(closed(inDoubt, 'FAIL', 'SETTLED_BY_OPERATOR', now), now);
  }
}

async function keeper(database: Database): Promise<void> {
  const sweep = new ProposalSweep(database);
  const left = await claimed(database);
  await sweep.overdue(NOW + 100 * MINUTE, 500);
  await sweep.abandoned(NOW + 100 * MINUTE, 500);
  await new ProposalClaims(database, TOLD).takeOver(
    left,
    { owner: 'p1.a', expiresAtMs: NOW + 2 * MINUTE },
    NOW + MINUTE,
    true,
  );
}

async function schedules(database: Database): Promise<void> {
  const repository = new ScheduleRepository(database, TOLD);
  const agreed = await claimed(database);
  const { conversationId, proposalId: scheduleId, actionKey } = agreed;
  const ended = { reason: null, endedAtMs: null, endedBy: null };
  const counts = { runs: 0, missed: 0, createdAtMs: NOW };
  const what = { conversationId, scheduleId, actionKey, argument: 'when', rule: '' };
  const schedule: Schedule = { ...what, status: 'ACTIVE', nextAtMs: NOW, ...counts, ...ended };
  await beginSchedule(database, schedule);
  await acrossTenants(() => repository.due(NOW, 10));
  for (const which of [undefined, conversationId]) await repository.list(which, 10);
  await repository.ahead(conversationId, 10);
  await repository.find(schedule);
  const occurrence = { ...agreed, proposalId: randomUUID(), idempotencyKey: 'time', scheduleId, occurrenceAtMs: NOW };
  const step = { runAtMs: NOW, missed: 1, nextAtMs: NOW + MINUTE };
  await repository.advance(schedule, step, occurrence, { owner: 'p1.a', expiresAtMs: NOW + MINUTE }, NOW);
  await repository.times(schedule, 10);
  await revokeSchedule(database, schedule, { proposalId: scheduleId }, NOW);
  await repository.revoke(schedule, 'ann', NOW);
  await repository.stop(schedule, 'CONSENT_GONE', NOW);
  await repository.noteEnd({ ...schedule, status: 'REVOKED' }, NOW);
}

async function outbox(database: Database): Promise<void> {
  const repository = new OutboxRepository(database);
  for (let event = 0; event < 3; event += 1) await proposed(database);
  const { events } = await repository.claim({ owner: 'p1', expiresAtMs: NOW + MINUTE }, NOW, 20);
  const [first, second, third] = events;
  if (!first || !second || !third) throw new Error('Too few events are due.');
  await repository.delivered(first, 'p1', NOW);
  await repository.postpone(second, 'p1', 'away', NOW + MINUTE);
  await repository.giveUp(third, 'p1', 'gone');
  await repository.givenUp(100);
  await repository.sendAgain(third);
}

async function lists(database: Database): Promise<void> {
  const approvals = new ProposalApprovals(database, TOLD);
  const doubts = new ProposalsInDoubt(database, TOLD);
  const { conversationId, proposalId } = await proposed(database);
  await approvals.findOpen(proposalId);
  await doubts.find(proposalId);
  await approvals.awaiting(NOW, 100);
  await doubts.list(100);
  const reader = new ConversationReader(database);
  await reader.find(conversationId, NOW);
  await reader.beginning(conversationId, 20, NOW);
  await reader.history(conversationId, 5, 20);
}

/** Pages over all conversations, and single actions and conversations as the ledger shows them. */
async function ledger(database: Database): Promise<void> {
  const records = new TurnRecordReader(database);
  const deliveries = new RecordedDeliveries(database, TOLD);
  const proposal = await claimed(database);
  const { conversationId, proposalId } = proposal;
  const done = closed(proposal, 'SUCCEED', null, { turn: 1, epochMs: NOW });
  await new ProposalClaims(database, TOLD).storeOutcome(done, 'p1.a', NOW);
  const actions = new ActionLedger(new ActionList(database), records, deliveries, NO_FLOW, database);
  await actions.find(proposalId);
  const around = { sinceMs: NOW - MINUTE, untilMs: NOW + MINUTE };
  const some = {
    statuses: ['HELD', 'AWAITING_APPROVAL'] as const,
    toolCode: 'a',
    actionKey: 'a',
    risk: 'HIGH' as const,
  };
  for (const filter of [{}, { conversationId }, { ...some, text: 'a', ...around }])
    await actions.page(filter, { limit: 5 });
  const list = new ConversationList(database);
  const conversations = new ConversationLedger(list, records, NO_FLOW, database);
  const about = { intent: 'a', state: 'a', status: 'RUNNING' as const, text: 'a', principal: 'USER' };
  for (const filter of [{}, { ...about, ...around }]) await conversations.page(filter, { limit: 5 });
  const handovers = new HandoverList(NO_FLOW, database);
  for (const queue of [undefined, 'billing']) await handovers.page(queue, { limit: 5 });
  for (const order of ['asc', 'desc'] as const) await conversations.turns(conversationId, { limit: 5, order });
  await conversations.verify(conversationId);
  await list.turnsWith(conversationId, 'a');
  for (const filter of [{}, { conversationId, ...around }])
    await new ModelCallList(database).page(filter, { limit: 5 });
}

async function audit(database: Database): Promise<void> {
  const { conversationId } = await proposed(database);
  const repository = new AuditRepository(database);
  await repository.page(conversationId, { limit: 5 });
  await repository.page(conversationId, { limit: 5, stage: 'USER_INPUT' });
  await repository.newestId(conversationId);
  await repository.exists(conversationId);
  await verifyRecords(database, { conversationId });
  await verifyRecords(database);
  await relayed(database, conversationId);
}

/** A conversation in which an action was carried out and a model was asked. */
async function replay(database: Database): Promise<void> {
  const [id, store] = [randomUUID(), storeOn(database)];
  const stages = ['USER_INPUT', 'INTENT_AGENT_LLM_INPUT', 'PENDING_ACTION_EXECUTED'];
  await store.open(opening(id, 'p1.a'));
  await store.commit(ending(id, 'p1.a', 1, { audit: stages.map((stage) => ({ ...EVENT, stage })) }));
  await countOpenWork(database, { sinceMs: 0, nowMs: NOW, most: 10 });
  const conversations = new RecordedConversations(database);
  await conversations.list({ limit: 5 });
  await conversations.read(id);
}

/** What a process does that may have missed what another one recorded. */
async function relayed(database: Database, conversationId: string): Promise<void> {
  const stream = new AuditStream();
  const listeners: NotificationListener[] = [];
  const notifications = Object.assign(new LocalNotifications(), {
    subscribe: (_channel: string, listener: NotificationListener) => {
      listeners.push(listener);
      return () => undefined;
    },
  });
  const relay = new AuditRelay(stream, database, notifications);
  const subscription = stream.subscribe(conversationId, { receive: () => undefined, end: () => undefined });
  relay.start();
  for (const listener of listeners) await listener.onGap();
  relay.stop();
  subscription();
}

async function records(database: Database): Promise<void> {
  const { conversationId } = await proposed(database);
  await new FeedbackRepository(database, TextGuard.OFF).save({
    conversationId,
    feedbackType: 'THUMBS_UP',
    messageId: 'm1',
    assistantResponse: null,
    metadata: null,
  });
  await new SqlLlmCallLog(database).record({
    conversationId,
    step: 'Step',
    intent: 'ORDER',
    state: 'CONFIRM',
    provider: 'p',
    model: 'm',
    temperature: 0,
    promptText: '',
    userContext: '',
    responseText: null,
    success: true,
    errorMessage: null,
    inputTokens: null,
    outputTokens: null,
    durationMs: 1,
    createdAtMs: NOW,
  });
  const message = new SentMessages(database, { conversationId, idempotencyKey: 'k1' });
  await message.claim({ channel: 'EMAIL', template: 't', recipients: [] }, NOW);
  await message.claim({ channel: 'EMAIL', template: 't', recipients: [] }, NOW);
  await message.sent(NOW);
}

async function shadows(database: Database): Promise<void> {
  const conversationId = randomUUID();
  await storeOn(database).open(opening(conversationId, 'p1.x'));
  const store = new ShadowStore(database);
  const firstDifference = { turn: 1, message: 'hello', differences: [] };
  const example = { conversationId, firstDifference, effectsAdded: [], effectsLost: [], unrecorded: [] };
  await store.keep(1, { hash: 'w', tenant: undefined, example });
  await store.ways(1);
}

async function workflows(database: Database): Promise<void> {
  const conversationId = randomUUID();
  await storeOn(database).open(opening(conversationId, 'p1.w'));
  const leases = new RunLeases(database);
  const requests = new RunRequests(database);
  const outcomes = new RunOutcomes(database, true);
  const runs = new RunList(database, 'default');
  const news = new RunNewsStore(database);
  const steps = new WorkflowSteps(database);
  const answers = new StepAnswers(database);
  const key = { conversationId, runId: 'r1' };
  const start = { ...key, workflow: 'w', arguments: {} };
  const beginning = { children: [], version: '', owner: 'p1', nowMs: NOW, dueAtMs: NOW, deadlineMs: NOW + MINUTE };
  await leases.begin(start, beginning);
  await runs.dueOf(key);
  const { value: due } = await runs.due(NOW).next();
  const run = due && (await leases.take(due, 'p2', NOW + MINUTE));
  if (!due || !run) throw new Error('the run was not due');
  await leases.renew(run, NOW + MINUTE);
  const child = { conversationId, runId: 'r2' };
  await leases.begin({ ...start, ...child, parent: { runId: 'r1', owner: 'p2', children: [] } }, beginning);
  await requests.undoChild(child, NOW);
  await steps.begin(run, { step: 's', stepNo: 0, kind: 'WORK', undoable: true, dueAtMs: null }, NOW);
  await steps.beginAgain(run, 's', 'RUNNING');
  const done = { status: 'DONE', value: null } as const;
  await database.transaction((sql) => steps.endOwned(run, 's', done, NOW, sql));
  await steps.end(run, 's', done, NOW);
  await steps.beginUndoing(run, 's', 'DONE');
  await answers.settle(run, 's', { result: null });
  await answers.settle(run, 's', undefined);
  await answers.signal(run, 'paid', null, NOW);
  await steps.begin(run, { step: 'ask', stepNo: 1, kind: 'APPROVAL', undoable: false, dueAtMs: null }, NOW);
  const proposals = new ProposalRepository(database, TOLD);
  const { proposalId } = await claimed(database);
  const asked = openedProposal({ conversationId, actionRef: 'run-approval:r1:ask' }, { turn: 1, epochMs: NOW });
  await proposals.add(asked, { turn: 1, epochMs: NOW });
  await proposals.withKey(conversationId, asked.idempotencyKey);
  await proposals.confirmedBy(conversationId, proposalId);
  await acrossTenants(() => proposals.answeredRuns(10));
  await answers.decide(run, 'ask', { approved: true, by: 'USER' }, NOW);
  await steps.of(run);
  await leases.suspend({ ...run, toldCount: 1 }, NOW);
  await requests.cancel(run, NOW);
  await requests.retry(run, NOW);
  await leases.release(run, NOW);
  await outcomes.hold(run, 'it is unclear', NOW);
  await outcomes.holdDue(due, 'nobody knows it', NOW);
  await outcomes.turnBack(run, { status: 'FAILED', error: 'no', isShown: true }, NOW);
  await outcomes.end({ ...run, ...child, owner: 'p1' }, { status: 'DONE', result: null }, NOW);
  await news.noteRecorded({ ...run, event: 'DONE' });
  await news.noteTold(run, NOW);
  await storeOn(database).commit(ending(conversationId, 'p1.w', 1, { toldRuns: ['r1'] }));
  await acrossTenants(() => news.unrecorded(10));
  await runs.find(run);
  await runs.of(conversationId, 10);
  await acrossTenants(() => runs.held(10));
}

async function retention(database: Database): Promise<void> {
  const store = storeOn(database);
  await store.open(opening(randomUUID(), 'p1.a'));
  const nowMs = NOW + 1_000 * MINUTE;
  const later = nowMs + 1;
  const none = {
    conversationsBeforeMs: null,
    evidenceBeforeMs: null,
    auditBeforeMs: null,
    repliesBeforeMs: null,
    modelCallsBeforeMs: later,
    eventsBeforeMs: later,
  };
  const pruner = new Pruner(database);
  const sparing = { ...none, auditBeforeMs: later, repliesBeforeMs: later };
  await pruner.run({ rules: sparing, nowMs, batch: 20, dryRun: true });
  await pruner.run({ rules: sparing, nowMs, batch: 20 });
  if (database.dialect === 'postgres') await months(database);
  await pruner.run({ rules: { ...none, conversationsBeforeMs: later }, nowMs, batch: 20 });
}

/** What retention asks of a month before it drops it, by itself: no other part leaves all conversations of one idle. */
async function months(database: Database): Promise<void> {
  const whole = { name: 'ce_turn_record', fromMs: null, toMs: NOW, bytes: 0 };
  const [month = whole] = await recordMonths(database);
  const some = await conversationsIn(database, month, '00000000-0000-0000-0000-000000000000', 5);
  await hasStragglers(database, month, some);
  await noteDropped(database, month, some);
}

async function privacy(database: Database): Promise<void> {
  const clock = { now: () => NOW + 10 * MINUTE };
  const store = storeOn(database);
  const { conversationId } = opening(randomUUID(), 'p1.erased').lease;
  await database.query(
    `INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('ANY', 'ANY', $1, 1)`,
    [JSON.stringify({ type: 'object', properties: { pin: { type: 'string', 'x-sensitive': true } } })],
  );
  await store.open({ ...opening(conversationId, 'p1.erased'), owner: { user: 'erased', mayBegin: true } });
  const proposal = await claimed(database);
  const done = closed(proposal, 'SUCCEED', null, { turn: 1, epochMs: NOW });
  await new ProposalClaims(database, TOLD).storeOutcome(done, 'p1.a', NOW);
  for (const scope of [{ subject: 'erased' }, { conversationId: proposal.conversationId }]) {
    for await (const _line of new SubjectExport(database, clock).lines(scope));
    const eraser = new Eraser(database, clock);
    await eraser.look(scope);
    await eraser.run(scope, { by: 'bob', keepConsent: true, waitMs: 0 });
  }
  await verifyErasures(database);
}
