import type { MessagePort } from 'node:worker_threads';
import { messageOf } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import { createDataSource, openEncrypted } from '../../platform/persistence/index.js';
import type { StartEngine } from '../flow-engine/index.js';
import { ReplayEngine } from './replay-engine.js';
import type { ThreadParts, ThreadReply } from './replay-thread.js';

/** The thread's own side: starts an engine, says so, and holds what it is given until that is nothing. */
export async function holdInThread(port: MessagePort, parts: ThreadParts, start: StartEngine): Promise<void> {
  const { config, rows, handlers } = parts;
  const reply = (message: ThreadReply) => port.postMessage(message);
  const dataSource = await createDataSource(config.database.url).initialize();
  const { database } = await openEncrypted(dataSource, config.encryption.keys);
  const engine = await ReplayEngine.start({ config, database, handlers, start }, { rows });
  port.on('message', async (ids: readonly string[]) => {
    if (ids.length > 0) {
      const held = inTenant(config.auth.tenant, () => engine.hold(ids, () => undefined));
      return reply(await held.then((held) => ({ held })).catch((error) => ({ problem: messageOf(error) })));
    }
    port.close();
    await engine.close();
    await database.close();
    await dataSource.destroy();
  });
  reply({ held: undefined });
}
