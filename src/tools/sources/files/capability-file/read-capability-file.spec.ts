import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contentHash,
  describeFileProblem,
  findFiles,
  isYamlFile,
  readCapabilityFile,
  readCapabilityText,
  readYamlFile,
  readYamlText,
} from './index.js';

/** What is reported of a text, one line each. */
function problemsOf(text: string): string[] {
  return (readCapabilityText('x.yaml', text).problems ?? []).map(describeFileProblem);
}

const WEATHER = `# Forecasts
name: acme_weather
schema:
  input:
    type: object
    properties:
      city: {type: string}
providers:
  primary:
    config: {base_url: https://weather.example}
  fallback:
    - {service: graphql}
metadata:
  tags:
`;

describe('a capability file', () => {
  it('is read with its defaults, and empty keys are like none', () => {
    const { value } = readCapabilityText('dir/w.yaml', WEATHER);
    expect(value?.capability).toMatchObject({
      name: 'acme_weather',
      description: '',
      providers: { primary: { service: 'rest', timeout: 30 }, fallback: [{ service: 'graphql' }] },
      metadata: { tags: [], read_only: false },
    });
  });

  it('has the name of the file where it gives none', () => {
    expect(readCapabilityText('dir/acme_news.yml', 'providers: {}').value?.capability.name).toBe('acme_news');
  });

  it('knows where keys and values stand, and the nearest place of what is absent', () => {
    const source = readYamlText('w.yaml', WEATHER).value;
    expect(source?.valueRegion(['name'])).toEqual({ line: 2, column: 7, endLine: 2, endColumn: 19 });
    expect(source?.keyRegion(['schema', 'input', 'properties', 'city'])).toMatchObject({ line: 7, column: 7 });
    expect(source?.valueRegion(['providers', 'fallback', 0, 'service'])).toMatchObject({ line: 12, column: 17 });
    expect(source?.keyRegion(['schema', 'input', 'required'])).toMatchObject({ line: 4, column: 3 });
    expect(source?.keyRegion(['description'])).toMatchObject({ line: 2, column: 1 });
  });

  it('reads YAML 1.2: "no", "off" and "yes" are text', () => {
    const text = 'providers: {}\nschema: {input: {enum: [off, no, yes]}}';
    expect(readCapabilityText('x.yaml', text).value?.capability.schema.input).toEqual({ enum: ['off', 'no', 'yes'] });
  });

  it('is refused with the line and key where it has the wrong shape', () => {
    expect(problemsOf('name: a\n')).toEqual(['x.yaml:1:1: "providers": is missing']);
    expect(problemsOf('name: 5\nproviders: {}')).toEqual(['x.yaml:1:7: "name": expected string, received number']);
    expect(problemsOf('providers: {}\ntransform: {redact: [email]}')).toEqual([
      'x.yaml:2:22: "transform.redact.0": expected object, received string',
    ]);
    expect(problemsOf('')).toEqual(['x.yaml: is not a capability: a map with "name" and "providers" is expected']);
  });

  it('is refused when it was changed after it was pinned', () => {
    const pinned = (text: string) => `${text}sha256: ${contentHash('name: a\nproviders: {}\n').toUpperCase()}\n`;
    expect(problemsOf(pinned('name: a\nproviders: {}\n'))).toEqual([]);
    expect(problemsOf(pinned('name: b\nproviders: {}\n'))).toEqual([
      expect.stringMatching(/^x\.yaml:3:9: Capability hash mismatch \(rug-pull protection\)/),
    ]);
  });
});

describe('broken and hostile YAML', () => {
  it.each([
    ['a misplaced bracket', 'a: [1\nb: 2', /^x\.yaml:2:1: Flow sequence/],
    ['a key that is there twice', 'name: a\nname: b\n', /^x\.yaml:2:1: the key "name" is there twice$/],
    ['two documents', 'a: 1\n---\nb: 2\n', /^x\.yaml:2:1: a second document begins here; a file has one$/],
    ['an unknown alias', 'a: *nope', /Unresolved alias/],
    ['an alias inside itself', 'a: &a [*a]\nproviders: {}', /nests deeper than 100 levels/],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]`,
      /^x\.yaml: expands more than 100 aliases$/,
    ],
    ['thousands of brackets', '['.repeat(20_000), /^x\.yaml: nests deeper than 100 levels$/],
  ])('is told for %s', (_what, text, message) => {
    expect(problemsOf(text)[0]).toMatch(message);
  });

  it('runs nothing: unknown tags are data, and __proto__ is a key like others', () => {
    expect(problemsOf('providers: {}\n__proto__: {polluted: true}\nx: !!js/function "y"')).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('files on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capabilities-'));
    await mkdir(join(folder, 'b'));
    await writeFile(join(folder, 'b', 'z.yaml'), 'name: z');
    await writeFile(join(folder, 'b', 'a.yml'), 'name: a');
    await writeFile(join(folder, 'README.md'), '');
    await symlink(folder, join(folder, 'b', 'circle'));
    await writeFile(join(folder, 'binary.yaml'), Buffer.from([0x6e, 0, 1]));
    await writeFile(join(folder, 'latin.yaml'), Buffer.from('name: caf\xe9', 'latin1'));
    await writeFile(join(folder, 'large.yaml'), `name: ${'x'.repeat(300_000)}`);
    await symlink('nowhere', join(folder, 'b', 'lock'));
    await symlink('loop', join(folder, 'loop'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are found in one order, each once, through links that go in circles', async () => {
    const { files, problems, ignored } = await findFiles([folder, join(folder, 'b', 'a.yml')], isYamlFile);
    expect(files.map((file) => relative(folder, file))).toEqual([
      'b/a.yml',
      'b/z.yaml',
      'binary.yaml',
      'large.yaml',
      'latin.yaml',
    ]);
    expect({ problems, ignored }).toEqual({ problems: [], ignored: [] });
  });

  it('are missed where a link that is called like them leads nowhere', async () => {
    const link = join(folder, 'b', 'gone.yaml');
    await symlink('nowhere', link);
    const { problems } = await findFiles([folder], isYamlFile);
    await rm(link);
    expect(problems).toEqual([{ file: link, message: 'does not exist' }]);
    const { problems: named } = await findFiles([join(folder, 'loop')], isYamlFile);
    expect(named).toMatchObject([{ message: 'cannot be read: its links go round in a circle' }]);
  });

  it('are missed or ignored by name', async () => {
    const [missing, other] = [join(folder, 'nowhere'), join(folder, 'README.md')];
    const { problems, ignored } = await findFiles([missing, other], isYamlFile);
    expect({ problems, ignored }).toEqual({
      problems: [{ file: missing, message: 'does not exist' }],
      ignored: [other],
    });
  });

  it.each([
    ['binary.yaml', /is not text: it has NUL bytes/],
    ['latin.yaml', /is not text in UTF-8/],
    ['large.yaml', /has 300006 bytes; at most 262144 are read/],
    ['gone.yaml', /there is no such file/],
    ['b', /is no file/],
    ['loop', /its links go round in a circle/],
  ])('are refused in words: %s', async (name, message) => {
    const { problems } = await readYamlFile(join(folder, name));
    expect(problems?.map(describeFileProblem)).toEqual([expect.stringMatching(message)]);
  });

  it.skipIf(process.getuid?.() === 0)('are refused where this user may not read them', async () => {
    const file = join(folder, 'b', 'z.yaml');
    await chmod(file, 0);
    expect((await readCapabilityFile(file)).problems?.[0]?.message).toContain('this user may not read it');
  });
});
