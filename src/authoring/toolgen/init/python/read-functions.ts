import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type JsonObject, parseJson } from '../../../../platform/common/json.js';
import { compileSchema } from '../../../../platform/common/json-schema.js';
import { packageRoot } from '../../../../platform/config/index.js';
import { runBounded } from '../bounded-run.js';
import type { PythonSurface } from '../profile.js';

/** A parameter of a function. Its schema is null where JSON cannot give it. */
export interface PythonParameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonObject | null;
  readonly default?: JsonObject[string];
}

/** A public function, or why it cannot be called with JSON. */
export type PythonFunction = { readonly module: string; readonly name: string } & (
  | { readonly problem: string }
  | {
      readonly description: string;
      readonly parameters: readonly PythonParameter[];
      readonly result: JsonObject;
    }
);

/** What a package tells of itself, or why it does not. */
export type PythonAnswer =
  | { readonly description: string; readonly version: string | null; readonly functions: readonly PythonFunction[] }
  | { readonly problem: string };

const TIMEOUT_MS = 15_000;
const MAX_LENGTH = 1_048_576;
/** The parts of the program that reads them, in their order. */
const PARTS = ['type-hints.py', 'docstrings.py', 'functions.py'];
/** An address where nothing answers: what a package asks by the usual ways stays on this machine. */
const NOWHERE = 'http://127.0.0.1:9';
const PROXIES = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);

const text = { type: 'string' };
const ANSWER_SCHEMA: JsonObject = {
  type: 'object',
  required: ['description', 'version', 'functions'],
  properties: {
    description: text,
    version: { type: ['string', 'null'] },
    functions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['module', 'name'],
        properties: { module: text, name: text, problem: text, description: text, result: { type: 'object' } },
        anyOf: [{ required: ['problem'] }, { required: ['description', 'parameters', 'result'] }],
      },
    },
  },
};

/**
 * Imports a package in a process of its own, which runs what stands at the top of its modules, and reads its functions:
 * in an empty folder that is its home too, without the variables of this process but PATH. After 15 seconds or a mebibyte
 * it is killed, with all it has started.
 */
export async function readFunctions(
  { module, folder, interpreter }: PythonSurface,
  project: string,
  timeoutMs = TIMEOUT_MS,
): Promise<PythonAnswer> {
  const code = PARTS.map((part) =>
    readFileSync(join(packageRoot(), 'src/authoring/toolgen/init/python', part), 'utf8'),
  );
  const python = interpreter.startsWith('.') ? resolve(project, interpreter) : interpreter;
  const where = folder === undefined ? [] : [resolve(project, folder)];
  const cwd = mkdtempSync(join(tmpdir(), 'toolgen-python-'));
  try {
    const command = [python, '-I', '-B', '-c', code.join('\n\n'), module, ...where];
    const answer = await runBounded(command, { cwd, env: environment(cwd), timeoutMs, maxLength: MAX_LENGTH });
    if ('problem' in answer && answer.isMissing)
      return { problem: `${interpreter} is not there: the functions of ${module} were skipped` };
    if ('problem' in answer) return { problem: `${module} could not be imported: it ${answer.problem}` };
    return answerOf(module, answer.stdout);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function environment(home: string): NodeJS.ProcessEnv {
  const proxies = Object.fromEntries(PROXIES.map((name) => [name, NOWHERE]));
  return { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C.UTF-8', NO_COLOR: '1', ...proxies };
}

function answerOf(module: string, printed: string): PythonAnswer {
  const told = parseJson(printed) as JsonObject | undefined;
  if (typeof told?.problem === 'string') return { problem: `${module} could not be imported: ${told.problem}` };
  if (told !== undefined && compileSchema(ANSWER_SCHEMA).check(told).length === 0)
    return told as unknown as PythonAnswer;
  return { problem: `${module} could not be imported: it ended the process` };
}
