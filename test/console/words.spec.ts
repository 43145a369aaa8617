import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { describeInBrowser, violations } from './browser.js';

describeInBrowser('words that somebody else has chosen', (reader) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await openSqlite(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
    });
  });
  afterAll(() => engine.close());

  const widthOf = async (page: Page, column: string) =>
    (await page.getByRole('columnheader', { name: column, exact: true }).boundingBox())?.width ?? 0;

  it.each([1440, 390])('stay in their place, however long they are (%i)', async (width) => {
    const id = randomUUID();
    await engine.say(`cancel my order 7017 ${'x'.repeat(880)}`, id);
    const viewport = { width, height: 844 };
    const page = await reader.open(`${engine.url}/console/conversations/${id}`, { viewport });
    const heading = page.getByRole('heading', { level: 1 });
    await heading.getByText('cancel my order 7017').waitFor();
    expect((await heading.boundingBox())?.height).toBeLessThan(70);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    const list = await reader.open(`${engine.url}/console/conversations`, { viewport });
    expect(
      (
        await list
          .getByRole('link', { name: 'x'.repeat(100) })
          .first()
          .boundingBox()
      )?.height,
    ).toBeLessThan(140);
    await page.getByText(/^Turn 1, from the words “cancel my order 7017 x{59}…”$/).waitFor();
    for (const column of ['Name', 'Value']) expect(await widthOf(page, column)).toBeGreaterThan(80);
    expect(await violations(page)).toEqual([]);
  });

  it('turn nothing around: what would do so is named, in the list, the title, the bubble and the evidence', async () => {
    const id = randomUUID();
    await engine.say('cancel my \u202eorder 7018\u202c \u2067now\u2069', id);
    const said = 'cancel my [U+202E]order 7018[U+202C] [U+2067]now[U+2069]';
    const page = await reader.open(`${engine.url}/console/conversations`);
    await page.getByRole('link', { name: said }).click();
    await page.getByRole('heading', { level: 1, name: said }).waitFor();
    const seen = page.getByRole('region', { name: 'As its user saw it' });
    await seen.getByText(said).waitFor();
    await page.getByText(`Understood as a new request (“${said}”`, { exact: false }).waitFor();
    expect(await page.evaluate('document.body.textContent')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    await page.getByText(/^All \d+ events as recorded$/).click();
    expect(await page.title()).toContain('[U+202E]');
  });
});
