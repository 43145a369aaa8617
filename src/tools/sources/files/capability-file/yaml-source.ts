import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';
import type { JsonValue } from '../../../../platform/common/json.js';
import type { Region } from './file-problem.js';

/** Keys and indexes from the root of a document to a value. */
export type YamlPath = readonly (string | number)[];

/** One YAML document with its text, its value and the places of what stands in it. */
export class YamlSource {
  constructor(
    /** The path as it was given. */
    readonly file: string,
    readonly text: string,
    /** The syntax tree; its nodes know their offsets in `text`. */
    readonly document: Document.Parsed,
    readonly value: JsonValue,
    private readonly lines: LineCounter,
  ) {}

  /** Where the value at `path` stands; of its nearest ancestor where there is none. */
  valueRegion(path: YamlPath): Region {
    return this.region(path, ({ value, key }) => value ?? key);
  }

  /** Where the key of the value at `path` stands; of its nearest ancestor where there is none. */
  keyRegion(path: YamlPath): Region {
    return this.region(path, ({ key, value }) => key ?? value);
  }

  /** A region by offsets into `text`. */
  regionAt(start: number, end: number): Region {
    const from = this.lines.linePos(start);
    const to = this.lines.linePos(Math.max(start, end));
    return { line: from.line || 1, column: from.col || 1, endLine: to.line || 1, endColumn: to.col || 1 };
  }

  /** The key and value nodes at `path`; undefined where there is nothing. Aliases are followed. */
  entry(path: YamlPath): Entry | undefined {
    let entry: Entry = { key: null, value: this.document.contents };
    for (const step of path) {
      const found = this.child(entry.value, step);
      if (!found) return undefined;
      entry = found;
    }
    return entry;
  }

  private region(path: YamlPath, pick: (entry: Entry) => Node | null): Region {
    for (let length = path.length; length >= 0; length--) {
      const entry = this.entry(path.slice(0, length));
      if (!entry) continue;
      // Of an ancestor the key alone is shown: its value is everything below it.
      const node = length === path.length ? pick(entry) : entry.key;
      if (node?.range) return this.regionAt(node.range[0], node.range[1]);
    }
    const start = this.document.contents?.range[0] ?? 0;
    return this.regionAt(start, start);
  }

  private child(parent: Node | null, step: string | number): Entry | undefined {
    const node = isAlias(parent) ? (parent.resolve(this.document) ?? null) : parent;
    if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      return item && { key: item, value: item };
    }
    if (!isMap(node)) return undefined;
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair && entryOf(pair as Pair<Node, Node | null>);
  }
}

/** The nodes of one entry of a map or list; in a list, both are the item. */
export interface Entry {
  readonly key: Node | null;
  readonly value: Node | null;
}

function entryOf({ key, value }: Pair<Node, Node | null>): Entry {
  return { key, value };
}
