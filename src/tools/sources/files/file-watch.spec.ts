import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { FileWatch } from './file-watch.js';

const POLL = { interval: 20 };
/** Longer than changes are waited for. */
const QUIET_MS = 600;

/** Watches a folder and counts how often the flow is loaded. */
async function watchFolder(subfolder = '') {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'));
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { problems: [], counts: {} };
  };
  const watch = new FileWatch([join(folder, subfolder)], { load, problems: [] });
  await watch.start();
  onTestFinished(async () => {
    await watch.stop();
    await rm(folder, { recursive: true });
  });
  /** Ends when the change has been loaded, which a busy machine may do in more than one go. */
  const nextLoad = async (change: () => Promise<unknown>) => {
    const before = loads;
    await change();
    await expect.poll(() => loads, POLL).toBeGreaterThan(before);
    await sleep(QUIET_MS);
  };
  return { folder, watch, loads: () => loads, nextLoad };
}

it('many files that are written at once are read a few times at most', async () => {
  const { folder, loads } = await watchFolder();
  const names = Array.from({ length: 30 }, (_, n) => `${n}.${n % 2 ? 'yaml' : 'yml'}`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'name: x')));
  await expect.poll(loads, POLL).toBeGreaterThan(0);
  await sleep(QUIET_MS);
  expect(loads()).toBeLessThan(6);
});

it('a file counts that is put in the place of another one', async () => {
  const { folder, nextLoad } = await watchFolder();
  await nextLoad(() => writeFile(join(folder, 'a.yaml'), 'name: x'));
  await writeFile(join(folder, 'a.tmp'), 'name: y');
  await nextLoad(() => rename(join(folder, 'a.tmp'), join(folder, 'a.yaml')));
});

it('a directory counts that is made later, or anew', async () => {
  const { folder, nextLoad } = await watchFolder('later');
  const makeWithFile = async () => {
    await mkdir(join(folder, 'later'));
    await writeFile(join(folder, 'later/a.yaml'), 'name: x');
  };
  await nextLoad(makeWithFile);
  await nextLoad(() => rm(join(folder, 'later'), { recursive: true }));
  await nextLoad(makeWithFile);
  await nextLoad(() => writeFile(join(folder, 'later/a.yaml'), 'name: y'));
});

it('a file that is no YAML does not count', async () => {
  const { folder, loads } = await watchFolder();
  await writeFile(join(folder, 'notes.txt'), 'x');
  await sleep(QUIET_MS);
  expect(loads()).toBe(0);
});

it('nothing is loaded any more once it is stopped', async () => {
  const { folder, watch, loads } = await watchFolder();
  await writeFile(join(folder, 'a.yaml'), 'name: x');
  await watch.stop();
  const before = loads();
  await writeFile(join(folder, 'b.yaml'), 'name: x');
  await sleep(QUIET_MS);
  expect(loads()).toBe(before);
});
