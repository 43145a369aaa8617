import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadingHint } from './loading-hint.js';

const run = promisify(execFile);

describe('what is said of a module that Node.js cannot load', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-hint-'));
    await writeFile(join(folder, 'package.json'), '{"type": "commonjs"}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Node.js itself says what it stumbles over; the tests load modules in another way. */
  async function hintOf(name: string, source: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, source);
    const loading = `import('${pathToFileURL(file).href}').catch((error) => console.log(error.message))`;
    const { stdout } = await run(process.execPath, ['-e', loading]);
    return loadingHint(file, new SyntaxError(stdout.trim()));
  }

  it('is that package.json has to call it a module', async () => {
    const hint = expect.stringContaining('needs "type": "module" in the nearest package.json');
    expect(await hintOf('a.js', "import { sep } from 'node:path';\nexport const a = sep;")).toEqual(hint);
    expect(await hintOf('b.js', 'export const a = 1;')).toEqual(hint);
    expect(await hintOf('c.ts', "import { sep } from 'node:path';\nexport const a: string = sep;")).toEqual(hint);
  });

  it('is that it cannot use decorators', async () => {
    const hint = expect.stringContaining('it cannot use decorators');
    expect(await hintOf('d.mts', "@Handler('a')\nexport class A {\n  readonly kind: string = 'tool';\n}")).toEqual(
      hint,
    );
  });

  it('is nothing where it says enough', async () => {
    expect(await hintOf('e.mjs', 'export const a = ;')).toBe('');
  });
});
