import type { JsonObject, JsonValue } from '../../platform/common/json.js';

/** Something that a turn would have had done. */
export interface Withheld {
  readonly kind: 'ACTION' | 'APPROVAL' | 'TOOL' | 'RULE_TASK' | 'CONTAINER' | 'TRANSFORMER';
  /** Key of the action, code of the tool, `name:method` of the task, id of the container, scope of the transformer. */
  readonly name: string;
  /** What would do it, where the name does not say. */
  readonly by: string | null;
  readonly arguments: JsonObject;
  /**
   * How the turn went on. GIVEN: with the result that was given for it. ASSUMED: as if it had been done and had nothing to
   * tell. MISSING: as if it had failed.
   */
  readonly outcome: 'GIVEN' | 'ASSUMED' | 'MISSING';
  /** Null where none was given. */
  readonly result: JsonValue;
}

/** Results by the name of what would give them, in any case. */
export type GivenResults = Readonly<Record<string, JsonValue>>;

/** What is not done, and how the turn would go on. */
type Asked = Omit<Withheld, 'outcome' | 'result'>;

/** Answers for what is not done. */
export interface Withholding {
  /**
   * The result that it is said to have; undefined where nothing is known of it.
   * @throws ToolError where a tool is said to have failed, ActionNotDone where an action is
   */
  note(what: Asked, otherwise: 'ASSUMED' | 'MISSING'): JsonValue | undefined;
}

/** An action is said not to have been done, or that nobody knows whether it was. */
export class ActionNotDone extends Error {
  override readonly name = 'ActionNotDone';

  constructor(
    message: string,
    readonly kind: 'failed' | 'retryable' | 'in-doubt',
  ) {
    super(message);
  }
}

/** Notes what is not done, and answers with the results that were given. */
export class GivenWithholding implements Withholding {
  private readonly noted: Withheld[] = [];
  private readonly results: ReadonlyMap<string, JsonValue>;

  constructor(results: GivenResults) {
    this.results = new Map(Object.entries(results).map(([name, result]) => [name.toLowerCase(), result]));
  }

  /** The result that was given for it; undefined where none was. */
  note(what: Asked, otherwise: 'ASSUMED' | 'MISSING'): JsonValue | undefined {
    const result = this.results.get(what.name.toLowerCase());
    this.noted.push({ ...what, outcome: result === undefined ? otherwise : 'GIVEN', result: result ?? null });
    return result;
  }

  /** What was noted since it was asked for last. */
  take(): Withheld[] {
    return this.noted.splice(0);
  }
}
