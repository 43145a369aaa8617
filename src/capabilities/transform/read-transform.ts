import { z } from 'zod';
import { messageOf } from '../../common/errors.js';
import type { JsonValue } from '../../common/json.js';
import { compileColumnRenaming, compileColumns, flattenColumns } from './columns.js';
import { compileTemplate, flatten } from './format.js';
import { parsePath } from './path.js';
import { compileProjection } from './project.js';
import { compileRedaction, type Redactor } from './redact.js';
import { compileRenaming } from './rename.js';
import { type Transform, withholdAll } from './transform.js';

const transformSchema = z.strictObject({
  /** Columns instead of structure, as the older form has it. */
  compat: z.boolean().default(false),
  project: z.array(z.string()).default([]),
  rename: z.record(z.string(), z.string().min(1)).default({}),
  redact: z
    .array(z.strictObject({ pattern: z.string(), replacement: z.string(), keys: z.boolean().optional() }))
    .default([]),
  format: z
    .strictObject({ type: z.enum(['flat', 'nested', 'template']), template: z.string().optional() })
    .refine(({ type, template }) => type !== 'template' || template !== undefined, {
      path: ['template'],
      error: 'is needed by the type "template"',
    })
    .optional(),
});

type TransformConfig = z.infer<typeof transformSchema>;

/** What is wrong with a transform, and where in it (`redact[0].pattern`; empty for the whole). */
export interface TransformProblem {
  readonly path: string;
  readonly message: string;
}

/** What was read: no transform where the document asks for nothing, and one that withholds everything where it is wrong. */
export interface ReadTransform {
  readonly transform: Transform | undefined;
  readonly problems: readonly TransformProblem[];
}

type Stage = (value: JsonValue) => JsonValue;

/** Compiles a transform once, so that a typo is found when it is loaded. */
export function readTransform(document: unknown): ReadTransform {
  const parsed = transformSchema.safeParse(document);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ path: z.core.toDotPath(path), message }));
    return { transform: withholdAll, problems };
  }
  const reader = new TransformReader(parsed.data);
  const transform = reader.read();
  return reader.problems.length > 0
    ? { transform: withholdAll, problems: reader.problems }
    : { transform, problems: [] };
}

class TransformReader {
  readonly problems: TransformProblem[] = [];

  constructor(private readonly config: TransformConfig) {}

  read(): Transform | undefined {
    const { config } = this;
    const redactor = this.redactor();
    const redact: Stage | undefined = redactor && ((value) => redactor.value(value));
    const stages = [this.projection(), this.renaming(), redact, this.format()].filter((stage) => stage !== undefined);
    if (stages.length === 0) return undefined;
    this.checkCoverage(config);
    return {
      apply: (value) => stages.reduce((current, stage) => stage(current), value),
      redactText: (text) => redactor?.text(text) ?? text,
    };
  }

  private projection(): Stage | undefined {
    const { project, compat } = this.config;
    if (project.length === 0) return undefined;
    const paths = project.flatMap((text, index) => {
      const path = this.attempt(`project[${index}]`, () => parsePath(text));
      return path ? [{ text, path }] : [];
    });
    return compat ? compileColumns(paths) : compileProjection(paths.map(({ path }) => path));
  }

  private renaming(): Stage | undefined {
    const { rename, compat } = this.config;
    const entries = Object.entries(rename);
    if (entries.length === 0) return undefined;
    if (compat) return compileColumnRenaming(rename);
    for (const [from, to] of entries) {
      this.attempt(`rename["${from}"]`, () => compileRenaming([{ from: parsePath(from), to }]));
    }
    if (this.problems.length > 0) return undefined;
    return compileRenaming(entries.map(([from, to]) => ({ from: parsePath(from), to })));
  }

  private redactor(): Redactor | undefined {
    const { redact, compat } = this.config;
    redact.forEach((rule, index) => {
      this.attempt(`redact[${index}].pattern`, () => compileRedaction([rule], false));
    });
    return redact.length === 0 || this.problems.length > 0 ? undefined : compileRedaction(redact, !compat);
  }

  private format(): Stage | undefined {
    const { format, compat } = this.config;
    if (format?.type === 'flat') return compat ? flattenColumns : flatten;
    return format?.type === 'template' && format.template !== undefined ? compileTemplate(format.template) : undefined;
  }

  /** A renamed path that the projection drops would never be found: most often it is misspelt. */
  private checkCoverage({ project, rename, compat }: TransformConfig): void {
    if (compat || project.length === 0 || this.problems.length > 0) return;
    const kept = project.map((text) => JSON.stringify(parsePath(text)).slice(0, -1));
    for (const from of Object.keys(rename)) {
      const path = JSON.stringify(parsePath(from)).slice(0, -1);
      if (kept.some((one) => one.startsWith(path) || path.startsWith(one))) continue;
      this.problems.push({ path: `rename["${from}"]`, message: 'is not among what "project" keeps' });
    }
  }

  private attempt<T>(path: string, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.problems.push({ path, message: messageOf(error) });
      return undefined;
    }
  }
}
