import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/authoring/toolgen/init/classify.js';
import { withFittingExample } from '../../../src/authoring/toolgen/init/draft.js';
import { discoverLibrary } from '../../../src/authoring/toolgen/init/library/discover-library.js';
import { READING_LIMITS, type ReadingLimits } from '../../../src/authoring/toolgen/init/library/library-files.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import type { PackagedTool as Tool } from '../../../src/tools/package-format/index.js';
import { temporaryFolder } from '../package-fixture.js';

function discover(files: Record<string, string>, manifest: object = {}, limits?: ReadingLimits) {
  const folder = temporaryFolder();
  const whole = { 'package.json': JSON.stringify({ name: 'ledger', version: '1.0.0', ...manifest }), ...files };
  for (const [path, text] of Object.entries(whole)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { library } = classify(folder).surfaces;
  if (!library) throw new Error('no library was found');
  return discoverLibrary(library, folder, 'Keeps books.', () => {}, limits);
}

/** Discovers what declarations declare, for a package of ES modules. */
const declared = (types: string, more: Record<string, string> = {}) =>
  discover({ 'index.js': '', 'index.d.ts': types, ...more }, { type: 'module' });

/** What is called for each tool: its export and parameters. */
const callsOf = (tools: readonly Tool[]) =>
  Object.fromEntries(
    tools.map(({ name, binding }) => [
      name,
      binding.type === 'in-process' ? [binding.export, ...(binding.parameters ?? [])].join(' ') : '',
    ]),
  );

const inputOf = (types: string, more?: Record<string, string>) => {
  const [tool] = declared(types, more).tools;
  return tool?.input_schema as JsonObject & { properties: Record<string, JsonObject> };
};
const outputOf = (type: string) => {
  const [tool] = declared(`export declare function f(): ${type};`).tools;
  return (tool?.output_schema.properties as Record<string, JsonObject> | undefined)?.result;
};

describe('exports of declarations', () => {
  it('are functions, constants, members of objects, classes and namespaces, and what other files export', () => {
    const types = `
      import { lower as small } from './more.js';
      export declare function one(text: string): string;
      export declare const two: (text: string) => string;
      export declare const three: { in(text: string): string; readonly out: (text: string) => string; count: number };
      export declare class Four { static of(text: string): Four; private static hidden(): void; own(): void }
      export declare namespace five { function inner(text: string): string }
      export { small, upper as big } from './more.js';
      export * from './star.js';
      export * as six from './star.js';
      interface Seven { (text: string): string }
      export declare const seven: Seven;
      export declare const eight: typeof one;
      /** @internal */
      export declare function secret(text: string): string;
      export declare function _hidden(text: string): string;
      export declare function evaluate(code: string): unknown;
      export declare function make(text: string): (other: string) => void;
      export declare function all(...texts: string[]): void;
      export declare function any(...values: unknown[]): void;
      export declare function each(...callbacks: ((text: string) => void)[]): void;
      interface Compiled { (data: object): string; source: string }
      export declare function compile(text: string): Compiled;`;
    const more = {
      'more.d.ts':
        'export declare function lower(text: string): string; export declare function upper(text: string): string;',
      'star.d.ts': 'export declare function shine(text: string): string;',
    };
    const { tools, warnings } = declared(types.replace('export { small,', 'export { lower as small,'), more);
    expect(callsOf(tools)).toEqual({
      one: 'one text',
      two: 'two text',
      three_in: 'three.in text',
      three_out: 'three.out text',
      four_of: 'Four.of text',
      five_inner: 'five.inner text',
      small: 'small text',
      big: 'big text',
      shine: 'shine text',
      six_shine: 'six.shine text',
      seven: 'seven text',
      eight: 'eight text',
      all: 'all texts',
      any: 'any values',
    });
    expect(warnings).toEqual([
      'evaluate was left out: it runs whatever it is given',
      'make was left out: it gives a function',
      'each was left out: it takes any number of values',
      'compile was left out: it gives a function',
    ]);
  });

  it('are called by the default export where the module is CommonJS', () => {
    const types =
      'declare function book(text: string): string;\ndeclare namespace book { function close(id: string): void }\nexport = book;';
    expect(callsOf(discover({ 'index.js': 'module.exports = book', 'index.d.ts': types }).tools)).toEqual({
      ledger: 'default text',
      close: 'default.close id',
    });
    const named = discover({
      'index.js': 'exports.default = f; exports.g = g',
      'index.d.ts': 'export default function f(a: string): void; export declare function g(): void;',
    });
    expect(callsOf(named.tools)).toEqual({ ledger: 'default.default a', g: 'default.g' });
  });

  it('take any number of values as a list, which the binding names', () => {
    const { tools } = declared('export declare function pick(from: object, ...names: string[]): object;');
    expect(tools[0]?.binding).toMatchObject({ parameters: ['from', 'names'], rest: 'names' });
    expect(tools[0]?.input_schema).toMatchObject({
      required: ['from'],
      properties: { names: { type: 'array', items: { type: 'string' } } },
    });
  });

  it('must be given what may be null, and take a list for what is counted and numbered', () => {
    const input = inputOf(`interface List { length: number; [index: number]: string }
      export declare function chunk(list: List | null | undefined, size: number | undefined): string[][];`);
    expect(input.required).toEqual(['list']);
    expect(input.properties.list).toMatchObject({ type: ['array', 'null'], items: { type: 'string' } });
  });

  it('are described by their summary, where the comment has nothing but tags', () => {
    const { tools } = declared(
      '/**\n * @name add\n * @summary Adds days to a day.\n *\n * @description\n * More.\n */\nexport declare function add(day: string): string;',
    );
    expect(tools[0]?.description).toBe('Adds days to a day.');
  });

  it('are read whole although each of many files asks for the same large description of the package', () => {
    const files = Array.from({ length: 30 }, (_, index) => [
      `f${index}.d.ts`,
      `import type { T } from './t.js'; export declare function f${index}(value: T): T;`,
    ]);
    const index = files.map((_, place) => `export * from './f${place}.js';`).join('\n');
    const exports = Object.fromEntries(Array.from({ length: 900 }, (_, place) => [`./f${place}`, `./f${place}.js`]));
    const whole = {
      'index.js': '',
      'index.d.ts': index,
      't.d.ts': 'export type T = string;',
      ...Object.fromEntries(files),
    };
    const { tools, warnings } = discover(
      whole,
      { type: 'module', exports: { '.': './index.js', ...exports } },
      {
        ...READING_LIMITS,
        bytes: 100_000,
      },
    );
    expect([tools.length, warnings]).toEqual([30, []]);
  });

  it('are read from @types where the package has none', () => {
    const { tools } = discover({
      'index.js': 'module.exports = {}',
      'node_modules/@types/ledger/package.json': '{"types":"index.d.ts"}',
      'node_modules/@types/ledger/index.d.ts':
        '/// <reference path="more.d.ts" />\ndeclare const _: _.Books;\ndeclare namespace _ { interface Books {} }\nexport = _;',
      'node_modules/@types/ledger/more.d.ts':
        'declare module "./index" { interface Books { add(text: string): string } }',
    });
    expect(callsOf(tools)).toEqual({ add: 'default.add text' });
  });

  it('are read from a module that is declared by a name, also one with dots', () => {
    const { tools } = declared('declare module "ledger.js" { export function add(text: string): string }');
    expect(callsOf(tools)).toEqual({ add: 'add text' });
  });

  it('have the description of the project where they are the library', () => {
    expect(declared('export default function (text: string): string;').tools[0]?.description).toBe('Keeps books.');
  });
});

describe('types of parameters', () => {
  it('become schemas through aliases, interfaces, generics and imports', () => {
    const types = `
      import type { Sort } from './types.js';
      type Id = string | number;
      interface Base { limit?: number }
      interface Options<T> extends Base { /** what to look for */ query: T; mode: 'fast' | 'slow'; sort?: Sort; deep: { inner: boolean[] }; onDone?: () => void; until?: Date }
      export declare function find<T extends string = string>(id: Id, options: Options<T>, level?: Options<T>['mode'], tags?: readonly string[]): void;`;
    expect(inputOf(types, { 'types.d.ts': "export type Sort = 'up' | 'down' | null;" })).toEqual({
      type: 'object',
      required: ['id', 'options'],
      additionalProperties: false,
      properties: {
        id: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        options: {
          type: 'object',
          required: ['query', 'mode', 'deep'],
          additionalProperties: false,
          properties: {
            limit: { type: 'number' },
            query: { type: 'string', description: 'what to look for' },
            mode: { type: 'string', enum: ['fast', 'slow'] },
            sort: { type: ['string', 'null'], enum: ['up', 'down', null] },
            deep: {
              type: 'object',
              required: ['inner'],
              properties: { inner: { type: 'array', items: { type: 'boolean' } } },
              additionalProperties: false,
            },
          },
        },
        level: { type: 'string', enum: ['fast', 'slow'] },
        tags: { type: 'array', items: { type: 'string' } },
      },
    });
  });

  it('become schemas for what the language brings along', () => {
    const { properties } = inputOf(`
      type All = { a: string; b: number };
      declare enum Level { low, high = 5, top }
      export declare function f(date: Date | string, part: Partial<All>, some: Pick<All, 'a'>, other: Omit<All, 'a'>, map: Record<string, number>,
        pair: [left: string, right?: number], level: Level, template: \`x\${string}\`, named: 'a' | (string & {}), any: unknown): void;`);
    expect(properties).toMatchObject({
      date: { type: 'string' },
      part: { required: [], properties: { a: { type: 'string' }, b: { type: 'number' } } },
      some: { required: ['a'], properties: { a: { type: 'string' } } },
      other: { required: ['b'], properties: { b: { type: 'number' } } },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, maxItems: 2 },
      level: { type: 'number', enum: [0, 5, 6] },
      template: { type: 'string' },
      named: { type: 'string' },
      any: {},
    });
  });

  it('that JSON cannot say end the parameters, or keep the function out', () => {
    const { tools, warnings } = declared(`
      export declare function sort(list: string[], compare?: (a: string, b: string) => number, limit?: number): string[];
      export declare function each(list: string[], callback: (item: string) => void): void;
      export declare function at(date: Date): void;`);
    expect(callsOf(tools)).toEqual({ sort: 'sort list' });
    expect(warnings).toEqual([
      'each was left out: JSON cannot say what its parameter "callback" takes',
      'at was left out: JSON cannot say what its parameter "date" takes',
    ]);
  });

  it('that are run keep the function out, and so do options that decide what is run', () => {
    const { tools, warnings } = declared(`
      export declare function launch(command: string, cwd: string): string;
      export declare function spawnSync(file: string): string;
      export declare function parseCommand(command: string): string[];
      export declare function build(entry: string, options: { minify: boolean; plugins: string[]; deep: { shell: string; name: string } }): string;
      export declare function serve(port: number, shell?: string, host?: string): void;`);
    expect(callsOf(tools)).toEqual({
      parse_command: 'parseCommand command',
      build: 'build entry options',
      serve: 'serve port',
    });
    const { options } = (tools[1]?.input_schema.properties ?? {}) as Record<string, JsonObject>;
    expect(options).toMatchObject({ required: ['minify', 'deep'], properties: { deep: { required: ['name'] } } });
    expect(JSON.stringify(options)).not.toMatch(/plugins|shell/);
    expect(warnings).toEqual([
      'launch was left out: its parameter "command" is run as a command',
      'spawnSync was left out: it runs whatever it is given',
      'plugins, shell of build: left out, as what is run or loaded depends on it',
      'shell, host of serve: left out, as what is run or loaded depends on it',
    ]);
  });

  it('of several signatures are put together', () => {
    const input = inputOf(`
      export declare function parse(text: string): number;
      export declare function parse(text: number, options?: { long?: boolean }): string;
      export declare function parse(text: Buffer): string;`);
    expect(input).toMatchObject({
      required: ['text'],
      properties: { text: { anyOf: [{ type: 'string' }, { type: 'number' }] }, options: { type: 'object' } },
    });
  });

  it('that refer to themselves, or to more than can be followed, end', () => {
    const types = `
      interface Node { name: string; children: Node[]; parent?: Node }
      export declare function show(node: Node): void;
      export declare function look(name: string): Node;`;
    const { tools } = declared(types);
    expect(callsOf(tools)).toEqual({ look: 'look name' });
    expect(withFittingExample(tools[0] as Tool)).not.toHaveProperty('problem');
  });
});

