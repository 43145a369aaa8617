import { z } from 'zod';
import { messageOf } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { checkSchemaDocument, compileSchema } from '../../platform/common/json-schema.js';
import { nameKnownKeys } from '../../platform/common/unknown-keys.js';
import { readCompatPlaybook } from './compat/read-compat-playbook.js';
import { compileCondition } from './condition.js';
import { DURABLE_KEYS, durableProblems, maxCalls, readDurable } from './durable-steps.js';
import { compileTemplate } from './interpolation.js';
import {
  type Condition,
  type DurableStep,
  MAX_SECONDS,
  MAX_STEPS,
  type OutputField,
  type Playbook,
  type PlaybookProblem,
  type PlaybookStep,
  type ReadPlaybook,
  schemaProblems,
  type Template,
} from './playbook.js';
import { canHold } from './reachable.js';
import { parseReference, type Reference, resolveReference } from './reference.js';

const json = z.json() as z.ZodType<JsonValue>;
const seconds = z.number().positive().max(MAX_SECONDS);
const onError = z.enum(['abort', 'continue', 'retry']);

/** The shape of a playbook file. */
export const playbookSchema = z.strictObject({
  playbook: z.literal('1.0').default('1.0'),
  /** True is read by `readCompatPlaybook`. */
  compat: z.literal(false).optional(),
  /** Whether it runs as a workflow that outlives its process and is undone where it fails. */
  durable: z.boolean().default(false),
  name: z.string().regex(/^[^\s[\]]+$/, 'a name has no blanks and no brackets'),
  description: z.string(),
  inputs: z.record(z.string(), json).optional(),
  steps: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z_][\w-]*$/, 'a name has letters, digits, "_" and "-", and begins with a letter'),
        /** Left out in a step of a durable playbook that waits. */
        tool: z.string().min(1).optional(),
        /** Where the tool is, in other systems; here a tool has one place. */
        server: z.string().optional(),
        arguments: z.record(z.string(), json).default({}),
        condition: z.string().optional(),
        on_error: onError.optional(),
        max_retries: maxCalls.optional(),
        timeout: seconds.optional(),
        ...DURABLE_KEYS,
      }),
    )
    .max(MAX_STEPS),
  output: z
    .strictObject({
      type: z.literal('object').optional(),
      properties: z.record(z.string(), z.strictObject({ path: z.string(), fallback: json.optional() })).default({}),
    })
    .optional(),
  on_error: onError.default('abort'),
  max_retries: maxCalls.optional(),
  /** 60 where nothing is said; a durable playbook has none. */
  timeout: seconds.optional(),
  /** Read by whoever makes a tool of it. */
  convengine: z.unknown().optional(),
});

export type PlaybookDocument = z.infer<typeof playbookSchema>;

const TIMEOUT_SECONDS = 60;

/** Reads and checks a playbook: nothing that could be known beforehand goes wrong while it runs. */
export function readPlaybook(document: JsonValue): ReadPlaybook {
  if (isJsonObject(document) && document.compat === true) return readCompatPlaybook(document);
  const parsed = playbookSchema.safeParse(document, { error: nameKnownKeys });
  if (!parsed.success) return { problems: schemaProblems(parsed.error) };
  const reader = new PlaybookReader(parsed.data);
  const read = reader.read();
  const playbook = parsed.data.durable && isJsonObject(document) ? { ...read, durable: document } : read;
  return reader.problems.length > 0 ? { problems: reader.problems } : { playbook, problems: [] };
}

class PlaybookReader {
  readonly problems: PlaybookProblem[] = [];
  private readonly names: readonly string[];

  constructor(private readonly document: PlaybookDocument) {
    this.names = document.steps.map(({ name }) => name);
  }

  read(): Playbook {
    const { name, description, inputs = null, timeout = TIMEOUT_SECONDS } = this.document;
    this.problems.push(...durableProblems(this.document));
    if (inputs) this.checkInputs(inputs);
    const timeoutMs = this.document.durable ? Number.POSITIVE_INFINITY : milliseconds(timeout);
    const steps = this.document.steps.map((step, index) => this.step(step, index));
    return { name, description, inputs, steps, output: this.output(), timeoutMs };
  }

  private checkInputs(inputs: JsonObject): void {
    const problem = checkSchemaDocument(inputs);
    if (problem) {
      this.add(['inputs'], `is not a usable JSON Schema: ${problem}`);
      return;
    }
    const properties = Object.entries(isJsonObject(inputs.properties) ? inputs.properties : {});
    const withoutRequired = compileSchema({ ...inputs, required: [] });
    for (const [name, property] of properties) {
      if (!isJsonObject(property) || property.default === undefined) continue;
      const wrong = withoutRequired.check({ [name]: property.default }).find(({ path }) => path.startsWith(name));
      if (wrong) this.add(['inputs', 'properties', name, 'default'], wrong.message);
    }
  }

