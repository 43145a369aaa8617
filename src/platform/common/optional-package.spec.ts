import { describe, expect, it } from 'vitest';
import { loadOptional, PackageMissing } from './optional-package.js';

const NOT_FOUND = Object.assign(new Error("Cannot find package 'unpdf' imported from /app/pdf-text.js"), {
  code: 'ERR_MODULE_NOT_FOUND',
});

describe('a part that stands on a package of its own', () => {
  it('says what to install where the package is missing', async () => {
    await expect(loadOptional('unpdf', 'Reading a PDF', () => Promise.reject(NOT_FOUND))).rejects.toThrow(
      'Reading a PDF needs the package unpdf, which is not installed: npm i unpdf',
    );
    await expect(loadOptional('unpdf', 'Reading a PDF', () => Promise.reject(NOT_FOUND))).rejects.toThrow(
      PackageMissing,
    );
  });

  it('is loaded where it is there, and fails as it fails where something else is wrong', async () => {
    expect(await loadOptional('unpdf', 'Reading a PDF', async () => 'loaded')).toBe('loaded');
    await expect(loadOptional('other', 'Reading a PDF', () => Promise.reject(NOT_FOUND))).rejects.toBe(NOT_FOUND);
  });
});
