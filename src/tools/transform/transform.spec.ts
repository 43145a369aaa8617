import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { readTransform } from './index.js';
import { MAX_REDACTED_TEXT } from './redact.js';

function apply(config: JsonObject, value: JsonValue): JsonValue {
  const { transform, problems } = readTransform(config);
  expect(problems).toEqual([]);
  return transform ? transform.apply(value) : value;
}

const problemsOf = (config: unknown) =>
  readTransform(config).problems.map(({ path, message }) => `${path}: ${message}`);

const SEARCH: JsonObject = {
  query: { original: 'rust', altered: 'x' },
  web: {
    results: [
      { title: 'A', url: 'u1', score: 1 },
      { url: 'u2', description: 'mail joe@corp.example' },
    ],
  },
  noise: 1,
};

describe('a transform', () => {
  it('projects, renames, redacts and keeps the rows together', () => {
    const config = {
      project: ['web.results[].title', 'web.results[].url', 'web.results[].description', 'query.original'],
      rename: { 'web.results': 'results', 'query.original': 'query' },
      redact: [{ pattern: '[\\w.]+@[\\w.]+', replacement: '[EMAIL]' }],
    };
    const lean = {
      results: [
        { title: 'A', url: 'u1' },
        { url: 'u2', description: 'mail [EMAIL]' },
      ],
      query: 'rust',
    };
    expect(apply(config, SEARCH)).toEqual(lean);
    expect(apply({ ...config, format: { type: 'nested' } }, SEARCH)).toEqual(lean);
    expect(apply({ ...config, format: { type: 'flat' } }, SEARCH)).toEqual({
      'results.0.title': 'A',
      'results.0.url': 'u1',
      'results.1.url': 'u2',
      'results.1.description': 'mail [EMAIL]',
      query: 'rust',
    });
    const template = "Found {{results.length}} results for '{{query}}', first {{results[0].title}}{{nothing}}";
    expect(apply({ ...config, format: { type: 'template', template } }, SEARCH)).toBe(
      "Found 2 results for 'rust', first A",
    );
  });

  it('that says nothing is none', () => {
    expect(readTransform({})).toEqual({ transform: undefined, problems: [] });
  });
});

describe('a projection', () => {
  it.each<[string, string[], JsonValue, JsonValue]>([
    ['keeps one row as a list', ['xs[].id'], { xs: [{ id: 1, n: 2 }] }, { xs: [{ id: 1 }] }],
    ['keeps an empty list', ['xs[].id'], { xs: [], n: 1 }, { xs: [] }],
    ['keeps a row that lacks the field', ['xs[].id'], { xs: [{ n: 2 }, { id: 1 }] }, { xs: [{}, { id: 1 }] }],
    ['reads a list at the top', ['[].id'], [{ id: 1, n: 2 }], [{ id: 1 }]],
    ['takes one item', ['xs[1]'], { xs: [1, 2, 3] }, { xs: [2] }],
    [
      'adds what one item has more',
      ['xs[].a', 'xs[0].b'],
      {
        xs: [
          { a: 1, b: 2 },
          { a: 3, b: 4 },
        ],
      },
      { xs: [{ a: 1, b: 2 }, { a: 3 }] },
    ],
    ['goes into lists of lists', ['m[][].v'], { m: [[{ v: 1, w: 2 }]] }, { m: [[{ v: 1 }]] }],
    ['reads keys with dots', ['["a.b"].c', '$.d'], { 'a.b': { c: 1 }, d: 2, e: 3 }, { 'a.b': { c: 1 }, d: 2 }],
    ['keeps null', ['a'], { a: null, b: 1 }, { a: null }],
    [
      'keeps what has the same last name apart',
      ['a.id', 'b.id'],
      { a: { id: 1 }, b: { id: 2, n: 3 } },
      { a: { id: 1 }, b: { id: 2 } },
    ],
    ['takes an item of an item', ['m[1][0]'], { m: [[1], [2, 3]] }, { m: [[2]] }],
    ['reads [*] as every item', ['m[*].v'], { m: [{ v: 1, w: 2 }] }, { m: [{ v: 1 }] }],
    ['finds nothing inherited', ['constructor', '__proto__'], { a: 1 }, {}],
    ['leaves an object of a text', ['a'], 'text', {}],
  ])('%s', (_what, project, value, left) => {
    expect(apply({ project }, value)).toEqual(left);
  });
});

