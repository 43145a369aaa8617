// `npm run bench:scroll -- [--actions N] [--conversations N] [--rows N]`: see ../README.md.
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createDataSource, openDatabase } from '../../dist/src/platform/persistence/index.js';
import { columns } from '../columns.mjs';
import { prepareEngineDatabase, scratchSqlite } from '../turns/databases.mjs';
import { startEngine } from '../turns/processes.mjs';
import { quantile } from '../turns/statistics.mjs';
import { fill } from './fill.mjs';

const { values: options } = parseArgs({
  options: {
    actions: { type: 'string', default: '1000000' },
    conversations: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '5000' },
  },
});
const ROWS = Number(options.rows);
const STEP_PX = 400;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const scratch = scratchSqlite();
const folder = mkdtempSync(join(tmpdir(), 'convengine-bench-'));
try {
  await prepareEngineDatabase(scratch, '');
  await fillScratch();
  const config = join(folder, 'config.yaml');
  writeFileSync(config, 'convengine:\n  log: { level: silent }\n');
  const service = await startEngine({ database: scratch.url, config });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rows = [['page', 'at', 'rows in the page', 'elements', 'heap MB', 'frame p50', 'p95', 'longest']];
    for (const page of ['actions', 'conversations']) rows.push(...(await scroll(browser, service.url, page)));
    console.log(columns(rows));
  } finally {
    await browser.close();
    await service.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await scratch.drop();
}

async function fillScratch() {
  const dataSource = await createDataSource(scratch.url, { poolSize: 1, statementTimeoutMs: 0 }).initialize();
  const database = openDatabase(dataSource);
  await fill(database, { actions: Number(options.actions), conversations: Number(options.conversations) });
  await database.close();
  await dataSource.destroy();
}

/** Turns the wheel until so many rows have gone by; a line for each fifth of the way. */
async function scroll(browser, url, name) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const session = await page.context().newCDPSession(page);
  await page.goto(`${url}/console/${name}`);
  await page.locator('tbody tr[data-index]').first().waitFor();
  await page.mouse.move(600, 500);
  const lines = [];
  for (let part = 1; part <= 5; part += 1) {
    await page.evaluate(watchFrames);
    const goal = (part * ROWS) / 5;
    for (let at = 0; at < goal; ) {
      await page.mouse.wheel(0, STEP_PX);
      at = await page.evaluate(() =>
        Number([...document.querySelectorAll('tbody tr[data-index]')].at(-1).dataset.index),
      );
    }
    lines.push([name, String(goal), ...(await seen(page, session))]);
  }
  await page.close();
  return lines;
}

function watchFrames() {
  globalThis.frames_ = [];
  let before = performance.now();
  const note = (now) => {
    globalThis.frames_.push(now - before);
    before = now;
    globalThis.nextFrame_ = requestAnimationFrame(note);
  };
  cancelAnimationFrame(globalThis.nextFrame_);
  requestAnimationFrame(note);
}

async function seen(page, session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { rows, elements, frames } = await page.evaluate(() => ({
    rows: document.querySelectorAll('tbody tr[data-index]').length,
    elements: document.querySelectorAll('*').length,
    frames: globalThis.frames_,
  }));
  const times = [0.5, 0.95, 1].map((share) => `${quantile(frames, share).toFixed(0)} ms`);
  return [String(rows), String(elements), (usedSize / 1_048_576).toFixed(1), ...times];
}
