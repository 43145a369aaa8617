import { randomUUID } from 'node:crypto';
import { checkReply } from '../conversations.mjs';
import { createFloorTables } from '../floor/open-store.mjs';
import { CONVERSATION } from '../flow.mjs';
import { openConnection } from '../http-connection.mjs';
import { rssMb, startEngine, startFloor } from '../processes.mjs';
import { alternate, openEngineScratch, openScratch } from '../targets.mjs';

/** From the start of the process to the first reply, on a SQLite database that has its tables and rows. */
export async function coldStart(bench) {
  const engineScratch = await openEngineScratch(bench, 'sqlite');
  const floorScratch = await openScratch(bench, 'sqlite');
  await createFloorTables(floorScratch);
  const { medians } = await alternate(bench.coldStarts, {
    engine: () => firstReply(() => startEngine({ database: engineScratch.url, config: bench.config })),
    floor: () => firstReply(() => startFloor({ database: floorScratch.url, sample: bench.sample })),
  });
  return medians;
}

async function firstReply(start) {
  const startedAt = performance.now();
  const service = await start();
  const connection = await openConnection(service.url);
  checkReply(CONVERSATION[0], await connection.send(randomUUID(), CONVERSATION[0].message));
  const result = { ms: performance.now() - startedAt, rssMb: rssMb(service.pid) };
  connection.close();
  await service.stop();
  return result;
}
