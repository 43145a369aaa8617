// Rows for lists, written by the database itself.

const TURNS = 3;
const AT_ONCE = 50_000;
/** When the first action was asked; one more each second. */
export const FIRST_MS = Date.UTC(2026, 0, 1);

const NUMBERS = {
  postgres: (first, last) => `(SELECT n FROM generate_series(${first}, ${last}) AS n) AS numbers`,
  sqlite: (first, last) =>
    `(WITH RECURSIVE numbers(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) SELECT n FROM numbers)`,
};
/** Ids of a conversation are random, as those of clients are; those of actions count up with time. */
const RANDOM = {
  postgres: (n) => `CAST(md5(CAST(${n} AS text)) AS uuid)`,
  sqlite: (n) => `printf('%08x-0000-4000-8000-%012x', (${n} * 2654435761) % 4294967296, ${n})`,
};
const COUNTING = {
  postgres: `CAST('01976f00-0000-7000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`,
  sqlite: `printf('01976f00-0000-7000-8000-%012x', n)`,
};
const TIME = {
  postgres: (n) => `timestamptz '2026-01-01 00:00:00Z' + (${n}) * interval '1 second'`,
  sqlite: (n) => `strftime('%Y-%m-%d %H:%M:%f', '2026-01-01', '+' || (${n}) || ' seconds')`,
};

/** As after some months: most actions were executed, one of 2,000 is held, one of 100 is open, one of 10,000 has its own key. */
const STATUS = `CASE WHEN n % 2000 = 0 THEN 'IN_PROGRESS' WHEN n % 100 = 1 THEN 'OPEN' WHEN n % 10 = 2 THEN 'REJECTED'
  WHEN n % 10 = 3 THEN 'EXPIRED' ELSE 'EXECUTED' END`;

/** Fills an empty database with conversations of three turns, and with so many actions in them. */
export async function fill(database, { actions, conversations }) {
  const { dialect } = database;
  const random = RANDOM[dialect];
  const time = TIME[dialect];
  const numbers = NUMBERS[dialect](1, conversations);
  const isPostgres = dialect === 'postgres';
  const reply = `CAST('{"type":"TEXT","value":"Shall I book it?"}' AS ${isPostgres ? 'jsonb' : 'text'})`;
  const words = isPostgres ? `repeat('x', 3000)` : `printf('%.*c', 3000, 'x')`;
  const events = `CAST('[[0,0,"USER_INPUT",{"text":"' || ${words} || '"}]]' AS ${isPostgres ? 'json' : 'text'})`;
  const room = isPostgres ? `jsonb_build_object('room', n)` : `json_object('room', n)`;
  await database.query(`
    INSERT INTO ce_conversation (conversation_id, turn_no, intent_code, state_code, created_at, updated_at, last_user_text,
      last_assistant_json, context_json)
    SELECT ${random('n')}, ${TURNS}, CASE WHEN n % 10000 = 7 THEN 'RARE' ELSE 'BOOK' END, 'CONFIRM', ${time('n * 10')}, ${time('n * 10')},
      'book room ' || n, ${reply}, '{}' FROM ${numbers}`);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await database.query(`
      INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input, assistant_output)
      SELECT ${random('n')}, ${turn}, 'book room ' || n, ${reply} FROM ${numbers}`);
    await database.query(`
      INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, duration_ms, principal,
        record_hash, events_json)
      SELECT ${random('n')}, ${turn * 75}, ${turn * 75 - 74}, ${turn}, ${time('n * 10')}, 12, 'USER', 'hash',
        ${events} FROM ${numbers}`);
  }
  for (let first = 1; first <= actions; first += AT_ONCE) {
    await database.query(`
    INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
      arguments_json, arguments_hash, question, status, idempotency_key, created_turn, created_at_ms, closed_turn)
    SELECT ${random(`(n % ${conversations} + 1)`)}, ${COUNTING[dialect]}, CASE WHEN n % 10000 = 5 THEN 'rare' ELSE 'book' END,
      'rooms:reserve', 'BOOK', 'CONFIRM', ${room}, 'hash',
      'Shall I book room ' || n || '?', ${STATUS}, 'key', 1, ${FIRST_MS} + CAST(n AS bigint) * 1000, 2 FROM ${NUMBERS[dialect](first, Math.min(first + AT_ONCE - 1, actions))}`);
  }
  await database.query('ANALYZE');
}
