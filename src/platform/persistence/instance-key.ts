import { randomBytes } from 'node:crypto';
import type { Clock } from '../common/clock.js';
import type { Database } from './database.js';

const ADD = `
  INSERT INTO ce_instance_key (key_name, secret, created_at_ms) VALUES ($1, $2, $3) ON CONFLICT (key_name) DO NOTHING`;
const READ = 'SELECT secret FROM ce_instance_key WHERE key_name = $1';

/** The secret of this name that all processes of a database share; the first one to ask makes it. */
export async function readInstanceKey(database: Database, name: string, clock: Clock): Promise<string> {
  const stored = await database.query(READ, [name]);
  if (stored[0]) return String(stored[0].secret);
  await database.query(ADD, [name, randomBytes(32).toString('base64url'), clock.now()]);
  const [row] = await database.query(READ, [name]);
  return String(row?.secret);
}
