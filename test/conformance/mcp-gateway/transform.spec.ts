import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/platform/common/json.js';
import { readTransform } from '../../../src/tools/transform/index.js';
import { sharedPath } from '../../helpers/shared-data.js';

interface TransformCase {
  readonly config: JsonObject;
  readonly input: JsonValue;
  readonly output?: JsonValue;
  /** Why the configuration is refused. */
  readonly configError?: string;
  /** The call ends mcp-gateway itself. */
  readonly panic?: boolean;
}

const file = sharedPath('conformance/mcp-gateway/transform-cases.json');
const cases: TransformCase[] = file ? JSON.parse(await readFile(file, 'utf8')) : [];

describe.skipIf(!file)('transforms in compat mode', () => {
  it.each(cases.map((one) => [JSON.stringify([one.config, one.input]), one] as const))('%s', (_name, one) => {
    const { transform, problems } = readTransform({ ...one.config, compat: true });
    if (one.configError !== undefined || one.panic) return expect(problems).not.toEqual([]);
    const shaped = transform ? transform.apply(one.input) : one.input;
    expect(withoutZeroFraction(shaped)).toEqual(withoutZeroFraction(one.output));
  });
});

/** JavaScript does not tell 1.0 from 1, so that a template spells both alike. */
function withoutZeroFraction(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? value.replace(/(\d)\.0(?!\d)/g, '$1') : value;
}
