import { z } from 'zod';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { compileTexts } from '../interpolation.js';
import {
  MAX_CALLS,
  MAX_SECONDS,
  MAX_STEPS,
  type OutputField,
  type PlaybookProblem,
  type PlaybookStep,
  type ReadPlaybook,
  schemaProblems,
} from '../playbook.js';
import { compileCompatCondition, compileCompatReference, compileCompatText } from './compat-grammar.js';

const json = z.json() as z.ZodType<JsonValue>;

const compatSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputs: z.unknown().optional(),
  steps: z
    .array(
      z.object({
        name: z.string(),
        tool: z.string(),
        arguments: z.record(z.string(), json).default({}),
        condition: z.string().optional(),
      }),
    )
    .max(MAX_STEPS),
  output: z
    .object({
      properties: z.record(z.string(), z.object({ path: z.string(), fallback: json.optional() })).default({}),
    })
    .optional(),
  on_error: z.enum(['abort', 'continue', 'retry']).default('abort'),
  max_retries: z.int().min(0).max(MAX_CALLS).default(1),
  timeout: z.int().min(0).max(MAX_SECONDS).default(60),
});

type Document = z.infer<typeof compatSchema>;

/**
 * A playbook as mcp-gateway has it, flaws included: unknown keys and references to nothing let pass, inputs neither
 * checked nor filled in, its own interpolation and conditions, one step after the other.
 */
export function readCompatPlaybook(document: object): ReadPlaybook {
  if ('durable' in document && document.durable !== false) {
    return { problems: [{ path: ['durable'], message: 'is not for playbooks with "compat: true"' }] };
  }
  const parsed = compatSchema.safeParse(document);
  if (!parsed.success) return { problems: schemaProblems(parsed.error) };
  const { name, description, inputs, output, timeout } = parsed.data;
  const problems: PlaybookProblem[] = [];
  const attempt = <T>(path: PlaybookProblem['path'], make: () => T): T[] => {
    try {
      return [make()];
    } catch (error) {
      problems.push({ path, message: messageOf(error) });
      return [];
    }
  };
  const steps = parsed.data.steps.flatMap((step, index) =>
    attempt(['steps', index], () => readStep(step, index, parsed.data)),
  );
  const fields =
    output &&
    Object.entries(output.properties).flatMap(([field, { path, fallback = null }]) =>
      attempt(['output', 'properties', field, 'path'], (): OutputField => {
        return { name: field, value: compileCompatReference(path), fallback };
      }),
    );
  if (problems.length > 0) return { problems };
  return {
    playbook: { name, description, inputs: describedInputs(inputs), steps, output: fields, timeoutMs: timeout * 1_000 },
    problems,
  };
}

/** Inputs are not checked and not filled in: what is left of them says what they mean, and which are not to be shown. */
function describedInputs(inputs: unknown): JsonObject | null {
  if (!isJsonObject(inputs) || !isJsonObject(inputs.properties)) return null;
  const properties = Object.entries(inputs.properties).map(([name, property]): [string, JsonValue] => {
    const kept = isJsonObject(property) ? Object.entries(property).filter(isDescription) : [];
    return [name, Object.fromEntries(kept)];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function isDescription([key, value]: [string, JsonValue]): boolean {
  return ['description', 'x-sensitive', 'writeOnly'].includes(key) || (key === 'format' && value === 'password');
}

function readStep(step: Document['steps'][number], index: number, document: Document): PlaybookStep {
  const { name, tool, condition } = step;
  const before = document.steps.slice(0, index).map((one) => one.name);
  return {
    name,
    key: before.includes(name) ? `${name}#${index + 1}` : name,
    tool,
    arguments: compileTexts(step.arguments, compileCompatText),
    condition: condition === undefined ? undefined : compileCompatCondition(condition),
    uses: new Set(before),
    onError: document.on_error,
    maxCalls: Math.max(1, document.max_retries),
    timeoutMs: undefined,
  };
}
