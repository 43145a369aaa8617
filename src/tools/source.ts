import type { FlowRows } from '../platform/persistence/index.js';
import type { FlowProblem } from './flow-problem.js';
import type { SourceName, Tool } from './tool.js';

/** The rows of the tables that define tools. */
export type DefiningRows = Pick<FlowRows, 'tools' | 'dbTools'>;

/** What a source has to give at one moment. */
export interface Reading {
  /** Not numbered yet, but those of rows. */
  readonly tools: readonly Tool[];
  /** What is wrong with definitions; a definition that cannot be used is not among the tools. */
  readonly problems: readonly FlowProblem[];
  /** How many definitions were looked at, by the `table` of their problems; empty where there is nothing to tell. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What files say other than in their folders, by their path; null for one that is not there. */
export type ChangedFiles = ReadonlyMap<string, string | null>;

/** Who uses the tools, and has all of them read again. */
export interface Follower {
  load(): Promise<{ readonly problems: readonly FlowProblem[] }>;
  /** What the last load found. */
  readonly problems: readonly FlowProblem[];
}

/** Where tools come from. */
export interface ToolSource {
  readonly name: SourceName;
  /**
   * How its tools stand to those of other sources with the same code.
   * `answers`: its tool answers the call, and the other one says everything else.
   * `answers-group`: the same, but only for rows of its own group.
   * `steps-back`: its tool is left out, and reported.
   */
  readonly beside: 'answers' | 'answers-group' | 'steps-back';
  /**
   * @param rows the tables of tools, as they are with the definition that is being loaded
   * @param files what files would say, where that is looked at
   */
  read(rows: DefiningRows, files?: ChangedFiles): Promise<Reading> | Reading;
  /** Loads what reading these rows at once needs: `readRows` is for rows of which all were prepared. */
  prepare?(rows: DefiningRows): Promise<void>;
  /** Of a source whose tools are rows: the same, at once. */
  readRows?(rows: DefiningRows): Reading;
  /** Begins to watch for changes: each one has everything loaded again. */
  start?(follower: Follower): Promise<void> | void;
  /** Ends that, and what its tools run on. */
  stop?(): Promise<void>;
}

/** What a source gives that has nothing. */
export const NOTHING: Reading = { tools: [], problems: [], counts: {} };

/** Where Nest keeps all sources, in their order of precedence (`ToolSource[]`). */
export const TOOL_SOURCES = Symbol('convengine.tool-sources');