describe('types that others are computed from', () => {
  const types = `
    interface Entry { id: string; amount: number; note?: string }
    declare const CURRENCIES: { readonly EUR: 2; readonly JPY: 0 };
    type Flags<T> = { [Key in keyof T]?: boolean };
    type Patch<T> = T extends 'amount' ? { amount: number } : { text: string };
    export declare function choose(fields: Flags<Entry>): string[];
    export declare function change(patch: Patch<'amount'>): Patch<'note'>;
    export declare function format(amount: number, currency: keyof typeof CURRENCIES): string;
    export declare function limits(by: Record<'day' | 'month', number>): Record<'day' | 'month', string>;
    export declare function find(id: string): Entry;
    export declare function find(id: string, isStrict: boolean): boolean;
    export declare function group<Key extends string = 'day' | 'month'>(by: Key, at?: { key: Key }): Record<Key, number>;`;
  const schemas = () =>
    Object.fromEntries(
      declared(types).tools.map(({ name, input_schema, output_schema }) => [
        name,
        { ...input_schema, result: (output_schema.properties as JsonObject).result },
      ]),
    );
  const object = (properties: object, required: readonly string[], additionalProperties: unknown = false) => ({
    type: 'object',
    properties,
    required,
    additionalProperties,
  });
  const text = { type: 'string' };
  const number = { type: 'number' };

  it('are read exactly: mapped, conditional, keyof typeof, Record of a union, overloads, defaults of generics', () => {
    const flag = { type: 'boolean' };
    const period = { type: 'string', enum: ['day', 'month'] };
    const entry = object({ id: text, amount: number, note: text }, ['id', 'amount'], true);
    expect(schemas()).toEqual({
      choose: {
        ...object({ fields: object({ id: flag, amount: flag, note: flag }, []) }, ['fields']),
        result: { type: 'array', items: text },
      },
      change: {
        ...object({ patch: object({ amount: number }, ['amount']) }, ['patch']),
        result: object({ text }, ['text'], true),
      },
      format: {
        ...object({ amount: number, currency: { type: 'string', enum: ['EUR', 'JPY'] } }, ['amount', 'currency']),
        result: text,
      },
      limits: {
        ...object({ by: object({ day: number, month: number }, ['day', 'month']) }, ['by']),
        result: object({ day: text, month: text }, ['day', 'month'], true),
      },
      find: { ...object({ id: text, isStrict: flag }, ['id']), result: { anyOf: [entry, flag] } },
      group: {
        ...object({ by: period, at: object({ key: period }, ['key']) }, ['by']),
        result: object({ day: number, month: number }, ['day', 'month'], true),
      },
    });
  });
});

