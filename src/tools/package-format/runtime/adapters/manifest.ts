/** Any value that JSON can write. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The shape of `tool.manifest.json`; `manifest.schema.json` says the same, and more strictly. */
export interface Manifest {
  readonly manifest_version: string;
  readonly project: Project;
  readonly tools: readonly Tool[];
}

/** What the tools belong to, and what all of them share. */
export interface Project {
  readonly name: string;
  readonly version: string;
  readonly runtime: 'node' | 'python' | 'go' | 'rust' | 'other';
  readonly execution_model: 'in-process' | 'subprocess' | 'remote-http';
  /** Where the project is entered; the base address for `remote-http`. */
  readonly entrypoint: string;
  readonly description: string;
  /** The project's folder, relative to the folder of the manifest. */
  readonly root?: string;
  /** Executables that tools may start. Nothing else is started. */
  readonly commands?: readonly string[];
  /** Names of environment variables that reach the subprocess, beside PATH, HOME and the language. */
  readonly environment?: readonly string[];
  /** What every call shows, but those whose binding names others. */
  readonly auth?: Auth;
  /** Those that bindings name, where not every call shows the same. */
  readonly credentials?: Readonly<Record<string, Auth>>;
}

/** A credential of a remote service. The manifest names the variables that hold it, never the credential. */
export interface Auth {
  readonly type: 'bearer' | 'basic' | 'header' | 'query' | 'cookie' | 'oauth2';
  /** Its variable: a token or key, `user:password` for `basic`, the secret of the client for `oauth2`. */
  readonly env: string;
  /** The header, the query parameter or the cookie. */
  readonly name?: string;
  /** Where a token is had for the client itself (OAuth 2 client credentials), for `oauth2`. */
  readonly token_url?: string;
  /** The variable that holds the name of the client, for `oauth2`. */
  readonly client_id_env?: string;
  readonly scopes?: readonly string[];
  /** False where the service answers some calls without it. */
  readonly required?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: 'read' | 'write' | 'admin' | 'analytics';
  readonly risk: 'low' | 'medium' | 'high';
  readonly idempotency: 'idempotent' | 'non-idempotent' | 'unknown';
  readonly timeout_ms: number;
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject;
  readonly error_schema: JsonObject;
  readonly examples: readonly Example[];
  readonly constraints: Constraints;
  readonly binding: Binding;
}

export interface Example {
  readonly input: JsonObject;
  readonly output: JsonObject;
}

export interface Constraints {
  /** False where even a reading tool must not run in read-only mode. */
  readonly read_only_mode_supported: boolean;
  readonly side_effects: readonly string[];
  readonly rate_limit?: { readonly requests_per_minute: number };
  /** Folders, relative to the project, that the values of `path_inputs` must lie in. */
  readonly allowed_paths?: readonly string[];
  /** Properties of the input that are paths. */
  readonly path_inputs?: readonly string[];
  /** Properties of the input whose value decides what is run, loaded or read as configuration: the tool has high risk. */
  readonly command_inputs?: readonly string[];
  /** How often a failed call is tried again; for idempotent tools only. */
  readonly retries?: number;
  /**
   * The tool that takes the user's word: this one only asks. Its output has `status` OPEN, an `action_id` and the question
   * as `message`; the other takes `{ action_id, decision }`, yes or no.
   */
  readonly confirmed_by?: string;
  readonly notes?: readonly string[];
}

export type Binding = SubprocessBinding | PythonBinding | InProcessBinding | RemoteHttpBinding;

/** How what came back becomes the output: `property` puts it under that name, as an output is always an object. */
export interface ResultRule {
  readonly parse: 'json' | 'text' | 'lines';
  readonly property?: string;
  /** Property of the output that the exit code of a subprocess is put under. */
  readonly exit_code?: string;
}

export interface SubprocessBinding {
  readonly type: 'subprocess';
  /** The executable and the words that always follow it. */
  readonly command: readonly string[];
  /** Options first, then `--`, then what has no flag. */
  readonly arguments: readonly CommandArgument[];
  /** False where the command does not know `--`; values without a flag must then not begin with a dash. */
  readonly end_of_options?: boolean;
  /** Property whose text is written to the standard input. */
  readonly stdin?: string;
  /** Folder relative to the project. */
  readonly cwd?: string;
  /** Exit codes that are an answer and no failure, beside 0: 1 of grep, where nothing was found. */
  readonly ok_exit_codes?: readonly number[];
  /** Exit code → error code. A code that is not listed is UPSTREAM_ERROR. */
  readonly exit_codes?: Readonly<Record<string, string>>;
  readonly result: ResultRule;
}

export interface CommandArgument {
  readonly property: string;
  /** One that ends in `=` is written together with its value: `--format=json`. */
  readonly flag?: string;
  /** Given for `false`; without it `false` gives nothing. */
  readonly negated_flag?: string;
}

/** A function of a Python package; the input has its arguments by their names. */
export interface PythonBinding {
  readonly type: 'python';
  /** The Python that runs it, one of `project.commands`. */
  readonly interpreter: string;
  readonly module: string;
  readonly function: string;
  /** Folder that the module lies in, relative to the project; absent: it is installed. */
  readonly folder?: string;
  readonly result: ResultRule;
}

export interface InProcessBinding {
  readonly type: 'in-process';
  /** Package name, or file relative to the project. */
  readonly module: string;
  /** Name of the exported function; `a.b` for a function of an exported object. */
  readonly export: string;
  /** Properties in the order of the parameters; absent: the function takes the input as one object. */
  readonly parameters?: readonly string[];
  /** The last of the parameters, where its list is given as so many values. */
  readonly rest?: string;
  readonly result: ResultRule;
}

export interface RemoteHttpBinding {
  readonly type: 'remote-http';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for parameters, below the base address. */
  readonly path: string;
  /** Property → where it goes; absent: the whole input is the body. */
  readonly parameters?: Readonly<Record<string, ParameterPlace>>;
  /** How the body is written: `application/json` by default, another type of JSON, or one of the two of forms. */
  readonly content_type?: string;
  /**
   * Lists of `project.credentials`, of which a call shows the first whose variables are all set; an empty list is a call
   * without any. Absent: `project.auth`.
   */
  readonly credentials?: readonly (readonly string[])[];
  /** Status → error code, where it differs from the usual. */
  readonly statuses?: Readonly<Record<string, string>>;
  readonly result: ResultRule;
}

/** `body` is one field of the body, `whole-body` all of it. */
export interface ParameterPlace {
  readonly in: 'path' | 'query' | 'header' | 'body' | 'whole-body';
  /** Its name there, where it differs from the property. */
  readonly name?: string;
  /**
   * How lists and objects stand in a query or form: `comma` is `a,b`, `space` `a b`, `pipe` `a|b`, `deep` is
   * `name[key]=value`. Absent: a list repeats the name, an object is JSON.
   */
  readonly style?: 'comma' | 'space' | 'pipe' | 'deep';
  /** The media type of a file of a multipart body: the value is its content in base64. */
  readonly file?: string;
}
