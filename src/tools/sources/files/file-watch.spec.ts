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
  return { folder, watch, loads: () => loads };
}

it('several files that are written at once are one change', async () => {
  const { folder, loads } = await watchFolder();
  await Promise.all(['a.yaml', 'b.yml', 'c.yaml'].map((name) => writeFile(join(folder, name), 'name: x')));
  await expect.poll(loads, POLL).toBe(1);
  await sleep(QUIET_MS);
  expect(loads()).toBe(1);
});

it('a file that is put in the place of another one is a change', async () => {
  const { folder, loads } = await watchFolder();
  await writeFile(join(folder, 'a.yaml'), 'name: x');
  await expect.poll(loads, POLL).toBe(1);
  await writeFile(join(folder, 'a.tmp'), 'name: y');
  await rename(join(folder, 'a.tmp'), join(folder, 'a.yaml'));
  await expect.poll(loads, POLL).toBe(2);
});

it('a directory counts that is made later, or anew; files that are no YAML never do', async () => {
  const { folder, loads } = await watchFolder('later');
  const nextLoad = async (change: () => Promise<unknown>) => {
    const before = loads();
    await change();
    await expect.poll(loads, POLL).toBeGreaterThan(before);
    await sleep(QUIET_MS);
  };
  const makeWithFile = async () => {
    await mkdir(join(folder, 'later'));
    await writeFile(join(folder, 'later/a.yaml'), 'name: x');
  };
  await nextLoad(makeWithFile);
  const before = loads();
  await writeFile(join(folder, 'later/notes.txt'), 'x');
  await sleep(QUIET_MS);
  expect(loads()).toBe(before);
  await nextLoad(() => rm(join(folder, 'later'), { recursive: true }));
  await nextLoad(makeWithFile);
  await nextLoad(() => writeFile(join(folder, 'later/a.yaml'), 'name: y'));
});

it('nothing is loaded any more once it is stopped', async () => {
  const { folder, watch, loads } = await watchFolder();
  await writeFile(join(folder, 'a.yaml'), 'name: x');
  await watch.stop();
  await writeFile(join(folder, 'b.yaml'), 'name: x');
  await sleep(QUIET_MS);
  expect(loads()).toBe(0);
});
