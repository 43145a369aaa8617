import { setTimeout as sleep } from 'node:timers/promises';
import { SseClient } from '../../e2e/http/sse-client.js';
import type { TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

/** One intent that answers with a text tests change. */
export const HELLO = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('HELLO', 'hello');
  INSERT INTO ce_intent_classifier (classifier_id, rule_type, pattern, intent_code, state_code, priority)
    VALUES (1, 'REGEX', '^hello', 'HELLO', 'IDLE', 1);
  INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text)
    VALUES (1, 'HELLO', 'IDLE', 'TEXT', 'EXACT', 'first');`;

/** Two services that share nothing but the database. */
export interface TwoProcesses {
  readonly a: TestEngine;
  readonly b: TestEngine;
  close(): Promise<void>;
}

export async function startTwo(database: TestDatabase): Promise<TwoProcesses> {
  const a = await startEngine({ database, seeds: [HELLO] });
  const b = await startEngine({ database });
  return { a, b, close: async () => void (await Promise.all([a.close(), b.close()])) };
}

/** Follows a conversation at one process, and is connected when this resolves. */
export async function follow(url: string, conversationId: string, lastEventId?: number): Promise<SseClient> {
  const query = lastEventId === undefined ? '' : `?lastEventId=${lastEventId}`;
  const client = await SseClient.open(`${url}/api/v1/conversation/stream/${conversationId}${query}`);
  await client.waitFor(1);
  return client;
}

/** What a client received of a conversation, as `id STAGE`. */
export function received(client: SseClient): string[] {
  return client.received.flatMap(({ id, event }) => (id === undefined ? [] : [`${id} ${event}`]));
}

/** What is stored of a conversation, as `id STAGE`. */
export async function stored({ database }: TestDatabase, conversationId: string): Promise<string[]> {
  const sql = 'SELECT audit_id, stage FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id';
  return (await database.query(sql, [conversationId])).map((row) => `${row.audit_id} ${row.stage}`);
}

const LISTENING = `FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'convengine notifications'`;

/** Ends the connections on which processes listen, and gives their number. */
export async function cutListeners({ database }: TestDatabase): Promise<number> {
  return (await database.query(`SELECT pg_terminate_backend(pid, 10000) ${LISTENING}`)).length;
}

/** How many processes listen. */
export async function countListeners({ database }: TestDatabase): Promise<number> {
  return (await database.query(`SELECT pid ${LISTENING}`)).length;
}

/** Waits until a condition holds. @throws Error after half a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(10);
  }
}