it('types of results say what may come, and are open where it is not known', () => {
  expect(outputOf('Promise<string>')).toEqual({ type: 'string' });
  expect(outputOf('number')).toEqual({ type: ['number', 'null'] });
  expect(outputOf('void')).toEqual({ type: 'null' });
  expect(outputOf('Date')).toMatchObject({ type: ['string', 'null'] });
  expect(outputOf('string | Buffer')).toEqual({});
  expect(outputOf('{ id: string; run(): void; at?: Buffer }')).toEqual({
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: true,
  });
});

describe('scripts without declarations', () => {
  it('are read for what module.exports gets, by whatever way', () => {
    const { tools } = discover(
      {
        'lib/main.js': `
          (function () { exports = module.exports = add; })();
          /** Adds. @param {string} text what\n @param {number=} amount how much\n @returns {{id: string}} */
          function add(text, amount) {}
          add.list = function (limit = 10) {};
          exports.remove = (id) => { if (typeof id !== 'string') throw new TypeError(); };
          module.exports.more = require('./more');
          Object.defineProperty(exports, 'late', { enumerable: true, get: function () { return later; } });
          const later = async (text) => text;
          /** @private */
          exports.hidden = function () {};
          exports._own = function () {};`,
        'lib/more.js':
          'module.exports = { each(list, callback) { callback(list); }, plain: function (value, options) {} };',
      },
      { main: './lib/main' },
    );
    expect(callsOf(tools)).toEqual({
      ledger: 'default text amount',
      list: 'default.list limit',
      remove: 'default.remove id',
      more_plain: 'default.more.plain value options',
      late: 'default.late text',
    });
    const [add, list, remove, plain] = tools.map(({ input_schema }) => input_schema);
    expect(add).toMatchObject({
      required: ['text'],
      properties: { text: { type: 'string', description: 'what' }, amount: { type: 'number' } },
    });
    expect(list).toMatchObject({ required: [], properties: { limit: { type: 'number', default: 10 } } });
    expect(remove).toMatchObject({ required: ['id'], properties: { id: { type: 'string' } } });
    expect(plain).toMatchObject({ required: ['value'], properties: { value: {}, options: {} } });
    expect(tools[0]?.output_schema.properties).toMatchObject({ result: { type: 'object', required: ['id'] } });
  });

  it('are read as ES modules where they are such', () => {
    const script =
      '/** Joins. @param {string[]} words */\nexport const join = (words, separator = ",") => words.join(separator);\nexport default join;';
    const { tools } = discover({ 'index.mjs': script }, { exports: './index.mjs' });
    expect(callsOf(tools)).toEqual({ join: 'join words separator' });
  });

  it('tell of the properties of options in their comments', () => {
    const script =
      '/** @param {string} text\n * @param {object} [options]\n * @param {number} [options.limit=2] at most */\nmodule.exports = function (text, options) {};';
    const [tool] = discover({ 'index.js': script }).tools;
    expect(tool?.input_schema).toMatchObject({
      required: ['text'],
      properties: { options: { type: 'object', properties: { limit: { type: 'number', description: 'at most' } } } },
    });
  });

  it('are never run', () => {
    const { tools } = discover({ 'index.js': 'process.exit(1); module.exports = function (text) {};' });
    expect(tools).toHaveLength(1);
  });
});

