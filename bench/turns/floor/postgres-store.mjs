// The floor's SQL on PostgreSQL, in two forms: `merged`, one statement that reads and one that writes, as few round
// trips as there can be; and `plain`, one statement for each table between BEGIN and COMMIT, as most people write it.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const TABLES = `
  CREATE TABLE conversation (conversation_id uuid PRIMARY KEY, turn_no integer NOT NULL, last_audit_id bigint NOT NULL,
    intent_code text NOT NULL, state_code text NOT NULL, context_json jsonb NOT NULL, last_user_text text NOT NULL,
    last_assistant_json jsonb NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL);
  CREATE TABLE history (conversation_id uuid NOT NULL, turn_no integer NOT NULL, user_input text NOT NULL,
    assistant_output jsonb NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (conversation_id, turn_no));
  CREATE TABLE audit (conversation_id uuid NOT NULL, last_audit_id bigint NOT NULL, turn_no integer NOT NULL,
    events_json json NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (conversation_id, last_audit_id));
  CREATE TABLE action (conversation_id uuid NOT NULL, action_id uuid NOT NULL, action_key text NOT NULL,
    action_ref text NOT NULL, arguments_json jsonb NOT NULL, arguments_hash text NOT NULL, question text NOT NULL,
    status text NOT NULL, created_turn integer NOT NULL, created_at_ms bigint NOT NULL, claimed_at_ms bigint,
    closed_at_ms bigint, result_json jsonb, PRIMARY KEY (conversation_id, action_id));`;

const ACTION = "SELECT * FROM action WHERE conversation_id = $1 AND status = 'OPEN'";
const HISTORY = 'SELECT * FROM history WHERE conversation_id = $1 ORDER BY turn_no DESC LIMIT 20';
const READ_ALL = `
  SELECT (SELECT row_to_json(c) FROM (SELECT * FROM conversation WHERE conversation_id = $1) c) AS conversation,
         (SELECT row_to_json(a) FROM (${ACTION}) a) AS action, (SELECT json_agg(h) FROM (${HISTORY}) h) AS history`;

const PUT_CONVERSATION = `
  INSERT INTO conversation VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())
  ON CONFLICT (conversation_id) DO UPDATE SET turn_no = excluded.turn_no, last_audit_id = excluded.last_audit_id,
    intent_code = excluded.intent_code, state_code = excluded.state_code, context_json = excluded.context_json,
    last_user_text = excluded.last_user_text, last_assistant_json = excluded.last_assistant_json,
    updated_at = excluded.updated_at
  WHERE conversation.turn_no = excluded.turn_no - 1`;
const WRITE_ALL = `
  WITH written AS (${PUT_CONVERSATION} RETURNING conversation_id, turn_no),
  history AS (INSERT INTO history SELECT conversation_id, turn_no, $7, $8, now() FROM written),
  audit AS (INSERT INTO audit SELECT conversation_id, $3, turn_no, $9::json, now() FROM written),
  action AS (INSERT INTO action
    SELECT conversation_id, $10::uuid, $11, $12, $13::jsonb, $14, $15, 'OPEN', turn_no, $16::bigint FROM written
     WHERE $10::uuid IS NOT NULL)
  SELECT conversation_id FROM written`;

export async function createPostgresTables(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(TABLES);
  await client.end();
}

export function openPostgresStore(url, statements) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const run = (name, text, values, runner = pool) => runner.query({ name, text, values });
  const merged = {
    async read(id) {
      const { rows } = await run('read', READ_ALL, [id]);
      return rows[0];
    },
    async write(turn) {
      const values = [...conversationValues(turn), turn.events, ...actionValues(turn.action)];
      if ((await run('write', WRITE_ALL, values)).rows.length !== 1) throw new Error('Another turn was faster.');
    },
  };
  const plain = {
    async read(id) {
      const conversation = await run('conversation', 'SELECT * FROM conversation WHERE conversation_id = $1', [id]);
      const action = await run('action', ACTION, [id]);
      const history = await run('history', HISTORY, [id]);
      return { conversation: conversation.rows[0], action: action.rows[0], history: history.rows };
    },
    async write(turn) {
      const client = await pool.connect();
      await client.query('BEGIN');
      const stored = await run('put', PUT_CONVERSATION, conversationValues(turn), client);
      if (stored.rowCount !== 1) throw new Error('Another turn was faster.');
      const { conversationId: id, turnNo, userText, assistant } = turn;
      const history = 'INSERT INTO history VALUES ($1, $2, $3, $4, now())';
      await run('add-history', history, [id, turnNo, userText, assistant], client);
      const audit = 'INSERT INTO audit VALUES ($1, $2, $3, $4, now())';
      await run('add-audit', audit, [id, turn.lastAuditId, turnNo, turn.events], client);
      if (turn.action) {
        const [actionId, key, ref, args, hash, question, now] = actionValues(turn.action);
        const action = "INSERT INTO action VALUES ($1, $2, $3, $4, $5, $6, $7, 'OPEN', $8, $9)";
        await run('add-action', action, [id, actionId, key, ref, args, hash, question, turnNo, now], client);
      }
      await client.query('COMMIT');
      client.release();
    },
  };
  const { read, write } = statements === 'plain' ? plain : merged;
  return {
    async read(id) {
      const { conversation, action, history } = await read(id);
      return {
        conversation: conversation && {
          turnNo: conversation.turn_no,
          lastAuditId: Number(conversation.last_audit_id),
          context: conversation.context_json,
        },
        action: action ?? undefined,
        history: history ?? [],
      };
    },
    async claim(action) {
      const { rowCount } = await run(
        'claim',
        `UPDATE action SET status = 'IN_PROGRESS', claimed_at_ms = $4
          WHERE conversation_id = $1 AND action_id = $2 AND status = 'OPEN' AND arguments_hash = $3`,
        [action.conversation_id, action.action_id, action.arguments_hash, Date.now()],
      );
      return rowCount === 1;
    },
    async settle(action, result) {
      await run(
        'settle',
        `UPDATE action SET status = 'EXECUTED', closed_at_ms = $3, result_json = $4
          WHERE conversation_id = $1 AND action_id = $2 AND status = 'IN_PROGRESS'`,
        [action.conversation_id, action.action_id, Date.now(), result],
      );
    },
    write,
    close: () => pool.end(),
  };
}

function conversationValues(turn) {
  const { conversationId, turnNo, lastAuditId, intent, state, context, userText, assistant } = turn;
  return [conversationId, turnNo, lastAuditId, intent, state, context, userText, assistant];
}

function actionValues(action) {
  if (!action) return [null, null, null, null, null, null, null];
  const { actionKey, actionRef, argumentsHash, question } = action;
  return [randomUUID(), actionKey, actionRef, action.arguments, argumentsHash, question, Date.now()];
}
