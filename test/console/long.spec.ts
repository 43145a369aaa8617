import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

const TURNS = 10_000;

describeInBrowser('a long conversation in "Try it"', (reader) => {
  let engine: TestEngine;
  const id = randomUUID();
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
    await engine.say('cancel my order 1', id);
    await repeatFirstTurn(engine, id);
  });
  afterAll(() => engine.close());

  it('opens with its newest turns, reads no more of it, and shows earlier ones when asked', async () => {
    const page = await reader.open('about:blank');
    let events = 0;
    page.on('response', async (response) => {
      if (response.url().includes('/conversation/audit/')) events += ((await response.json()) as unknown[]).length;
    });
    const began = performance.now();
    await page.goto(`${engine.url}/console/try/${id}`);
    const log = page.getByRole('log');
    await log.getByText(`cancel my order ${TURNS}`).waitFor();
    console.log(`newest of ${TURNS} turns shown after ${Math.round(performance.now() - began)} ms`);
    expect(await log.getByRole('button', { name: /why\?$/ }).count()).toBe(20);
    await expect.poll(() => events).toBe(1);
    const earlier = log.getByRole('button', { name: 'Show earlier' });
    await earlier.focus();
    await page.keyboard.press('Enter');
    await log.getByText(`cancel my order ${TURNS - 39}`).waitFor();
    expect(await log.getByRole('button', { name: /why\?$/ }).count()).toBe(40);
    // What was at the top is still in sight, below what has appeared.
    expect(await log.evaluate((list) => list.scrollTop)).toBeGreaterThan(300);
    expect(await violations(page)).toEqual([]);
  });

  it('goes on live', async () => {
    const page = await reader.open(`${engine.url}/console/try/${id}`);
    const log = page.getByRole('log');
    await page.getByText('✓ live').waitFor();
    await log.getByText(`cancel my order ${TURNS}`).waitFor();
    await engine.say('what does it cost?', id);
    await log.getByText('what does it cost?').waitFor();
    await log.getByRole('button', { name: `Turn ${TURNS + 1}: why?` }).waitFor();
  });
});

/** As if the same had been said again and again. */
async function repeatFirstTurn({ database: { database } }: TestEngine, id: string): Promise<void> {
  const numbers = `WITH RECURSIVE n(no) AS (SELECT 2 UNION ALL SELECT no + 1 FROM n WHERE no < ${TURNS})`;
  await database.query(
    `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, intent_code,
       state_code, duration_ms, record_hash, events_json)
     ${numbers} SELECT conversation_id, last_audit_id * no, last_audit_id * (no - 1) + 1, no, created_at, intent_code,
       state_code, duration_ms, 'h', replace(events_json, 'cancel my order 1', 'cancel my order ' || no)
       FROM ce_turn_record, n WHERE conversation_id = $1`,
    [id],
  );
  await database.query(
    `UPDATE ce_conversation SET turn_no = ${TURNS}, last_audit_id = last_audit_id * ${TURNS} WHERE conversation_id = $1`,
    [id],
  );
}
