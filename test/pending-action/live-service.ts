import { isJsonObject, type JsonObject, parseJson } from '../../src/platform/common/json.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import type { BuiltCli, RunningService } from '../e2e/cli/built-cli.js';
import type { TestDatabase } from '../helpers/databases.js';
import { ORDER_FLOW, ORDER_HANDLERS } from './order-flow.js';

/** How long a turn of a service under test may take, in milliseconds: longer than it does on any machine. */
const DEADLINE_MS = 30_000;

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: JsonObject;
  /** The body's bytes. */
  readonly raw: string;
}

/** Loads the order flow into an empty database. */
export async function prepareOrders(database: TestDatabase): Promise<void> {
  await applySeed(database.database, ORDER_FLOW, 'order-flow.sql');
}

/** Starts a service process on the order flow whose leases and sweeps are short. */
export function serveOrders(
  cli: BuiltCli,
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<RunningService> {
  return cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], {
    CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([ORDER_HANDLERS]),
    CONVENGINE_TURN_DEADLINE_MS: String(DEADLINE_MS),
    CONVENGINE_TURN_LEASE_MS: '1000',
    CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '1',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

/** Posts one message. @throws TypeError when the connection dies before the answer */
export async function post(
  { url }: Pick<RunningService, 'url'>,
  conversationId: string,
  message: string,
  idempotencyKey?: string,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/conversation/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
    body: JSON.stringify({ conversationId, message }),
  });
  const raw = await response.text();
  const body = parseJson(raw) as JsonObject;
  const payload = isJsonObject(body.payload) ? body.payload : {};
  return { status: response.status, text: String(payload.value), body, raw };
}
