import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';
import { compiledProduct } from '../helpers/compiled-product.js';

/** What `npm run torture` does, for a short while. */
async function torture(database: 'sqlite' | 'postgres'): Promise<{ code: number; output: string }> {
  const { folder } = await compiledProduct();
  const args = ['--database', database, '--minutes', '0.15', '--clients', '8', '--seed', '7', '--product', folder];
  return new Promise((done) => {
    execFile(process.execPath, [resolve('test/torture/run.mjs'), ...args], (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr });
    });
  });
}

describe('services under faults, judged from outside', () => {
  // Beside each other, since most of the time is for faults to last and for pauses to pass.
  it.concurrent.for(['sqlite', 'postgres'] as const)(
    'do nothing without consent, nothing twice, lose nothing, say what is true and come back (%s)',
    { timeout: 240_000 },
    async (database, { expect }) => {
      const { code, output } = await torture(database);
      expect(code, output).toBe(0);
    },
  );
});
