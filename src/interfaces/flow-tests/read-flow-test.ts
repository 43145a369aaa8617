import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { EngineError } from '../../platform/common/errors.js';
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
  const parsed = flowTestSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${file}, line ${lineOf(path)}: ${path.join('.') || 'the file'} ${message}`,
    );
    throw new EngineError('FLOW_TEST_INVALID', problems.join('\n'));
  }
  return {
    file,
    script: parsed.data,
    fromHere: (path) => resolve(dirname(file), path),
    lineOf: (conversation, turn) =>
      lineOf(['conversations', conversation, ...(turn === undefined ? [] : ['turns', turn])]),
  };
}
