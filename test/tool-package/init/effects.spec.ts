import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/authoring/toolgen/init/classify.js';
import { discoverLibrary } from '../../../src/authoring/toolgen/init/library/discover-library.js';
import { temporaryFolder } from '../package-fixture.js';

/** The categories of the tools of a package, by their names. */
function categoriesOf(files: Record<string, string>, manifest: object = { type: 'module' }): Record<string, string> {
  const folder = temporaryFolder();
  const whole = { 'package.json': JSON.stringify({ name: 'ledger', version: '1.0.0', main: 'index.js', ...manifest }) };
  for (const [path, text] of Object.entries({ ...whole, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { library } = classify(folder).surfaces;
  if (!library) throw new Error('no library was found');
  const { tools } = discoverLibrary(library, folder, 'Keeps books.', () => {});
  return Object.fromEntries(tools.map(({ name, category, risk }) => [name, `${category} ${risk}`]));
}

describe('a function that has no effects', () => {
  it('reads: it computes, and changes nothing but what it has made', () => {
    const script = `
      const UNITS = { kilo: 1000, mega: 1e6 };
      export function chunk(array, size = 1) {
        const result = [];
        for (let index = 0; index < array.length; index += size) result.push(array.slice(index, index + size));
        return result;
      }
      export const scaled = (amount, unit = 'kilo') => amount * UNITS[unit];
      export function ordered(list) { return [...list].sort((a, b) => a - b); }
      export function tidy(text) {
        const copy = Object.assign({}, { text });
        copy.text = text.trim();
        delete copy.gone;
        return copy;
      }
      /** Removes the first ones. */
      export function drop(list, count = 1) { return list.slice(count); }
      export class Sum { static of(numbers) { let sum = 0; for (const one of numbers) sum += one; return sum; } }`;
    expect(categoriesOf({ 'index.js': script })).toEqual({
      ...{ chunk: 'read low', scaled: 'read low', ordered: 'read low', tidy: 'read low' },
      ...{ drop: 'read low', sum_of: 'read low' },
    });
  });

  it('reads where it is declared elsewhere, and uses other files, as date-fns does', () => {
    const files = {
      'index.js': "export * from './addDays.js';\nexport { default as pad } from './pad.js';",
      'index.d.ts':
        'export declare function addDays(date: string | number, amount: number): Date;\nexport declare function pad(text: string): string;',
      'addDays.d.ts': 'export declare function addDays(date: string | number, amount: number): Date;',
      'addDays.js': `import { toDate } from './toDate.js';
        export function addDays(date, amount, options) {
          const _date = toDate(date, options?.in);
          if (isNaN(amount)) return new Date(NaN);
          _date.setDate(_date.getDate() + amount);
          return _date;
        }`,
      'toDate.js': `import { constructFrom } from './constructFrom.js';
        export function toDate(argument, context) { return constructFrom(context || argument, argument); }`,
      'constructFrom.js': `const key = Symbol.for('construct');
        export function constructFrom(date, value) {
          if (typeof date === 'function') return date(value);
          if (date && typeof date === 'object' && key in date) return date[key](value);
          if (date instanceof Date) return new date.constructor(value);
          return new Date(value);
        }`,
      'pad.js': 'export default function pad(text) { return text.padStart(10); }',
    };
    expect(categoriesOf(files)).toEqual({ add_days: 'read low', pad: 'read low' });
  });

  it('reads where its package is CommonJS', () => {
    const files = {
      'index.js': "const { upper } = require('./upper');\nmodule.exports = { shout: (text) => upper(text) + '!' };",
      'upper.js': 'exports.upper = function (text) { return text.toUpperCase(); };',
    };
    expect(categoriesOf(files, {})).toEqual({ shout: 'read low' });
  });

  it('may be random, unless it keeps a pool of its own, as nanoid does', () => {
    const script = `
      const alphabet = 'abc';
      let pool, offset;
      function fill(bytes) {
        if (!pool || offset + bytes > pool.length) { pool = new Uint8Array(bytes * 128); offset = 0; }
        offset += bytes;
      }
      export function pooled(size = 21) { fill((size |= 0)); return alphabet[pool[offset] & 1]; }
      export function plain(size = 21) {
        let id = '';
        for (let index = 0; index < size; index += 1) id += alphabet[Math.floor(Math.random() * 3)];
        return id;
      }`;
    expect(categoriesOf({ 'index.js': script })).toEqual({ pooled: 'write medium', plain: 'read low' });
  });
});

describe('a function with an effect', () => {
  const effects = {
    'of the file system':
      "import { appendFileSync } from 'node:fs';\nexport const inner = (x) => appendFileSync('log', x);",
    'of a module as a whole': "import * as fs from 'fs';\nexport const inner = (x) => fs.appendFileSync('log', x);",
    'of a process': "import { exec } from 'child_process';\nexport const inner = (x) => exec(x);",
    'of the network': 'export const inner = (x) => fetch(x);',
    'of its environment': 'export const inner = (x) => { process.env.X = x; };',
    'of what all see': 'export const inner = (x) => { globalThis.x = x; };',
    'of a variable of the module': 'let count = 0;\nexport const inner = (x) => { count += x; };',
    'of a loop over one': 'let last;\nexport const inner = (x) => { for (last of x); };',
    'that a value hides':
      "import fs from 'fs';\nconst store = { get: (x) => fs.readFileSync(x) };\nexport const inner = (x) => store.get(x);",
  };
  for (const [name, text] of Object.entries(effects))
    it(`two calls deep does not read, whatever it is called: ${name}`, () => {
      const files = {
        'index.js': "import { middle } from './middle.js';\nexport function getTotal(x) { return middle(x); }",
        'middle.js': "import { inner } from './inner.js';\nexport const middle = (x) => [x].map((one) => inner(one));",
        'inner.js': text,
      };
      expect(categoriesOf(files)).toEqual({ get_total: 'write medium' });
    });

  it('on what it is given, or on what is not known, is no function that reads', () => {
    const script = `
      import { other } from 'elsewhere';
      const cache = new Map();
      const made = make();
      function make() { let n = 0; return () => ++n; }
      function Store() {}
      Store.prototype.get = function (key) { return other(key); };
      export function ordered(list) { return list.sort(); }
      export function marked(item) { item.mark = 1; return item; }
      export function deep(item) { const copy = { item }; copy.item.mark = 1; return copy; }
      export function each(list) { for (const one of list) one.mark = 1; return list; }
      export function cached(text) { cache.set(text, 1); return text; }
      export function numbered(text) { return text + made(); }
      export function foreign(text) { return other(text); }
      export function stored(text) { return new Store().get(text); }
      export function chosen(text, how) { return text[how](); }
      export async function loaded(text) { return (await import('./x.js')).default(text); }`;
    expect(new Set(Object.values(categoriesOf({ 'index.js': script })))).toEqual(new Set(['write medium']));
    expect(Object.keys(categoriesOf({ 'index.js': script }))).toHaveLength(10);
  });

  it('is found by a cycle of functions, from wherever it is looked at', () => {
    const script = `
      export function first(n) { return n > 0 ? second(n - 1) : process.exit(1); }
      export function second(n) { return first(n); }`;
    expect(categoriesOf({ 'index.js': script })).toEqual({ first: 'write medium', second: 'write medium' });
  });
});
