/** What is wrong with an AsyncAPI or Arazzo document. */
export function problemsOf(file: string): Promise<string[]>;

/** What came of the checks of every step; `log` is what a person would have read. */
export interface ArazzoRun {
  readonly failed: readonly string[];
  /** The kinds of checks that were made. */
  readonly checks: readonly string[];
  readonly log: string;
}

/**
 * Runs every workflow of an Arazzo document; answers are checked against the OpenAPI document as well.
 * @param server `NAME=URL` of a source description
 * @throws Error where an output of a workflow cannot be had
 */
export function runArazzo(file: string, server: string, input: Readonly<Record<string, string>>): Promise<ArazzoRun>;
