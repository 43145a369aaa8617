import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Node, Scalar, type YAMLMap } from 'yaml';
import { copyJson, isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { readYamlText, type YamlPath, type YamlSource } from '../../../tools/sources/files/capability-file/index.js';

/**
 * Sets one value of a YAML text: everything else stays as it is, byte for byte. The syntax tree says where; the result
 * is read again and compared with what it must say.
 * @returns undefined where that is not possible, as behind an alias
 */
export function setInText(source: YamlSource, path: YamlPath, value: JsonValue): YamlSource | undefined {
  const expected = withValue(source.value, path, value);
  for (const text of candidates(source, path, value)) {
    const { value: changed } = readYamlText(source.file, text);
    if (changed && isDeepStrictEqual(changed.value, expected)) return changed;
  }
  return undefined;
}

function withValue(root: JsonValue, path: YamlPath, value: JsonValue): JsonValue {
  const copy = copyJson(root);
  let parent: JsonValue = copy;
  for (const key of path.slice(0, -1)) parent = isJsonObject(parent) ? (parent[key] ?? null) : null;
  if (isJsonObject(parent)) parent[String(path.at(-1))] = value;
  return copy;
}

/** Texts that may be right, the best-looking first. */
function candidates(source: YamlSource, path: YamlPath, value: JsonValue): string[] {
  const { contents } = source.document;
  const isJson = isMap(contents) && contents.flow === true;
  const existing = source.entry(path);
  if (existing) return replaced(source.text, existing.value, value, isJson);
  const parent = source.entry(path.slice(0, -1))?.value ?? null;
  if (!isMap(parent) || !parent.range) return [];
  const line = isJson
    ? `${JSON.stringify(path.at(-1))}: ${JSON.stringify(value)}`
    : `${String(path.at(-1))}: ${written(value)}`;
  const map = parent as YAMLMap<Node, Node | null>;
  return map.flow ? insertedInline(source.text, map, line) : insertedBelow(source.text, map, line);
}

const QUOTES: Readonly<Record<string, string>> = { [Scalar.QUOTE_SINGLE]: "'", [Scalar.QUOTE_DOUBLE]: '"' };

function replaced(text: string, node: Node | null, value: JsonValue, isJson: boolean): string[] {
  if (!isScalar(node) || !node.range) return [];
  const [start, end] = node.range;
  const space = start === end ? ' ' : '';
  const quotes = QUOTES[node.type ?? ''] ?? '';
  const plain = typeof value === 'string' ? `${quotes}${value}${quotes}` : written(value);
  const styles = isJson ? [JSON.stringify(value)] : [plain, JSON.stringify(value)];
  return styles.map((style) => splice(text, start, end, `${space}${style}`));
}

function insertedInline(text: string, { items, range }: YAMLMap<Node, Node | null>, line: string): string[] {
  const end = (range?.[1] ?? 0) - 1;
  if (items.length === 0) return [splice(text, end, end, line)];
  const last = items.at(-1);
  const behind = last?.value?.range?.[1] ?? last?.key.range?.[1] ?? end;
  return [splice(text, behind, behind, `, ${line}`), splice(text, end, end, `, ${line}`)];
}

/** Behind the last entry, else before the first one. */
function insertedBelow(text: string, { items }: YAMLMap<Node, Node | null>, line: string): string[] {
  const first = items[0]?.key.range?.[0];
  const last = items.at(-1);
  if (first === undefined || !last) return [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = ' '.repeat(first - text.lastIndexOf('\n', first - 1) - 1);
  const end = last.value?.range?.[1] ?? last.key.range?.[1] ?? first;
  const isAtLineStart = text[end - 1] === '\n';
  const lineEnd = text.slice(end).search(/\r?\n|$/) + end;
  const below = isAtLineStart
    ? splice(text, end, end, `${indent}${line}${newline}`)
    : splice(text, lineEnd, lineEnd, `${newline}${indent}${line}`);
  return [below, splice(text, first, first, `${line}${newline}${indent}`)];
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** A value in one line of YAML. */
function written(value: JsonValue): string {
  if (typeof value === 'string') return /^[a-z]+$/.test(value) ? value : JSON.stringify(value);
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${written(item)}`);
  return `{ ${entries.join(', ')} }`;
}
