import type { JsonValue } from '../../common/json.js';
import type { Region } from '../capability-file/index.js';

/** A part of a tool that a finding is about: a field, then keys into it. */
export type TargetPath = readonly ['name' | 'description' | 'inputSchema' | 'outputSchema', ...(string | number)[]];

/** Where a part of a tool was written: in a file, or in a column of a table row. */
export type Place =
  | { readonly file: string; readonly region?: Region; readonly row?: undefined }
  | { readonly row: string; readonly column: string; readonly file?: undefined };

/** A tool as the rules see it, wherever it was written. */
export interface LintTarget {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; null where there is none. */
  readonly inputSchema: JsonValue;
  /** JSON Schema of the result; null where there is none. */
  readonly outputSchema: JsonValue;
  /** The file or row that the tool was written in, for people. */
  readonly origin: string;
  /** Tools of one group should be named alike: a directory, or the table. */
  readonly group: string;
  placeOf(path: TargetPath): Place;
}

/** One line for people: `weather.yaml:3:7`, `ce_mcp_tool[4].description`. */
export function describePlace(place: Place): string {
  if (place.row !== undefined) return `${place.row}.${place.column}`;
  return place.region ? `${place.file}:${place.region.line}:${place.region.column}` : place.file;
}
