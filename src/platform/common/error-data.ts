/** What is wrong in one place of a value; the path is empty for the value as a whole. */
interface PlaceProblem {
  readonly path: string;
  readonly message: string;
}

/** What is wrong in one row of the flow tables, or in one file of tools. */
interface RowProblem {
  readonly severity: 'error' | 'warning';
  readonly table: string;
  readonly id: string | null;
  readonly column: string | null;
  readonly message: string;
}

/** What is wrong in one place of a file, or elsewhere because of it. */
interface TextProblem {
  readonly severity: 'error' | 'warning';
  readonly where: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** A row of the flow tables that is not as it was: values by column, null where there is no row. */
interface ChangedRow {
  readonly table: string;
  readonly row: string;
  readonly before: RowValues | null;
  readonly after: RowValues | null;
}

type RowValues = Readonly<Record<string, string | number | boolean | null>>;

/** What `data` of an error holds, by its code. Codes that are not named here have none. */
export interface ErrorDataByCode {
  INVALID_REQUEST: { readonly problems?: readonly { readonly field: string; readonly message: string }[] };
  INVALID_INPUT_PARAMS: { readonly problems?: readonly PlaceProblem[] };
  INVALID_CONTEXT: { readonly problems: readonly PlaceProblem[] };
  CONVERSATION_BUSY: { readonly retryAfterSeconds?: number };
  SERVICE_OVERLOADED: { readonly retryAfterSeconds?: number };
  TOO_MANY_REQUESTS: { readonly retryAfterSeconds?: number };
  FLOW_INVALID: { readonly problems: readonly RowProblem[] };
  FLOW_CHANGED: { readonly versionId: number; readonly rows: readonly ChangedRow[] };
  FILE_INVALID: { readonly problems: readonly TextProblem[] };
  FILE_CHANGED: { readonly text: string | null };
  LLM_CALL_FAILED: { readonly retryAfterSeconds?: number };
  LLM_SCHEMA_VIOLATION: { readonly problems?: readonly PlaceProblem[] };
  CONFIGURATION_INVALID: {
    readonly problems?: readonly { readonly key: string; readonly origin: string; readonly problem: string }[];
  };
  SEED_FAILED: { readonly file: string; readonly line: number; readonly statement: string };
  MANIFEST_INVALID: { readonly file: string; readonly problems: readonly PlaceProblem[] };
  INTERNAL_ERROR: { readonly requestId?: string };
}
