import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkManifest } from '../../src/tools/package-format/index.js';

describe('docs/tool-packages.md', () => {
  it('shows a manifest that can be built', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/tool-packages.md', 'utf8')) ?? [];
    expect(checkManifest(JSON.parse(text))).toEqual([]);
  });
});
