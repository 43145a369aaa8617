import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash, readYamlText } from '../../../tools/sources/files/capability-file/index.js';
import { validateFiles } from '../validate-files.js';
import { setInText } from './set-in-text.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fix-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Fixes a file with this text and gives what it says then. */
async function fix(text: string, name = 'x.yaml', compat = false) {
  const file = join(folder, name);
  await writeFile(file, text);
  const validation = await validateFiles([folder], { fix: true, compat });
  return { ...validation, text: await readFile(file, 'utf8') };
}

const input = (properties: string) => `name: a_b\nproviders: {}\nschema:\n  input:\n${properties}`;

describe('--fix', () => {
  it('V5 ⚠: renames the tool and nothing that looks like it', async () => {
    const text = 'name: my-tool\ndisplay_name: my-tool\nproviders: {}\nx:\n  name: my-tool-two\n';
    expect((await fix(text)).text).toBe(text.replace('name: my-tool', 'name: my_tool'));
  });

  it.each([
    ['name: "my-tool" # ours', 'name: "my_tool" # ours'],
    ["name:   'myTool'", "name:   'my_tool'"],
    ['name: HTTPTool-Box', 'name: http_tool_box'],
    ['"name": my-tool', '"name": my_tool'],
  ])('keeps quotes, spaces and comments: %s', async (before, after) => {
    expect((await fix(`# Top\n${before}\nproviders: {}   # none\n`)).text).toBe(
      `# Top\n${after}\nproviders: {}   # none\n`,
    );
  });

  it.each([
    ['default: [oslo, rome]', 'array'],
    ['default: []', 'array'],
    ['examples: [[1, 2]]', 'array'],
    ['uniqueItems: true', 'array'],
    ['prefixItems: [{ type: integer }]', 'array'],
    ['default: { a: 1 }', 'object'],
    ['default: 2.5', 'number'],
  ])('gives a property with %s the type %s', async (keyword, type) => {
    const { text } = await fix(input(`    properties:\n      one:\n        ${keyword}\n        description: One\n`));
    expect(text).toContain(`description: One\n        type: ${type}\n`);
  });

  it('adds type, description and required where they are missing, and leaves every other byte alone', async () => {
    const before = input(`    type: object   # flat
    properties:
      # The place
      city:
        enum: [oslo,   rome]
      days:
        default: 3       # a few
        description: |
          How many days.

      unit: {minimum: 1}
      note:

# End
`);
    const { text, fixes, report } = await fix(before);
    expect(text).toBe(
      input(`    type: object   # flat
    properties:
      # The place
      city:
        enum: [oslo,   rome]
        description: "The city parameter"
      days:
        default: 3       # a few
        description: |
          How many days.
        type: integer

      unit: {minimum: 1, type: number, description: "The unit parameter"}
      note: { type: string, description: "The note parameter" }
    required: []

# End
`),
    );
    expect(fixes.map(({ region, description }) => `${region.line}: ${description}`)).toEqual([
      '8: added a placeholder description to "city": say what it is for',
      '10: added "type: integer" to "days"',
      '16: gave the empty property "note" a type (string, assumed) and a placeholder description',
      '15: added "type: number" to "unit"',
      '15: added a placeholder description to "unit": say what it is for',
      '4: added "required: []": name the properties that a call cannot do without',
    ]);
    const complete = report.tools[0]?.results.find(({ rule }) => rule.id === 'AX-007');
    expect(complete).toMatchObject({ severity: 'PASS', score: 1 });
  });

  it('writes JSON into JSON', async () => {
    const before = '{"name": "a_b", "providers": {}, "schema": {"input": {"properties": {"a": {}, "b": null}}}}';
    const { text } = await fix(before);
    const a = { type: 'string', description: 'The a parameter' };
    const b = { type: 'string', description: 'The b parameter' };
    expect(JSON.parse(text).schema).toEqual({ input: { properties: { a, b }, required: [] } });
  });

  it('changes nothing the second time', async () => {
    const { text } = await fix(input('    properties:\n      a: {}\n      myKey:\n        description: d\n'));
    const again = await validateFiles([folder], { fix: true });
    expect(again.fixes).toEqual([]);
    expect(await readFile(join(folder, 'x.yaml'), 'utf8')).toBe(text);
  });

  it('keeps line ends, byte order mark and file mode, and leaves no other file behind', async () => {
    const { text } = await fix(
      '\ufeffname: my-tool\r\nproviders: {}\r\nschema:\r\n  input:\r\n    properties:\r\n      a: {type: string, description: d}\r\n',
    );
    expect(text).toBe(
      '\ufeffname: my_tool\r\nproviders: {}\r\nschema:\r\n  input:\r\n    properties:\r\n      a: {type: string, description: d}\r\n    required: []\r\n',
    );
    expect((await stat(join(folder, 'x.yaml'))).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(await readdir(folder)).toEqual(['x.yaml']);
  });

  it('does not give a tool the name of another, nor touch a pinned file', async () => {
    await writeFile(join(folder, 'a.yaml'), 'name: my_tool\nproviders: {}');
    const pinned = 'name: pinned-tool\nproviders: {}\n';
    await writeFile(join(folder, 'p.yaml'), `${pinned}sha256: ${contentHash(pinned)}\n`);
    const { text, fixes } = await fix('name: my-tool\nproviders: {}');
    expect(text).toBe('name: my-tool\nproviders: {}');
    expect(fixes.map(({ refused }) => refused)).toEqual([
      'the file is pinned by sha256',
      'another tool is called "my_tool" already',
    ]);
  });

  it('leaves what stands behind an alias, because it stands elsewhere too', async () => {
    const text = input('    properties:\n      a: &same {description: d}\n      b: *same\n    required: [a]\n');
    const { text: after, fixes } = await fix(text);
    expect(after).toBe(text);
    expect(fixes.map(({ refused }) => refused)).toEqual(Array(2).fill(expect.stringContaining('edit it by hand')));
  });

  it('in compat mode only renames, and reports what was there before', async () => {
    const { text, report } = await fix(`name: my-tool\n${input('    properties: {a: {}}').slice(10)}`, 'x.yaml', true);
    expect(text).toContain('name: my_tool');
    expect(text).toContain('{a: {}}');
    expect(report.tools[0]?.tool.name).toBe('my-tool');
  });

  it('writes nothing whose value would be another than intended', () => {
    const { value } = readYamlText('x.yaml', 'a: 1\n? b\n: 2\n');
    expect(value && setInText(value, ['c', 'd'], 'x')).toBeUndefined();
    expect(value && setInText(value, ['c'], 'x')?.value).toEqual({ a: 1, b: 2, c: 'x' });
  });
});
