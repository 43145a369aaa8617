import { z } from 'zod';
import { messageOf } from '../../../platform/common/errors.js';
import { canonicalJson, type JsonValue, toJson } from '../../../platform/common/json.js';
import { compileRedaction } from '../redact.js';
import { type ReadTransform, schemaProblems, type TransformProblem, withholdAll } from '../transform.js';
import { parseColumnPath } from './column-path.js';
import { compileColumnRenaming, compileColumns, compileColumnTemplate, flattenColumns } from './columns.js';
import { withUnicodeClasses } from './unicode-classes.js';

const compatSchema = z.object({
  project: z.array(z.string()).default([]),
  rename: z.record(z.string(), z.string()).default({}),
  redact: z.array(z.object({ pattern: z.string(), replacement: z.string() })).default([]),
  format: z.object({ type: z.enum(['flat', 'nested', 'template']), template: z.string().optional() }).optional(),
});

type CompatConfig = z.infer<typeof compatSchema>;

/**
 * A transform as mcp-gateway has it, flaws included: columns instead of structure, unknown keys let pass, numbers not
 * searched. A pattern that cannot be used is left out, and a problem all the same.
 */
export function readCompatTransform(document: object): ReadTransform {
  const parsed = compatSchema.safeParse(document);
  if (!parsed.success) return { transform: withholdAll, problems: schemaProblems(parsed.error) };
  const { project, rename, redact, format } = parsed.data;
  const wrongPaths = problemsOf('project', '', project, parseColumnPath);
  if (wrongPaths.length > 0) return { transform: withholdAll, problems: wrongPaths };
  if (project.length + redact.length + Object.keys(rename).length === 0 && !format) {
    return { transform: undefined, problems: [] };
  }
  const rules = redact.map((rule) => ({ ...rule, pattern: withUnicodeClasses(rule.pattern) }));
  const problems = problemsOf('redact', '.pattern', rules, (rule) => compileRedaction([rule], false));
  const wrong = new Set(problems.map(({ path }) => path));
  const redactor = compileRedaction(
    rules.filter((_, index) => !wrong.has(`redact[${index}].pattern`)),
    false,
  );
  const columns = project.length > 0 ? compileColumns(project) : unchanged;
  const renamed = compileColumnRenaming(rename);
  const formatted = compileFormat(format);
  return {
    transform: {
      apply: (value) => formatted(redactor.value(renamed(columns(value)))),
      redactText: (text) => redactor.text(text),
      written: canonicalJson(toJson({ ...parsed.data, compat: true })),
    },
    problems,
  };
}

function compileFormat(format: CompatConfig['format']): (value: JsonValue) => JsonValue {
  if (format?.type === 'flat') return flattenColumns;
  return format?.type === 'template' && format.template !== undefined
    ? compileColumnTemplate(format.template)
    : unchanged;
}

function unchanged(value: JsonValue): JsonValue {
  return value;
}

function problemsOf<T>(
  key: string,
  inside: string,
  items: readonly T[],
  read: (item: T) => unknown,
): TransformProblem[] {
  return items.flatMap((item, index) => {
    try {
      read(item);
      return [];
    } catch (error) {
      return [{ path: `${key}[${index}]${inside}`, message: messageOf(error) }];
    }
  });
}