  private step(step: PlaybookDocument['steps'][number], index: number): PlaybookStep {
    const at = (key: string) => ['steps', index, key];
    if (step.name === 'inputs') this.add(at('name'), '"inputs" are the arguments of the playbook');
    if (this.names.indexOf(step.name) < index) this.add(at('name'), `"${step.name}" is there twice`);
    const args = this.attempt(at('arguments'), () => compileTemplate(step.arguments, this.names)) ?? NO_ARGUMENTS;
    const condition = this.condition(step.condition, at('condition'));
    this.checkReferences(args.references, at('arguments'), index);
    this.checkReferences(condition?.references ?? [], at('condition'), index);
    const roots = [...args.references, ...(condition?.references ?? [])].map(({ root }) => root);
    const onError = step.on_error ?? this.document.on_error;
    const durable = this.document.durable ? this.durable(step, index) : undefined;
    for (const { root } of durable?.wait?.kind === 'approval' ? durable.wait.question.references : []) roots.push(root);
    const maxCalls = Math.max(1, step.max_retries ?? this.document.max_retries ?? 1);
    if (onError === 'retry' && maxCalls === 1 && !durable) {
      this.add(['steps', index], '"retry" never calls again: "max_retries", which counts all calls, is less than 2');
    }
    return {
      name: step.name,
      key: step.name,
      tool: step.tool ?? '',
      arguments: args,
      condition,
      uses: new Set(roots.filter((root) => root !== 'inputs')),
      onError,
      maxCalls,
      timeoutMs: step.timeout === undefined ? undefined : milliseconds(step.timeout),
      ...(durable && { durable }),
    };
  }

  private durable(step: PlaybookDocument['steps'][number], index: number): DurableStep {
    const at = ['steps', index];
    return readDurable(
      { ...step, max_retries: step.max_retries ?? this.document.max_retries },
      {
        compile: (key, value, before) => {
          const template = this.attempt([...at, ...key], () => compileTemplate(value, this.names)) ?? NO_ARGUMENTS;
          this.checkReferences(template.references, [...at, ...key], before === 'this step too' ? index + 1 : index);
          return template;
        },
      },
    );
  }

  private condition(text: string | undefined, path: PlaybookProblem['path']): Condition | undefined {
    if (text === undefined) return undefined;
    const condition = this.attempt(path, () => compileCondition(text));
    if (!condition) return undefined;
    const isConstant = condition.references.length === 0;
    if (isConstant && condition.holds({})) this.add(path, 'always holds: leave it out');
    else if (!canHold(condition, this.document.inputs ?? null)) {
      this.add(path, 'never holds: the step cannot be reached');
    }
    return condition;
  }

  private output(): OutputField[] | undefined {
    const { output } = this.document;
    if (!output) return undefined;
    return Object.entries(output.properties).flatMap(([name, { path, fallback = null }]) => {
      const at = ['output', 'properties', name, 'path'];
      const from = this.attempt(at, () => parseReference(path.trim()));
      if (!from) return [];
      this.checkReferences([from], at, this.names.length);
      return [{ name, value: (scope) => resolveReference(from, scope), fallback }];
    });
  }

  /** @param before steps whose results are there already */
  private checkReferences(references: readonly Reference[], path: PlaybookProblem['path'], before: number): void {
    for (const { written, root, path: steps } of references) {
      const index = this.names.indexOf(root);
      if (root === 'inputs') this.checkInput(written, steps[0], path);
      else if (index < 0) this.add(path, `${written}: there is no step "${root}"`);
      else if (index >= before) this.add(path, `${written}: the step "${root}" does not come before`);
    }
  }

  private checkInput(
    written: string,
    first: Reference['path'][number] | undefined,
    path: PlaybookProblem['path'],
  ): void {
    const { properties, additionalProperties } = this.document.inputs ?? {};
    if (typeof first !== 'object' || !('key' in first) || !isJsonObject(properties)) return;
    if (Object.hasOwn(properties, first.key) || (additionalProperties ?? false) !== false) return;
    this.add(path, `${written}: "inputs" has no property "${first.key}"`);
  }

  private attempt<T>(path: PlaybookProblem['path'], make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.add(path, messageOf(error));
      return undefined;
    }
  }

  private add(path: PlaybookProblem['path'], message: string): void {
    this.problems.push({ path, message });
  }
}

/** Whole ones: timers take no others. */
function milliseconds(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1_000));
}

const NO_ARGUMENTS: Template = { references: [], fill: () => ({}) as JsonObject, preview: () => ({}) as JsonObject };
