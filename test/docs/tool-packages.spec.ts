import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import { checkManifest } from '../../src/tools/package-format/index.js';

describe('docs/tool-packages.md', () => {
  it('shows a manifest that can be built', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/tool-packages.md', 'utf8')) ?? [];
    expect(checkManifest(JSON.parse(text))).toEqual([]);
  });

  it('shows bodies and credentials that a manifest may have', () => {
    const text = readFileSync('docs/tool-packages.md', 'utf8');
    const [whole, part] = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, block = '']) => JSON.parse(block) as { project: object; tools: [object] },
    );
    if (!whole || !part) throw new Error('The document does not show two manifests.');
    const project = {
      ...whole.project,
      ...part.project,
      execution_model: 'remote-http',
      entrypoint: 'https://a.example',
    };
    const input_schema = { type: 'object', properties: { photo: { type: 'string' }, tags: { type: 'array' } } };
    const constraints = { read_only_mode_supported: false, side_effects: ['Keeps a receipt.'] };
    const examples = [{ input: {}, output: { count: 1 } }];
    const tools = [{ ...whole.tools[0], ...part.tools[0], input_schema, constraints, examples }];
    expect(checkManifest({ ...whole, project, tools } as unknown as JsonObject)).toEqual([]);
  });
});
