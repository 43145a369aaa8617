import { readFile, stat } from 'node:fs/promises';
import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { messageOf } from '../../../../platform/common/errors.js';
import { type JsonValue, jsonDepth } from '../../../../platform/common/json.js';
import { type FileProblem, type Reading, reasonOf } from './file-problem.js';
import { YamlSource } from './yaml-source.js';

/** Bytes of a file, unless more are allowed; capability files have a few thousand. */
const MAX_BYTES = 256 * 1024;
/** How deeply maps and lists may nest. */
const MAX_DEPTH = 100;
const TOO_DEEP = `nests deeper than ${MAX_DEPTH} levels`;
/** How often aliases may be expanded in one document, all in all. */
const MAX_ALIASES = 100;
const SECOND = 'a second document begins here; a file has one';
const MAX_PROBLEMS = 10;

/** Reads a file with one YAML 1.2 document. What stands in it is data: no tag runs anything. */
export async function readYamlFile(file: string, maxBytes = MAX_BYTES): Promise<Reading<YamlSource>> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return failed(file, 'is no file');
    const { size } = found;
    if (size > maxBytes) return failed(file, `has ${size} bytes; at most ${maxBytes} are read`);
    return readYamlBytes(file, await readFile(file));
  } catch (error) {
    return failed(file, `cannot be read: ${reasonOf(error)}`);
  }
}

/** The same for a file's content. */
function readYamlBytes(file: string, bytes: Uint8Array): Reading<YamlSource> {
  if (bytes.includes(0)) return failed(file, 'is not text: it has NUL bytes');
  try {
    return readYamlText(file, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return failed(file, 'is not text in UTF-8');
  }
}

/** The same for a text. */
export function readYamlText(file: string, text: string): Reading<YamlSource> {
  try {
    return parse(file, text);
  } catch (error) {
    const isBomb = error instanceof ReferenceError && error.message.includes('alias count');
    return failed(file, isBomb ? `expands more than ${MAX_ALIASES} aliases` : messageOf(error));
  }
}

function parse(file: string, text: string): Reading<YamlSource> {
  const lines = new LineCounter();
  // The library compares every key with every other one: duplicateKeys() takes time linear in the text.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const source = new YamlSource(file, text, document, null, lines);
  if (document.errors.some(({ message }) => message.includes('call stack'))) return failed(file, TOO_DEEP);
  const errors = [
    ...document.errors.map(({ pos, code, message }) => ({ pos, message: code === 'MULTIPLE_DOCS' ? SECOND : message })),
    ...duplicateKeys(source),
  ];
  if (errors.length > 0) {
    const problems = errors.slice(0, MAX_PROBLEMS).map(({ pos: [start, end], message }) => ({
      file,
      region: source.regionAt(start, end),
      message: plain(message),
    }));
    return { problems };
  }
  const value = document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue;
  if (jsonDepth(value, MAX_DEPTH + 1) > MAX_DEPTH) return failed(file, TOO_DEEP);
  return { value: new YamlSource(file, text, document, value, lines) };
}

function duplicateKeys({ document }: YamlSource): { pos: [number, number]; message: string }[] {
  const duplicates: { pos: [number, number]; message: string }[] = [];
  visit(document, {
    Map(_index, map) {
      const seen = new Set<string>();
      for (const { key } of isMap(map) ? map.items : []) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const [start = 0, end = 0] = key.range ?? [];
        if (seen.has(name)) duplicates.push({ pos: [start, end], message: `the key "${name}" is there twice` });
        seen.add(name);
      }
    },
  });
  return duplicates;
}

function plain(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

/** One problem that concerns a file as a whole. */
export function failed(file: string, message: string): { readonly problems: readonly FileProblem[] } {
  return { problems: [{ file, message }] };
}