describe('a renaming', () => {
  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    [
      'puts a new name into every row',
      { 'xs[].o.login': 'by' },
      { xs: [{ o: { login: 'a' }, n: 1 }] },
      { xs: [{ n: 1, by: 'a' }] },
    ],
    ['can exchange two names', { a: 'b', b: 'a' }, { a: 1, b: 2 }, { b: 1, a: 2 }],
    ['gives each its new name once', { a: 'b', b: 'c' }, { a: 1, b: 2 }, { b: 1, c: 2 }],
    ['replaces what had the name', { a: 'b' }, { a: 1, b: 2 }, { b: 1 }],
    ['renames rows before their list', { xs: 'rows', 'xs[].a': 'b' }, { xs: [{ a: 1 }] }, { rows: [{ b: 1 }] }],
    ['leaves what is not there', { 'a.b': 'c' }, { a: { d: 1 } }, { a: { d: 1 } }],
  ])('%s', (_what, rename, value, left) => {
    expect(apply({ rename }, value)).toEqual(left);
  });
});

describe('a format', () => {
  const flat = (value: JsonValue) => apply({ format: { type: 'flat' } }, value);

  it.each<[string, JsonValue, JsonValue]>([
    ['keeps what is empty', { a: {}, b: { c: [] }, d: null }, { a: {}, 'b.c': [], d: null }],
    ['leaves a single value', 's', 's'],
    ['counts the items of a list', [1, { a: 2 }], { '0': 1, '1.a': 2 }],
    ['loses none of two values with the same key', { a: { b: 1 }, 'a.b': 2 }, { 'a.b': 1, 'a.b (2)': 2 }],
  ])('"flat" %s', (_what, value, left) => {
    expect(flat(value)).toEqual(left);
  });

  it('"template" is filled in once: a value is never read as a template', () => {
    const format = (template: string) => ({ format: { type: 'template', template } });
    expect(apply(format('{{a}} {{b}}'), { a: '{{b}}', b: 'B' })).toBe('{{b}} B');
    expect(apply(format('{{ x.length }} {{x[0].t}} {{x.0.t}} {{x}}'), { x: [{ t: 1 }] })).toBe('1 1 1 [{"t":1}]');
  });
});

describe('a redaction', () => {
  const ssn = { pattern: '\\b\\d{3}-\\d{2}-\\d{4}\\b', replacement: '[SSN]' };

  it('finds texts at any depth, and numbers as they are written', () => {
    const card = { pattern: '\\b\\d{16}\\b', replacement: '[CARD]' };
    const value = { a: ['x 123-45-6789'], n: 4111111111111111, small: 5, t: true, z: null };
    expect(apply({ redact: [ssn, card] }, value)).toEqual({ a: ['x [SSN]'], n: '[CARD]', small: 5, t: true, z: null });
  });

  it('leaves keys alone unless it is told otherwise, and loses none of them', () => {
    const mail = { pattern: '\\w+@\\w+', replacement: '[EMAIL]' };
    const value = { 'a@b': 1, 'c@d': 'x@y' };
    expect(apply({ redact: [mail] }, value)).toEqual({ 'a@b': 1, 'c@d': '[EMAIL]' });
    expect(apply({ redact: [{ ...mail, keys: true }] }, value)).toEqual({ '[EMAIL]': 1, '[EMAIL] (2)': '[EMAIL]' });
  });

  it.each([
    ['(\\w+)@(\\w+)', '$2 at $1', 'joe@corp', 'corp at joe'],
    ['(\\w+)@(\\w+)', '$1_x', 'joe@corp', ''],
    ['(\\w+)@(\\w+)', '${1}_x', 'joe@corp', 'joe_x'],
    ['(?P<u>\\w+)@(\\w+)', '$u!', 'joe@corp', 'joe!'],
    ['\\$\\d+', '$$', 'cost $55', 'cost $'],
    ['a*', '-', 'baac', '-b-c-'],
    ['x', '$&$0', 'x', '$&x'],
  ])('%s → %s', (pattern, replacement, text, left) => {
    expect(apply({ redact: [{ pattern, replacement }] }, text)).toBe(left);
  });

  it('withholds everything when a pattern cannot run', () => {
    const { transform, problems } = readTransform({ redact: [{ pattern: '[', replacement: '#' }] });
    expect(problems[0]?.path).toBe('redact[0].pattern');
    expect(JSON.stringify(transform?.apply({ secret: 's3cret' }))).not.toContain('s3cret');
    expect(transform?.redactText('s3cret')).toBe('[withheld]');
  });

  it('withholds a text that is too long to be searched, or takes too long', () => {
    expect(apply({ redact: [ssn] }, { a: 'x'.repeat(MAX_REDACTED_TEXT + 1), b: 'b' })).toEqual({
      a: '[withheld]',
      b: 'b',
    });
    expect(apply({ redact: [{ pattern: 'a.*b|a', replacement: '' }] }, 'a'.repeat(20_000))).toBe('[withheld]');
  });
});

