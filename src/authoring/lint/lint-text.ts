import { readYamlText } from '../../tools/sources/files/capability-file/index.js';
import { lint } from './lint.js';
import { byWords } from './matching.js';
import { toolFileOf } from './read-tool-file.js';

/** What a rule says of a text; line and column are counted from 1, and null where it is about all of it. */
export interface TextFinding {
  readonly rule: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** What the rules say of a capability file or playbook that is being written; nothing while no tool can be read of it. */
export function lintText(file: string, text: string): TextFinding[] {
  const { value: source } = readYamlText(file, text);
  const { value: toolFile } = source ? toolFileOf(source) : {};
  return lint(toolFile?.targets ?? [], byWords).tools.flatMap(({ tool, results }) =>
    results
      .filter(({ severity }) => severity === 'FAIL' || severity === 'WARN')
      .flatMap(({ rule, findings }) =>
        findings.map(({ message, advice, at }) => {
          const place = tool.placeOf(at);
          const { line = null, column = null } = (place.kind === 'file' && place.region) || {};
          return { rule: rule.id, line, column, message: `${message}. ${advice}` };
        }),
      ),
  );
}
