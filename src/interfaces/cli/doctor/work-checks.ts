import { counted } from '../../../platform/common/counted.js';
import { type Row, timeNow } from '../../../platform/persistence/index.js';

import { type Finding, ok, type Patient, problem, warn } from './finding.js';

/** How long something may be due before somebody should have seen to it. */
const GRACE_MS = 60_000;

/** As the index of what is still to do says it. */
const UNFINISHED = "status IN ('OPEN', 'IN_PROGRESS')";

/** These commands open no database. */
const AT_SERVICE = '--url: a service on this database';

interface Counted {
  readonly count: number;
  /** Since when the oldest is there, for people. */
  readonly since: string;
}

/** What waits for a yes. */
export async function checkOpen(patient: Patient): Promise<Finding> {
  const open = await actions(patient, "status = 'OPEN'", 'created_at_ms');
  return ok('open actions', open.count === 0 ? 'none' : `${open.count} wait for an answer, the oldest ${open.since}`);
}

/** What was begun, with nobody able to tell how it ended. */
export async function checkHeld(patient: Patient): Promise<Finding> {
  const held = await actions(patient, "status = 'IN_PROGRESS' AND claim_owner IS NULL", 'in_progress_at_ms');
  if (held.count === 0) return ok('held actions', 'none');
  const text = `${counted(held.count, 'action')} may or may not have happened, the oldest ${held.since}`;
  return problem(
    'held actions',
    text,
    `Find out, and run "convengine actions settle"; "actions held" lists them (${AT_SERVICE}).`,
  );
}

/** What a sweep should have closed or decided. */
export async function checkSweeps(patient: Patient): Promise<Finding> {
  const { sweepSeconds } = patient.loaded.config.flow.actionLifecycle;
  const latest = (await timeNow(patient.database)) - GRACE_MS - 3_000 * sweepSeconds;
  const overdue = await actions(patient, "status = 'OPEN' AND expires_at_ms < $1", 'expires_at_ms', [latest]);
  const left = await actions(patient, "status = 'IN_PROGRESS' AND claim_expires_at < $1", 'claim_expires_at', [latest]);
  if (overdue.count + left.count === 0) return ok('sweeps', 'no action is overdue');
  const [oldest] = [overdue, left].filter(({ count }) => count > 0);
  const text = `${overdue.count} expired and ${left.count} abandoned actions were not seen to, since ${oldest?.since}`;
  const remedy = 'Start a service, with flow.action-lifecycle.sweep-seconds above 0; its log says what fails.';
  return problem('sweeps', text, remedy);
}

/** Workflows that nobody goes on with: held for a person, or due for a while. */
export async function checkWorkflows({ database }: Patient): Promise<Finding> {
  const sql = 'SELECT count(*) AS n, min(started_at_ms) AS oldest FROM ce_workflow_run WHERE';
  const held = counts(await database.query(`${sql} status = 'HELD'`));
  if (held.count > 0) {
    const text = `${counted(held.count, 'run')} held, because nobody knows whether a step happened, the oldest ${held.since}`;
    return problem(
      'workflows',
      text,
      `Find out, and run "convengine workflows settle"; "workflows list" shows them (${AT_SERVICE}).`,
    );
  }
  const latest = (await timeNow(database)) - GRACE_MS;
  const late = counts(await database.query(`${sql} due_at_ms IS NOT NULL AND due_at_ms < $1`, [latest]));
  if (late.count === 0) return ok('workflows', 'none is held or late');
  const text = `${counted(late.count, 'run')} due for a minute and more, the oldest begun ${late.since}`;
  return warn('workflows', text, 'Start a service that has their handlers; its log says what it does not have.');
}

/** Leases that ran out: of processes that ended, or that were refused by the database when they were to give them back. */
export async function checkLeases({ database }: Patient): Promise<Finding> {
  const sql = `SELECT count(*) AS n, min(lease_expires_at) AS oldest FROM ce_conversation
                WHERE lease_owner IS NOT NULL AND lease_expires_at < $1`;
  const { count, since } = counts(await database.query(sql, [(await timeNow(database)) - GRACE_MS]));
  if (count === 0) return ok('leases', 'none is stale');
  const text = `${counted(count, 'conversation')} with a lease that ran out and was not given back, the oldest ${since}`;
  return warn(
    'leases',
    text,
    'Nothing: the next message takes over. The log says why a process ended, or lost the database.',
  );
}

/** What the webhook has not been told yet. */
export async function checkOutbox({ database, loaded }: Patient): Promise<Finding> {
  const sql = `SELECT count(*) AS n, min(created_at_ms) AS oldest FROM ce_outbox_event
                WHERE delivered_at_ms IS NULL AND next_attempt_at_ms IS NOT NULL`;
  const latest = (await timeNow(database)) - GRACE_MS;
  const { count, since } = counts(await database.query(`${sql} AND created_at_ms < $1`, [latest]));
  if (count === 0) return ok('webhook', 'no event is late');
  const text = `${counted(count, 'event')} not delivered, the oldest ${since}`;
  if (loaded.config.webhooks.url === '') return warn('webhook', text, 'Nobody delivers them: webhooks.url is empty.');
  return warn('webhook', text, 'Look at the receiver; last_error in ce_outbox_event says what it answered.');
}

/** What the webhook will not be told any more. */
export async function checkDeadLetters({ database }: Patient): Promise<Finding> {
  const sql = `SELECT count(*) AS n, min(created_at_ms) AS oldest FROM ce_outbox_event
                WHERE delivered_at_ms IS NULL AND next_attempt_at_ms IS NULL`;
  const { count, since } = counts(await database.query(sql));
  if (count === 0) return ok('dead letters', 'none');
  const text = `${counted(count, 'event')} given up, the oldest ${since}`;
  return warn('dead letters', text, 'See them and try once more with the statements of docs/operations.md.');
}

async function actions(
  { database }: Patient,
  condition: string,
  time: string,
  parameters: readonly unknown[] = [],
): Promise<Counted> {
  const sql = `SELECT count(*) AS n, min(${time}) AS oldest FROM ce_action_proposal WHERE ${UNFINISHED} AND ${condition}`;
  return counts(await database.query(sql, parameters));
}

function counts([row]: readonly Row[]): Counted {
  const since = row?.oldest == null ? '' : new Date(Number(row.oldest)).toISOString();
  return { count: Number(row?.n ?? 0), since };
}
