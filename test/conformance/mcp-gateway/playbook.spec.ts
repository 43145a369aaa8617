import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { messageOf } from '../../../src/platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/common/json.js';
import {
  PlaybookFailure,
  type PlaybookResult,
  readPlaybook,
  runPlaybook,
  type StepRunner,
} from '../../../src/tools/playbook/index.js';
import { sharedPath } from '../../helpers/shared-data.js';

interface PlaybookCase {
  readonly t: string;
  readonly playbook: JsonObject | string;
  /** By tool; the answers of a list one after the other, the last again and again. */
  readonly responses: Readonly<Record<string, JsonValue>>;
  readonly inputs: JsonObject | null;
  readonly calls?: readonly { readonly tool: string; readonly arguments: JsonObject }[];
  readonly result?: PlaybookResult;
  readonly error?: string;
  readonly parseError?: string;
}

interface GrammarCases {
  readonly context: { readonly inputs: JsonObject; readonly steps: JsonObject };
  readonly conditions: readonly { readonly expr: string; readonly value: boolean }[];
  readonly interpolations: readonly { readonly text: string; readonly value?: JsonValue; readonly panic?: boolean }[];
}

const playbookFile = sharedPath('conformance/mcp-gateway/playbook-cases.json');
const grammarFile = sharedPath('conformance/mcp-gateway/cond-interp-cases.json');
const read = async <T>(file: string | undefined, none: T): Promise<T> =>
  file ? (JSON.parse(await readFile(file, 'utf8')) as T) : none;
const playbooks = await read<PlaybookCase[]>(playbookFile, []);
const grammar = await read<GrammarCases>(grammarFile, {
  context: { inputs: {}, steps: {} },
  conditions: [],
  interpolations: [],
});

/** Reads a playbook in compat mode and runs it on tools that answer what they are told to. */
async function run(document: JsonObject, inputs: JsonObject, responses: PlaybookCase['responses']) {
  const { playbook } = readPlaybook({ ...document, compat: true });
  if (!playbook) return { parseError: true };
  const calls: { tool: string; arguments: JsonObject }[] = [];
  const call: StepRunner['call'] = async ({ tool }, args) => {
    const answers = [responses[tool] ?? { $error: `there is no ${tool}` }].flat();
    const answer = answers[Math.min(calls.filter((one) => one.tool === tool).length, answers.length - 1)] ?? null;
    calls.push({ tool, arguments: args });
    if (isJsonObject(answer) && typeof answer.$error === 'string') throw new Error(answer.$error);
    return answer;
  };
  const runner = {
    call,
    writes: () => false,
    timeoutMs: () => 1_000,
    mayRetry: () => true,
    mayHaveWritten: () => false,
  };
  try {
    return { calls, result: await runPlaybook(playbook, inputs, runner, new AbortController().signal) };
  } catch (error) {
    return { calls, error: messageOf(error instanceof PlaybookFailure ? error.reason : error) };
  }
}

describe.skipIf(!playbookFile)('a playbook in compat mode', () => {
  it.each(playbooks.map((one) => [one.t, one] as const))('%s', async (_name, one) => {
    const document = typeof one.playbook === 'string' ? parse(one.playbook) : one.playbook;
    const actual = await run(document, one.inputs ?? {}, one.responses);
    expect('parseError' in actual).toBe(one.parseError !== undefined);
    // A tool has one place here: the calls have no `server`.
    expect(actual.calls).toEqual(one.calls?.map(({ tool, arguments: args }) => ({ tool, arguments: args })));
    // That gateway's own errors begin with their kind.
    expect(actual.error).toEqual(one.error?.replace(/^Internal error: /, ''));
    // Why a step has failed is told here, and lost there.
    const result = one.result && { ...one.result, errors: expect.any(Object), duration_ms: expect.any(Number) };
    expect(actual.result).toEqual(result);
  });
});

describe.skipIf(!grammarFile)('in compat mode', () => {
  /** What the last step of a playbook does, when the steps before it have given the results of the cases. */
  const last = (step: JsonObject) => {
    const { inputs, steps } = grammar.context;
    const before = Object.keys(steps).map((name) => ({ name, tool: name }));
    const document = { name: 'p', description: 'd', steps: [...before, { name: 'last', tool: 'last', ...step }] };
    return run(document, inputs, { ...steps, last: true });
  };

  it.each(grammar.conditions.map(({ expr, value }) => [expr, value] as const))(
    'the condition %j is %j',
    async (condition, value) => {
      expect((await last({ condition })).result?.steps_completed.includes('last')).toBe(value);
    },
  );

  it.each(grammar.interpolations.map((one) => [one.text, one] as const))('the argument %j', async (text, one) => {
    const { calls, parseError } = await last({ arguments: { text } });
    expect(parseError ?? false).toBe(one.panic ?? false);
    if (!one.panic) expect(calls?.at(-1)?.arguments).toEqual({ text: one.value });
  });
});
