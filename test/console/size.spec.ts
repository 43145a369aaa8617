import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtConsole } from './browser.js';

/** Bytes, compressed: what a browser loads before the first page can be used. */
const MOST = 220_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

describe('the size of the console', () => {
  beforeAll(builtConsole);

  it('is small at the first load, the page "Try it" with it', async () => {
    const chunks = JSON.parse(await readFile('dist/console/manifest.json', 'utf8')) as Record<string, Chunk>;
    const files = new Set<string>();
    const seen = new Set<string>();
    const add = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const { file, imports = [], css = [] } = chunks[name] ?? { file: '' };
      for (const one of [file, ...css]) files.add(one);
      for (const one of imports) add(one);
    };
    for (const [name, { isEntry }] of Object.entries(chunks)) if (isEntry) add(name);
    add('src/pages/try/try-page.tsx');
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipSync(await readFile(`dist/console/${file}`)).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(files.size).toBeGreaterThan(3);
    expect(total).toBeLessThanOrEqual(MOST);
    console.log(`first load of the console: ${Math.round(total / 1000)} KB in ${files.size} files`);
  });
});
