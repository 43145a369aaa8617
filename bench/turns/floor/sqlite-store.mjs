// The floor's SQL on SQLite: one statement for each table, in one transaction where they belong together.
import { randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3-13';

const TABLES = `
  CREATE TABLE conversation (conversation_id text PRIMARY KEY, turn_no integer NOT NULL, last_audit_id integer NOT NULL,
    intent_code text NOT NULL, state_code text NOT NULL, context_json text NOT NULL, last_user_text text NOT NULL,
    last_assistant_json text NOT NULL, created_at text NOT NULL, updated_at text NOT NULL);
  CREATE TABLE history (conversation_id text NOT NULL, turn_no integer NOT NULL, user_input text NOT NULL,
    assistant_output text NOT NULL, created_at text NOT NULL, PRIMARY KEY (conversation_id, turn_no));
  CREATE TABLE audit (conversation_id text NOT NULL, last_audit_id integer NOT NULL, turn_no integer NOT NULL,
    events_json text NOT NULL, created_at text NOT NULL, PRIMARY KEY (conversation_id, last_audit_id));
  CREATE TABLE action (conversation_id text NOT NULL, action_id text NOT NULL, action_key text NOT NULL,
    action_ref text NOT NULL, arguments_json text NOT NULL, arguments_hash text NOT NULL, question text NOT NULL,
    status text NOT NULL, created_turn integer NOT NULL, created_at_ms integer NOT NULL, claimed_at_ms integer,
    closed_at_ms integer, result_json text, PRIMARY KEY (conversation_id, action_id));`;

export function createSqliteTables(file) {
  const connection = new BetterSqlite3(file);
  connection.pragma('journal_mode = WAL');
  connection.exec(TABLES);
  connection.close();
}

/** As the engine has it: WAL, and every commit on disk before it is answered. */
export function openSqliteStore(file) {
  const connection = new BetterSqlite3(file);
  connection.pragma('synchronous = FULL');
  const prepare = (sql) => connection.prepare(sql);
  const readConversation = prepare('SELECT * FROM conversation WHERE conversation_id = ?');
  const readAction = prepare("SELECT * FROM action WHERE conversation_id = ? AND status = 'OPEN'");
  const readHistory = prepare('SELECT * FROM history WHERE conversation_id = ? ORDER BY turn_no DESC LIMIT 20');
  const claim = prepare(`UPDATE action SET status = 'IN_PROGRESS', claimed_at_ms = ?
    WHERE conversation_id = ? AND action_id = ? AND status = 'OPEN' AND arguments_hash = ?`);
  const settle = prepare(`UPDATE action SET status = 'EXECUTED', closed_at_ms = ?, result_json = ?
    WHERE conversation_id = ? AND action_id = ? AND status = 'IN_PROGRESS'`);
  const putConversation = prepare(`INSERT INTO conversation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id) DO UPDATE SET turn_no = excluded.turn_no, last_audit_id = excluded.last_audit_id,
      intent_code = excluded.intent_code, state_code = excluded.state_code, context_json = excluded.context_json,
      last_user_text = excluded.last_user_text, last_assistant_json = excluded.last_assistant_json,
      updated_at = excluded.updated_at
    WHERE conversation.turn_no = excluded.turn_no - 1`);
  const addHistory = prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?)');
  const addAudit = prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?)');
  const addAction = prepare("INSERT INTO action VALUES (?, ?, ?, ?, ?, ?, ?, 'OPEN', ?, ?, NULL, NULL, NULL)");

  const write = connection.transaction((turn) => {
    const { conversationId: id, turnNo, lastAuditId, userText, assistant, events, action } = turn;
    const now = new Date().toISOString();
    const place = [turn.intent, turn.state, turn.context, userText, assistant, now, now];
    const stored = putConversation.run(id, turnNo, lastAuditId, ...place);
    if (stored.changes !== 1) throw new Error('Another turn was faster.');
    addHistory.run(id, turnNo, userText, assistant, now);
    addAudit.run(id, lastAuditId, turnNo, events, now);
    if (action === undefined) return;
    const { actionKey, actionRef, argumentsHash, question } = action;
    addAction.run(
      id,
      randomUUID(),
      actionKey,
      actionRef,
      action.arguments,
      argumentsHash,
      question,
      turnNo,
      Date.now(),
    );
  });

  return {
    async read(conversationId) {
      const row = readConversation.get(conversationId);
      return {
        conversation: row && {
          turnNo: row.turn_no,
          lastAuditId: row.last_audit_id,
          context: JSON.parse(row.context_json),
        },
        action: readAction.get(conversationId),
        history: readHistory.all(conversationId).map((entry) => JSON.parse(entry.assistant_output)),
      };
    },
    async claim(action) {
      const { conversation_id: id, action_id: actionId, arguments_hash: hash } = action;
      return claim.run(Date.now(), id, actionId, hash).changes === 1;
    },
    async settle(action, result) {
      settle.run(Date.now(), result, action.conversation_id, action.action_id);
    },
    async write(turn) {
      write.immediate(turn);
    },
    close: async () => connection.close(),
  };
}
