import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSecret, type SecretReference } from './secret.js';

afterEach(() => vi.unstubAllEnvs());

describe('a secret', () => {
  it('is read from the environment when it is needed, so that it can be rotated', async () => {
    vi.stubEnv('CRM_KEY', 'one');
    expect(await readSecret('env:CRM_KEY', 'auth.secret')).toBe('one');
    vi.stubEnv('CRM_KEY', 'two');
    expect(await readSecret('env:CRM_KEY', 'auth.secret')).toBe('two');
  });

  it('is read from a file, without the line end', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'secret-')), 'key');
    await writeFile(file, 'se cret\r\n');
    expect(await readSecret(`file:${file}` as SecretReference, 'auth.secret')).toBe('se cret');
  });

  it('is read from a field of a JSON file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'secret-')), 'keys.json');
    await writeFile(file, '{"crm": {"key": "one"}, "port": 80}');
    expect(await readSecret(`file:${file}:crm.key` as SecretReference, 'auth.secret')).toBe('one');
    for (const field of ['crm', 'port', 'nothing']) {
      const read = readSecret(`file:${file}:${field}` as SecretReference, 'auth.secret');
      await expect(read).rejects.toThrow(`auth.secret refers to "${field}" of the file ${file}, which is missing`);
    }
  });

  it.each([
    ['env:NOT_SET_ANYWHERE', 'auth.secret refers to the environment variable NOT_SET_ANYWHERE, which is missing'],
    ['file:/not/there', 'auth.secret refers to the file /not/there, which is missing or empty.'],
  ])('that is not there is told by its reference %s', async (reference, message) => {
    await expect(readSecret(reference as SecretReference, 'auth.secret')).rejects.toThrow(message);
  });

  it('that stands where a reference should is refused, and not repeated', async () => {
    for (const inline of ['sk-live-123', 'env:sk live 123', 'file:relative/sk-live', '']) {
      const failure = await readSecret(inline as SecretReference, 'auth.secret').catch((error: Error) => error);
      expect(String(failure)).toBe(
        'EngineError: auth.secret is not a reference. Write env:NAME or file:/path, never the secret itself.',
      );
    }
  });
});
