import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { EngineError } from '../../platform/common/errors.js';
import { nameKnownKeys } from '../../platform/common/unknown-keys.js';
import { type FlowTestFile, flowTestSchema } from './flow-test-file.js';

/** A file of scripted conversations, and where in it things stand. */
export interface FlowTest {
  readonly file: string;
  readonly script: FlowTestFile;
  /** A path of the script, such as a file of rows, from where the script is. */
  fromHere(path: string): string;
  /** The line of a turn, or of a conversation where no turn is given; 1 is the first. */
  lineOf(conversation: number, turn?: number): number;
}

/** @throws EngineError FLOW_TEST_INVALID that names the file, the line and what is wrong there */
export async function readFlowTest(file: string): Promise<FlowTest> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new EngineError('FLOW_TEST_INVALID', `${file} cannot be read.`, {}, { cause: error });
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [error] = document.errors;
  if (error) throw new EngineError('FLOW_TEST_INVALID', `${file}, line ${lineAt(error.pos[0])}: ${error.message}`);
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let end = path.length; end >= 0; end -= 1) {
      const node = document.getIn(path.slice(0, end), true) as { range?: [number, number, number] } | undefined;
      if (node?.range) return lineAt(node.range[0]);
    }
    return 1;
  };
  const parsed = flowTestSchema.safeParse(document.toJS(), { error: nameKnownKeys, reportInput: true });
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap(meantIn).map((issue) => {
      const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
      const line = lineOf(unknown === undefined ? issue.path : [...issue.path, unknown]);
      return `${file}, line ${line}: ${issue.path.join('.') || 'the file'} ${issue.message}`;
    });
    throw new EngineError('FLOW_TEST_INVALID', problems.join('\n'));
  }
  const fromHere = (path: string) => resolve(dirname(file), path);
  for (const path of [parsed.data.rows ?? []].flat()) {
    const isThere = await stat(fromHere(path)).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isThere) continue;
    const problem = `rows names ${path}, which is no file, seen from the folder of this one`;
    throw new EngineError('FLOW_TEST_INVALID', `${file}, line ${lineOf(['rows'])}: ${problem}.`);
  }
  return {
    file,
    script: parsed.data,
    fromHere,
    lineOf: (conversation, turn) =>
      lineOf(['conversations', conversation, ...(turn === undefined ? [] : ['turns', turn])]),
  };
}

/** Of what may have several shapes: what is wrong with the only one that has all that it needs, as where a key beside is misspelt. */
function meantIn(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const whole = issue.errors.filter((problems) =>
    problems.every(({ path, input }) => path.length !== 1 || input !== undefined),
  );
  const [meant, other] = whole;
  if (!meant || other) return [issue];
  return meant.map((problem) => ({ ...problem, path: [...issue.path, ...problem.path] })).flatMap(meantIn);
}
