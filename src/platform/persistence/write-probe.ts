/** How long PostgreSQL has for it, in milliseconds: less than whoever asks for the health of a service waits for the answer. */
export const PROBE_MS = 1_500;
const LOCK_MS = 1_000;

/**
 * Checks that PostgreSQL can be written to as a turn does, and leaves nothing behind. It takes the locks of the
 * turn's tables, has the server use more memory than it may, so that it needs room on the disk, and commits a row
 * that nobody sees. All of it is one transaction, because it is sent as one message.
 */
export const WRITE_PROBE = `
  SET LOCAL statement_timeout = ${PROBE_MS}; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL work_mem = '64kB';
  INSERT INTO ce_conversation (conversation_id) SELECT NULL WHERE false;
  INSERT INTO ce_turn_record (conversation_id) SELECT NULL WHERE false;
  SELECT count(*) FROM generate_series(1, 10000);
  INSERT INTO ce_process (process_id, host, pid, version, started_at_ms, seen_at_ms, clock_ahead_ms)
  VALUES ('probe', '', 0, '', 0, 0, 0);
  DELETE FROM ce_process WHERE process_id = 'probe'`;
