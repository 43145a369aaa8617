import { Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { nearest } from '../common/nearest.js';
import { CONFIG_KEYS, type ConfigKey, isSection } from './keys.js';
import { readText, type SourceReading, unknown } from './source.js';

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?\}/g;

/** Reads one YAML text; `name` is what its values' origins begin with. */
export function readYaml(text: string, name: string, env: NodeJS.ProcessEnv): SourceReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const originAt = (offset: number) => `${name}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      key: 'YAML',
      origin: originAt(error.pos[0]),
      problem: error.message,
    }));
    return { entries: [], problems };
  }
  return readDocument(document, originAt, env);
}

/** Reads keys from a plain object, nested or with dots in its names: `{ 'convengine.http.port': 0 }`. */
export function readObject(values: Record<string, unknown>, origin: string): SourceReading {
  return readDocument(new Document(values), () => origin, undefined);
}

/** @param env where placeholders in strings are looked up; undefined leaves strings as they are */
function readDocument(
  document: Document,
  originAt: (offset: number) => string,
  env: NodeJS.ProcessEnv | undefined,
): SourceReading {
  const reading: SourceReading = { entries: [], problems: [] };
  for (const { name, node, offset } of leavesOf(document.contents, '', 0)) {
    const origin = originAt(offset);
    const key = CONFIG_KEYS.get(name);
    const value = node?.toJS(document);
    if (!key) {
      if (isSection(name) && (value === undefined || value === null || isMap(node))) continue;
      const problem = isSection(name)
        ? 'is a group of keys, not a value'
        : unknown('key', nearest(name, CONFIG_KEYS.keys()));
      reading.problems.push({ key: name || 'YAML', origin, problem });
    } else if (env) {
      readPlaceholders(key, value, origin, env, reading);
    } else {
      reading.entries.push({ key, value, origin });
    }
  }
  return reading;
}

interface Leaf {
  readonly name: string;
  readonly node: Node | null;
  readonly offset: number;
}

/** The values below `node`, each with its dotted name; maps are descended into until a known key is reached. */
function leavesOf(node: Node | null, name: string, offset: number): Leaf[] {
  if (!isMap(node) || node.items.length === 0 || CONFIG_KEYS.has(name)) return [{ name, node, offset }];
  return node.items.flatMap((pair) => {
    const own = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
    const at = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : offset;
    return leavesOf(pair.value as Node | null, name === '' ? own : `${name}.${own}`, at);
  });
}

function readPlaceholders(
  key: ConfigKey,
  value: unknown,
  origin: string,
  env: NodeJS.ProcessEnv,
  reading: SourceReading,
): void {
  const missing: string[] = [];
  const filled = fillPlaceholders(value, env, missing);
  for (const variable of missing) {
    const problem = `the environment variable ${variable} is not set, and \${${variable}:default} gives no default`;
    reading.problems.push({ key: key.name, origin, problem });
  }
  if (missing.length > 0) return;
  if (typeof filled === 'string' && filled !== value) readText(key, filled, origin, reading);
  else reading.entries.push({ key, value: filled, origin });
}

function fillPlaceholders(value: unknown, env: NodeJS.ProcessEnv, missing: string[]): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (_, variable: string, otherwise: string | undefined) => {
      const found = env[variable] || otherwise;
      if (found === undefined) missing.push(variable);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, env, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, env, missing)]));
}
