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

  const STORE = `import { appendFileSync } from 'node:fs';
      const log = (text) => appendFileSync('log', text);
      class Store {
        get size() { log('size'); return 1; }
        set limit(value) { log(value); }
        *[Symbol.iterator]() { log('each'); yield 1; }
        async *[Symbol.asyncIterator]() { log('each'); yield 1; }
        then(resolve) { log('then'); resolve(1); }
        toString() { log('text'); return 'store'; }
        toJSON() { log('json'); return {}; }
        write(text) { log(text); }
        peek() { return 1; }
      }
      const store = new Store();
      const stores = new Map();
      export const setUp = () => void stores.set('main', new Store());`;
  const implied = {
    'an accessor that is read': 'return store.size + text.length;',
    'an accessor of what is known by no type': "return stores.get('main').size;",
    'an accessor that is set': 'store.limit = text; return text;',
    'an accessor by a key that is computed': "return stores.get('main')[text];",
    'an accessor that is taken apart': 'const { size } = store; return size;',
    'a loop': 'let sum = 0; for (const one of store) sum += one; return sum;',
    'a loop over what is known by no type': "return [...stores.get('main')];",
    'a loop that awaits': "return (async () => { for await (const one of stores.get('main')) return one; })();",
    'taking a list apart': "const [first] = stores.get('main'); return first;",
    'awaiting a value': 'return (async () => await store)();',
    'promising a value': "return Promise.resolve(stores.get('main'));",
    'a text with a value': `return \`\${store} \${text}\`;`,
    'adding to a text': "return text + stores.get('main');",
    'a value as JSON': "return JSON.stringify(stores.get('main'));",
    'a list of what a value has': "return Object.values(stores.get('main'));",
    'a list made of a value': "return Array.from(stores.get('main'));",
    'a method that is no more than named': "return [text].map(stores.get('main').write);",
  };
  for (const [name, body] of Object.entries(implied))
    it(`that stands behind no call does not read: ${name}`, () => {
      const script = `${STORE}\nexport function getTotal(text) { ${body} }\nexport const getPeek = () => store.peek();`;
      expect(categoriesOf({ 'index.js': script })).toMatchObject({ get_total: 'write medium', get_peek: 'read low' });
    });

  it('reads where what the language calls of its values only computes', () => {
    const script = `
      class Money {
        constructor(cents) { this.cents = cents; }
        get euros() { return this.cents / 100; }
        *[Symbol.iterator]() { yield this.cents; }
        toString() { return this.euros.toFixed(2); }
      }
      export function write(cents) { return \`\${new Money(cents)}\`; }
      export function send(cents) { const money = new Money(cents); return [...money, money.euros]; }`;
    expect(categoriesOf({ 'index.js': script })).toEqual({ write: 'read low', send: 'read low' });
  });

  const hidden = {
    'a module of Node.js that is imported by a call':
      "return (await import('node:fs')).promises.appendFile('log', text);",
    'a module whose name is computed': 'return (await import(text)).get(text);',
    'a script that is imported by a call': "return (await import('./writer.js')).get(text);",
    'a script that imports another one': "return (await import('./over.js')).get(text);",
    'a script that is not there': "return (await import('./gone.js')).get(text);",
    'a script as a text': "return (await import('data:text/javascript,1')).get(text);",
    'the class of a function': "return (() => {}).constructor('return process')();",
    'the class of a class': "return text.constructor.constructor('return process')();",
    'the class of a function by its name': "return (() => {})['constructor']('return process')();",
    'the class of a function that is kept': "const make = text.constructor; return make('return process')();",
    'the class of a function that is taken apart': "const { constructor: make } = () => {}; return make('process')();",
    'a function of a text': "return new Function('return process')();",
    'a text that is run': "return (0, eval)('process');",
    'the process by another name': 'const own = process; return own.getBuiltinModule(text);',
    'what a function around it was given': 'return made(text);',
    'a variable that a call has made': 'return kept(text);',
  };
  for (const [name, body] of Object.entries(hidden))
    it(`that cannot be seen, or stands in what a call loads, does not read: ${name}`, () => {
      const files = {
        'index.js': `import { appendFileSync } from 'node:fs';
          const around = (inner) => (text) => inner(text);
          const made = around((text) => appendFileSync('log', text));
          const keep = () => { const write = (text) => appendFileSync('log', text); return (text) => write(text); };
          const kept = keep();
          export async function getTotal(text) { ${body} }`,
        'writer.js':
          "import { appendFileSync } from 'node:fs';\nexport const get = (text) => appendFileSync('log', text);",
        'over.js': "import './writer.js';\nexport const get = (text) => text;",
      };
      expect(categoriesOf(files)).toEqual({ get_total: 'write medium' });
    });

  it('is found where CommonJS loads a script in a function', () => {
    const files = {
      'index.js': `exports.getTotal = (text) => require('./writer').get(text);
        exports.getName = (name) => require(name).get(1);
        exports.getWord = (text) => require('./reader').get(text);`,
      'writer.js': "const fs = require('fs');\nfs.appendFileSync('log', 'loaded');\nexports.get = (text) => text;",
      'reader.js': 'exports.get = (text) => text.trim();',
    };
    expect(categoriesOf(files, {})).toEqual({
      ...{ get_total: 'write medium', get_name: 'write medium', get_word: 'read low' },
    });
  });

  it('is found by a cycle of functions, from wherever it is looked at', () => {
    const script = `
      export function first(n) { return n > 0 ? second(n - 1) : process.exit(1); }
      export function second(n) { return first(n); }`;
    expect(categoriesOf({ 'index.js': script })).toEqual({ first: 'write medium', second: 'write medium' });
  });
});
