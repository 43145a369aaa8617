import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';

const FLOW = 'test/docs/book-room.sql';

describeOnEachDatabase('the probes', (open) => {
  const probes = async (url: string) => {
    const answers = ['live', 'ready', 'startup'].map(async (probe) => {
      const response = await fetch(`${url}/health/${probe}`);
      return [probe, response.status, ((await response.json()) as { reasons: string[] }).reasons];
    });
    return Promise.all(answers);
  };
  const OK = [
    ['live', 200, []],
    ['ready', 200, []],
    ['startup', 200, []],
  ];

  it('let messages in while the database answers and all migrations are run', async () => {
    const database = await open();
    const engine = await startEngine({ database, seeds: [FLOW] });
    onTestFinished(() => engine.close());
    expect(await probes(engine.url)).toEqual(OK);
  });

  it('keep messages away while a migration is to be run, and leave the process alone', async () => {
    const database = await open();
    const engine = await startEngine({ database, seeds: [FLOW] });
    onTestFinished(() => engine.close());
    const [row] = await database.database.query('SELECT max(id) AS id FROM ce_migration');
    const [last] = await database.database.query('SELECT * FROM ce_migration WHERE id = $1', [row?.id]);
    await database.database.query('DELETE FROM ce_migration WHERE id = $1', [row?.id]);
    const [live, ready, startup] = await probes(engine.url);
    expect([live, startup]).toEqual([OK[0], OK[2]]);
    expect(ready).toEqual(['ready', 503, [expect.stringMatching(/convengine migrate|tables of this service/)]]);
    await database.database.query('INSERT INTO ce_migration (id, timestamp, name) VALUES ($1, $2, $3)', [
      last?.id,
      last?.timestamp,
      last?.name,
    ]);
    // A SQLite file that was found unusable is looked at again after two seconds.
    await expect.poll(() => probes(engine.url)).toEqual(OK);
  });

  it('keep messages away once the process stops, while it ends what it has begun', async () => {
    const database = await open();
    const engine = await startEngine({ database, seeds: [FLOW] });
    const keeper = engine.app.get(ActionKeeper);
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const stop = keeper.stop.bind(keeper);
    keeper.stop = async () => {
      await goOn;
      await stop();
    };
    const closing = engine.close();
    await sleep(0);
    await expect.poll(() => probes(engine.url)).toEqual([OK[0], ['ready', 503, ['The process stops.']], OK[2]]);
    resolve();
    await closing;
  });
});