describe('what is read of a library', () => {
  const files = {
    'index.js': '',
    'index.d.ts': "export * from './more.js';\nexport declare function add(text: string): void;",
    'more.d.ts': 'export declare function list(): string[];',
  };
  const read = (limits: Partial<ReadingLimits>) =>
    discover(files, { type: 'module' }, { ...READING_LIMITS, ...limits });

  it.each([
    [{ files: 1 }, 'ledger was not read to its end: it has more than 1 files'],
    [{ bytes: 100 }, 'ledger was not read to its end: it has more than 100 bytes'],
    [{ time: 0 }, 'ledger was not read to its end: 1 functions were left after 0 ms'],
  ])('is bounded by %o, and a warning says so', (limits, warning) => {
    const { tools, warnings } = read(limits);
    expect(callsOf(tools)).toEqual({ add: 'add text' });
    expect(warnings).toEqual([warning]);
  });

  it('lies in its project and the node_modules of that', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'types.d.ts'), 'export type Secret = "a" | "b";');
    const types = (from: string) =>
      `import type { Secret } from '${from}';\nexport declare function tell(text: Secret | number): void;`;
    const package_ = { 'node_modules/secrets/index.d.ts': 'export type Secret = "a" | "b";' };
    const told = (from: string) => inputOf(types(from), package_).properties.text;
    expect(told(join(outside, 'types.js'))).toEqual({ type: 'number' });
    expect(told('secrets')).toEqual({ anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'number' }] });
  });
});