describe('what cannot be used is said when it is read:', () => {
  it.each<[JsonObject, string]>([
    [{ project: 'a' }, 'project: '],
    [{ projects: ['a'] }, ': Unrecognized key: "projects" (did you mean "project"?); known are "compat", '],
    [{ project: ['a', 'x['] }, 'project[1]: "x[" is not a path: unexpected "[" at character 2'],
    [{ project: ['a[-1]'] }, 'project[0]: "a[-1]" is not a path: unexpected "[" at character 2'],
    [{ project: ['a'], compat: 'yes' }, 'compat: '],
    [{ project: ['a..b'] }, 'project[0]: "a..b" is not a path: unexpected "." at character 3'],
    [{ project: [''] }, 'project[0]: "" is not a path: it names nothing'],
    [{ rename: { 'xs[]': 'y' } }, 'rename["xs[]"]: a path that is renamed ends in keys'],
    [{ project: ['a.b'], rename: { c: 'd' } }, 'rename["c"]: is not among what "project" keeps'],
    [{ redact: ['email'] }, 'redact[0]: '],
    [{ redact: [{ pattern: '(?=x)y', replacement: '' }] }, 'redact[0].pattern: uses lookahead'],
    [{ format: { type: 'Flat' } }, 'format.type: '],
    [{ format: { type: 'template' } }, 'format.template: is needed by the type "template"'],
  ])('%j', (config, problem) => {
    expect(problemsOf(config)[0]).toContain(problem);
  });
});

describe('with "compat"', () => {
  it.each<[JsonObject, JsonValue, JsonValue]>([
    [
      {
        project: ['web.results[].title', 'web.results[].url', 'query.original'],
        rename: { 'query.original': 'query', 'web.results': 'results' },
      },
      SEARCH,
      { query: 'rust', title: 'A', url: ['u1', 'u2'] },
    ],
    [
      { project: ['data.items[0]', 'data.total'], format: { type: 'flat' } },
      { data: { items: [{ id: 1, tags: ['a', 'b'], empty: {} }], total: null } },
      { 'items[0].id': 1, 'items[0].tags.0': 'a', 'items[0].tags.1': 'b', total: null },
    ],
    [{ project: ['[].id'] }, [{ id: 1 }, { id: 2 }], { id: [1, 2] }],
    [{ format: { type: 'flat' } }, [1, { a: 2 }], { '.0': 1, '.1.a': 2 }],
    [{ format: { type: 'flat' } }, 's', { '': 's' }],
    [{ format: { type: 'flat' } }, { a: { b: 2 }, 'a.b': 1, e: {} }, { 'a.b': 1 }],
    [{ project: ['items[0'], unknown: 1 }, { items: [1] }, { 'items[0': [1] }],
    [{ project: ['a[0][1].v'] }, { a: { v: 1 } }, { v: 1 }],
    [{ rename: { a: 'b', b: 'c' } }, { a: 1 }, { c: 1 }],
    [{ redact: [{ pattern: '\\w[\\w ]\\d', replacement: '#' }] }, 'é日٣ \\w', '# \\w'],
    [
      { format: { type: 'template', template: '{{a}} {{b}} {{a.length}}|{{é}}' } },
      { a: '{{b}}', b: 1e21, é: 2 },
      '1e21 1e21 |2',
    ],
    [{ format: { type: 'template' } }, { a: 1 }, { a: 1 }],
    [{ redact: [{ pattern: '\\d{4}', replacement: '#' }] }, { n: 4111 }, { n: 4111 }],
    [
      {
        project: ['items[].n', 'q'],
        rename: { n: 'names' },
        format: { type: 'template', template: '{{q}}: {{names}} / {{missing}}.' },
      },
      { q: 'cats', items: [{ n: 'Tom' }, { n: 'Felix' }] },
      'cats: ["Tom","Felix"] / .',
    ],
  ])('%j gives columns', (config, value, left) => {
    expect(apply({ ...config, compat: true }, value)).toEqual(left);
  });

  it('leaves out a pattern that cannot run, and says so', () => {
    const redact = [
      { pattern: '[', replacement: '#' },
      { pattern: 'x', replacement: '#' },
    ];
    const { transform, problems } = readTransform({ compat: true, redact });
    expect(problems.map(({ path }) => path)).toEqual(['redact[0].pattern']);
    expect(transform?.apply('[x')).toBe('[#');
  });

  it('refuses a path on which mcp-gateway ends itself', () => {
    const { transform, problems } = readTransform({ compat: true, project: ['a', 'b['] });
    expect(problems).toEqual([{ path: 'project[1]', message: '"b[" is not a path: "b[" ends in "["' }]);
    expect(JSON.stringify(transform?.apply({ a: 's3cret' }))).not.toContain('s3cret');
  });
});
