// What is measured: an engine or a floor, running on a scratch database of its own.

import { backendPids, prepareEngineDatabase, query, scratchPostgres, scratchSqlite } from './databases.mjs';
import { createFloorTables } from './floor/open-store.mjs';
import { flowSeed, SMALL_FLOW } from './flow.mjs';
import { cpuMs, rssMb, startEngine, startFloor } from './processes.mjs';
import { recordSample } from './record-sample.mjs';
import { median, medians } from './statistics.mjs';

/** An empty database that is dropped when the bench ends. */
export async function openScratch(bench, kind) {
  const scratch = kind === 'sqlite' ? scratchSqlite() : await scratchPostgres(bench.postgres.url);
  bench.atEnd(scratch.drop);
  return scratch;
}

/** A database with the engine's tables and a flow in it. */
export async function openEngineScratch(bench, kind, flow = SMALL_FLOW) {
  const scratch = await openScratch(bench, kind);
  await prepareEngineDatabase(scratch, flowSeed(flow));
  return scratch;
}

/** Starts a service process on the scratch database; it is stopped with the bench, or before with `stop()`. */
export async function runEngine(bench, scratch, { url = scratch.url, environment = {} } = {}) {
  const engine = await startEngine({ database: url, config: bench.config, environment });
  bench.atEnd(engine.stop);
  return { ...engine, scratch };
}

export async function runFloor(bench, kind, statements) {
  const scratch = await openScratch(bench, kind);
  await createFloorTables(scratch);
  const floor = await startFloor({ database: scratch.url, sample: bench.sample, statements });
  bench.atEnd(floor.stop);
  return { ...floor, scratch };
}

/** The engine, and the floor beside it; on PostgreSQL, unless in a hurry, also the one with a statement for each table. */
export async function startTargets(bench, kind) {
  const engine = openEngineScratch(bench, kind).then((scratch) => runEngine(bench, scratch));
  // The floor repeats what the engine said and stored, so that on the first database it has to wait for it.
  if (kind === 'sqlite') await recordSample(await engine, bench.sample);
  const floor = runFloor(bench, kind);
  if (kind === 'sqlite' || bench.quick) return { engine: await engine, floor: await floor };
  return { engine: await engine, floor: await floor, plainFloor: await runFloor(bench, kind, 'plain') };
}

/** One window of load on one target, with what it cost. */
export async function measure(bench, target, { concurrency, ms = bench.windowMs, urls = [target.url] }) {
  const pids = [target.pid, ...(await backendPids(target.scratch))];
  const before = cpuMs(pids);
  const processBefore = cpuMs([target.pid]);
  const result = await bench.load.measure({ urls, concurrency, ms });
  return {
    ...result,
    cpuMsPerTurn: (cpuMs(pids) - before) / result.turns,
    processCpuMsPerTurn: (cpuMs([target.pid]) - processBefore) / result.turns,
    rssMb: rssMb(target.pid),
  };
}

/**
 * Measures targets in alternation, the order reversed in every other round.
 * @param targets a function for each name that measures one window
 * @returns for each name the results and the medians of the rounds, and `ratio(a, b, key)`: the median of the ratios within the rounds
 */
export async function alternate(rounds, targets) {
  const names = Object.keys(targets);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) results[name].push(await targets[name]());
  }
  return {
    results,
    medians: Object.fromEntries(names.map((name) => [name, medians(results[name])])),
    ratio: (a, b, key) =>
      median(results[a].map((result, round) => result[key] / results[b][round][key]).filter(Number.isFinite)),
  };
}

/** @throws Error when a conversation has not carried out every second turn's action exactly once */
export async function checkExecutions(scratch) {
  const executed = `SELECT count(*) FROM ce_action_proposal p
     WHERE p.conversation_id = c.conversation_id AND p.status = 'EXECUTED' AND p.attempts = 1`;
  const sql = `SELECT count(*) AS wrong FROM ce_conversation c WHERE (${executed}) <> c.turn_no / 2`;
  const [{ wrong }] = await query(scratch, sql);
  if (Number(wrong) > 0) throw new Error(`${wrong} conversations have not executed each action exactly once.`);
}
