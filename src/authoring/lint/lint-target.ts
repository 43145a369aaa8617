import type { JsonValue } from '../../platform/common/json.js';
import type { Region } from '../../tools/sources/files/capability-file/index.js';

/** A part of a tool that a finding is about: a field, then keys into it. */
export type TargetPath = readonly ['name' | 'description' | 'inputSchema' | 'outputSchema', ...(string | number)[]];

/** Where a part of a tool was written: in a file, in a column of a table row, or in a member of a handler. */
export type Place =
  | { readonly kind: 'file'; readonly file: string; readonly region?: Region }
  | { readonly kind: 'row'; readonly row: string; readonly column: string | null }
  | { readonly kind: 'handler'; readonly handler: string; readonly member: string | null };

/** What findings are told of. */
export interface Subject {
  readonly name: string;
  /** The file, row or handler that it was written in, for people. */
  readonly origin: string;
  placeOf(path: TargetPath): Place;
}

/** A tool as the rules see it, wherever it was written. */
export interface LintTarget extends Subject {
  readonly description: string;
  /** JSON Schema of the arguments; null where there is none. */
  readonly inputSchema: JsonValue;
  /** JSON Schema of the result; null where there is none. */
  readonly outputSchema: JsonValue;
  /** Tools of one group should be named alike: a directory, a manifest, or the table. */
  readonly group: string;
}

/** One line for people: `weather.yaml:3:7`, `ce_mcp_tool[4].description`. */
export function describePlace(place: Place): string {
  const inside = position(place);
  if (inside === '') return ownerOf(place);
  return `${ownerOf(place)}${place.kind === 'file' ? ':' : '.'}${inside}`;
}

/** The file, row or handler. */
export function ownerOf(place: Place): string {
  if (place.kind === 'file') return place.file;
  return place.kind === 'row' ? place.row : place.handler;
}

/** The same without the file, row or handler; empty where it is the whole of it. */
export function position(place: Place): string {
  if (place.kind === 'row') return place.column ?? '';
  if (place.kind === 'handler') return place.member ?? '';
  return place.region ? `${place.region.line}:${place.region.column}` : '';
}
