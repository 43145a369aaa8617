// The database under torture, with the flow in it, and how what has become of it is read without any proxy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import { EFFECT_TABLE, FLOW, startOf } from './flow.mjs';
import { startCluster } from './postgres-cluster.mjs';
import { runCommand } from './services.mjs';
import { mountSmallDisk } from './small-disk.mjs';

/** A SQLite file in a folder of its own. */
export async function openSqlite(product) {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-torture-'));
  const disk = mountSmallDisk(join(folder, 'disk'));
  const file = join(folder, 'disk', 'torture.sqlite');
  const url = `sqlite:${file}`;
  await prepare(product, url, folder);
  return {
    kind: 'sqlite',
    folder,
    file,
    url,
    disk,
    query: async (sql) => onSqlite(file, (connection) => connection.prepare(sql).all()),
    async remove() {
      disk?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL server of its own. */
export async function openPostgres(product, programs) {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-torture-'));
  const cluster = await startCluster(programs);
  await prepare(product, cluster.url, folder);
  return {
    kind: 'postgres',
    folder,
    cluster,
    url: cluster.url,
    disk: cluster.disk,
    query: (sql) => cluster.query(sql),
    async remove() {
      await cluster.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function prepare(product, url, folder) {
  const seed = join(folder, 'flow.sql');
  writeFileSync(seed, FLOW);
  await runCommand(product, url, ['migrate']);
  await runCommand(product, url, ['seed', seed]);
}

function onSqlite(file, work) {
  const connection = new BetterSqlite3(file, { timeout: 10_000 });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** How many claimed actions nobody has decided about yet. */
export async function countUndecided(database) {
  const [{ undecided }] = await database.query(
    `SELECT count(*) AS undecided FROM ce_action_proposal WHERE status = 'IN_PROGRESS' AND reason IS NULL`,
  );
  return Number(undecided);
}

/** How many runs neither are over, nor wait for a person, by themselves or in a child, or are not in the audit yet. */
export async function countOpenRuns(database) {
  const [{ open }] = await database.query(
    `SELECT count(*) AS open FROM ce_workflow_run r
      WHERE unrecorded IS NOT NULL OR (status IN ('RUNNING', 'WAITING') AND NOT EXISTS (
        SELECT 1 FROM ce_workflow_run c
         WHERE c.conversation_id = r.conversation_id AND c.parent_run_id = r.run_id AND c.status = 'HELD'))`,
  );
  return Number(open);
}

/** How many events the webhook has not been told yet. */
export async function countUntold(database) {
  const [{ untold }] = await database.query(
    'SELECT count(*) AS untold FROM ce_outbox_event WHERE delivered_at_ms IS NULL',
  );
  return Number(untold);
}

/** What the checker needs to know of the database when all is over. */
export async function readDatabase(database) {
  const actions = await database.query('SELECT * FROM ce_action_proposal');
  const conversations = await database.query(
    `SELECT c.conversation_id, c.turn_no, c.last_audit_id, count(a.audit_id) AS audits, min(a.audit_id) AS first_audit,
            max(a.audit_id) AS last_audit, count(DISTINCT a.turn_no) AS audited_turns, max(a.turn_no) AS last_turn
       FROM ce_conversation c LEFT JOIN ce_audit a ON a.conversation_id = c.conversation_id
      GROUP BY c.conversation_id, c.turn_no, c.last_audit_id`,
  );
  const effects = await database.query(`SELECT * FROM ${EFFECT_TABLE}`);
  const runs = await database.query('SELECT * FROM ce_workflow_run');
  const doubts = await database.query(`SELECT run_id, step FROM ce_workflow_step WHERE status = 'IN_DOUBT'`);
  return {
    actions: actions.map(readAction),
    conversations: conversations.map(readConversation),
    effects: effects.map(readEffect),
    runs: runs.map((row) => readRun(row, doubts)),
  };
}

function readAction(row) {
  return {
    conversationId: row.conversation_id,
    actionId: row.proposal_id,
    revision: row.revision,
    key: row.idempotency_key,
    policy: row.execution_policy,
    status: row.status,
    reason: row.reason,
    attempts: row.attempts,
    arguments: readJson(row.arguments_json),
    argumentsHash: row.arguments_hash,
    mayAnswer: row.may_answer.split(','),
    confirmedBy: row.confirmed_by,
    error: row.error_text,
  };
}

function readConversation(row) {
  const { conversation_id: conversationId, ...counts } = row;
  return {
    conversationId,
    ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)])),
  };
}

function readEffect(row) {
  return {
    conversationId: row.conversation_id,
    key: row.idempotency_key,
    attempt: row.attempt,
    arguments: JSON.parse(row.arguments),
    at: Number(row.at_ms),
  };
}

function readRun(row, doubts) {
  return {
    conversationId: row.conversation_id,
    runId: row.run_id,
    parentRunId: row.parent_run_id,
    status: row.status,
    error: row.error_text,
    arguments: startOf(readJson(row.arguments_json)),
    startedAt: Number(row.started_at_ms),
    inDoubt: doubts.filter(({ run_id }) => run_id === row.run_id).map(({ step }) => step),
  };
}

function readJson(value) {
  return typeof value === 'string' ? JSON.parse(value) : value;
}
