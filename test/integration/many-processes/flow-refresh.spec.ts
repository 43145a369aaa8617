import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { FlowService, FlowVersions, VersionFollower } from '../../../src/engine/flow/index.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import type { TestEngine } from '../../helpers/engine.js';
import { countListeners, cutListeners, startTwo, type TwoProcesses, until } from './two-processes.js';

describe.skipIf(!inject('postgres').available)('a refresh of the flow tables at one process (postgres)', () => {
  let database: TestDatabase;
  let processes: TwoProcesses;
  beforeAll(async () => {
    database = await openPostgres();
    processes = await startTwo(database);
  });
  afterAll(async () => {
    await processes.close();
    await database.close();
  });

  const set = (column: string, value: string) =>
    database.database.query(`UPDATE ce_response SET ${column} = $1 WHERE response_id = 1`, [value]);
  const refresh = async (engine: TestEngine) =>
    (await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' })).status;
  const answer = async (engine: TestEngine) => (await engine.say('hello', randomUUID())).text;
  const answers = (engine: TestEngine, text: string) =>
    until(`the answer is ${text}`, async () => (await answer(engine)) === text);

  it('reaches the others', async () => {
    await set('exact_text', 'second');
    expect(await answer(processes.b)).toBe('first');
    expect(await refresh(processes.a)).toBe(200);
    expect(await answer(processes.a)).toBe('second');
    await answers(processes.b, 'second');
  });

  it('reaches the others in the end when they could not listen just then', async () => {
    await set('exact_text', 'third');
    expect(await cutListeners(database)).toBe(2);
    expect(await refresh(processes.a)).toBe(200);
    await answers(processes.b, 'third');
    await until('both listen again', async () => (await countListeners(database)) === 2);
    await set('exact_text', 'fourth');
    expect(await refresh(processes.b)).toBe(200);
    await answers(processes.a, 'fourth');
  });

  it('is one version for all of them, and a switch at one is what the others run and undo', async () => {
    const ask = async ({ url }: TestEngine, path: string, body?: object) => {
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const answer = await (await fetch(`${url}/api/v1/flow/${path}`, init)).json();
      return answer as { running: number; versionId: number; items: { versionId: number }[] };
    };
    const { a, b } = processes;
    const { running } = await ask(a, 'versions');
    expect(await ask(b, 'versions')).toEqual(await ask(a, 'versions'));
    const edits = [{ table: 'ce_response', row: '1', values: { exact_text: 'switched' } }];
    const made = await ask(a, 'switch', { base: running, edits, by: 'ann' });
    expect(made.versionId).toBe(running + 1);
    await answers(b, 'switched');
    await ask(b, `versions/${made.versionId}/undo`, { by: 'bo' });
    await answers(a, 'fourth');
    expect((await ask(a, 'versions')).items[0]?.versionId).toBe(running + 2);
    await until('b runs it', async () => (await ask(b, 'versions')).running === running + 2);
  });

  it('is seen by the others when the process that loaded it could not tell them any more', async () => {
    await set('exact_text', 'found');
    const { a, b } = processes;
    // Its own may look at any moment.
    await b.app.get(VersionFollower).stop();
    await a.app.get(FlowService).load();
    expect(await answer(b)).toBe('fourth');
    const follower = new VersionFollower(b.app.get(FlowService), b.app.get(FlowVersions), database.database);
    follower.start(20);
    await answers(b, 'found');
    await follower.stop();
  });

  it('can be asked for in SQL, for all of them', async () => {
    await set('exact_text', 'fifth');
    await database.database.query('NOTIFY convengine_flow');
    await answers(processes.a, 'fifth');
    await answers(processes.b, 'fifth');
  });

  it('leaves the old flow to everybody when a row is wrong, and reaches them when it is mended', async () => {
    await set('exact_text', 'sixth');
    await set('output_format', 'NONSENSE');
    expect(await refresh(processes.a)).toBe(422);
    const loads = [processes.a, processes.b].map(({ app }) => vi.spyOn(app.get(FlowService), 'load'));
    await database.database.query('NOTIFY convengine_flow');
    await until('both have refused it', () =>
      loads.every(({ mock }) => mock.settledResults.some(({ type }) => type === 'rejected')),
    );
    await set('output_format', 'TEXT');
    expect(await answer(processes.b)).toBe('fifth');
    expect(await refresh(processes.a)).toBe(200);
    await answers(processes.b, 'sixth');
  });
});
