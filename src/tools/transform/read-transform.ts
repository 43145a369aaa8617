import { z } from 'zod';
import { messageOf } from '../../platform/common/errors.js';
import { canonicalJson, isJsonObject, type JsonValue, toJson } from '../../platform/common/json.js';
import { nameKnownKeys } from '../../platform/common/unknown-keys.js';
import { readCompatTransform } from './compat/read-compat-transform.js';
import { compileTemplate, flatten } from './format.js';
import { parsePath } from './path.js';
import { compileProjection } from './project.js';
import { compileRedaction, type Redactor } from './redact.js';
import { compileRenaming } from './rename.js';
import { type ReadTransform, schemaProblems, type Transform, type TransformProblem, withholdAll } from './transform.js';

const transformSchema = z.strictObject({
  /** True is read by `readCompatTransform`. */
  compat: z.literal(false).optional(),
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

type Stage = (value: JsonValue) => JsonValue;

/** Compiles a transform once, so that a typo is found when it is loaded. */
export function readTransform(document: unknown): ReadTransform {
  if (isJsonObject(document) && document.compat === true) return readCompatTransform(document);
  const parsed = transformSchema.safeParse(document, { error: nameKnownKeys });
  if (!parsed.success) return { transform: withholdAll, problems: schemaProblems(parsed.error) };
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
      written: canonicalJson(toJson(config)),
    };
  }

  private projection(): Stage | undefined {
    const { project } = this.config;
    if (project.length === 0) return undefined;
    const paths = project.map((text, index) => this.attempt(`project[${index}]`, () => parsePath(text)));
    return compileProjection(paths.filter((path) => path !== undefined));
  }

  private renaming(): Stage | undefined {
    const entries = Object.entries(this.config.rename);
    if (entries.length === 0) return undefined;
    for (const [from, to] of entries) {
      this.attempt(`rename["${from}"]`, () => compileRenaming([{ from: parsePath(from), to }]));
    }
    if (this.problems.length > 0) return undefined;
    return compileRenaming(entries.map(([from, to]) => ({ from: parsePath(from), to })));
  }

  private redactor(): Redactor | undefined {
    const { redact } = this.config;
    redact.forEach((rule, index) => {
      this.attempt(`redact[${index}].pattern`, () => compileRedaction([rule], false));
    });
    return redact.length === 0 || this.problems.length > 0 ? undefined : compileRedaction(redact, true);
  }

  private format(): Stage | undefined {
    const { format } = this.config;
    if (format?.type === 'flat') return flatten;
    return format?.type === 'template' && format.template !== undefined ? compileTemplate(format.template) : undefined;
  }

  /** A renamed path that the projection drops would never be found: most often it is misspelt. */
  private checkCoverage({ project, rename }: TransformConfig): void {
    if (project.length === 0 || this.problems.length > 0) return;
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
