import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../platform/common/errors.js';
import { type JsonObject, stableJson } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import { packageRoot } from '../../../platform/config/index.js';
import { STANDARD_CODES } from '../runtime/adapters/failure.js';
import type { Manifest, Tool } from '../runtime/adapters/manifest.js';
import { compileCheck, type Problem } from '../runtime/adapters/schemas.js';
import { checkBinding } from './check-binding.js';
import type { ManifestProblem } from './manifest-problem.js';

/** The text of the published schema of manifests (JSON Schema 2020-12). */
export function manifestSchemaText(): string {
  return readFileSync(join(packageRoot(), 'src/tools/package-format/manifest.schema.json'), 'utf8');
}

/** What is wrong with a manifest; an empty list when it can be built. */
export function checkManifest(manifest: unknown): ManifestProblem[] {
  const shape = compileSchema(JSON.parse(manifestSchemaText()) as JsonObject).check(manifest);
  if (shape.length > 0) return shape.map(({ path, message }) => ({ path, message }));
  const { tools, project } = manifest as Manifest;
  return [
    ...repeatedNames(tools),
    ...tools.flatMap((tool, index) => checkTool(tool, `tools[${index}]`, project)),
    ...tools.flatMap((tool, index) => checkConfirmation(tool, `tools[${index}]`, tools)),
  ];
}

/** Whoever only asks names a tool that can take the word, and says in its output what that tool needs. */
function checkConfirmation(
  { constraints, output_schema }: Tool,
  path: string,
  tools: readonly Tool[],
): ManifestProblem[] {
  const { confirmed_by } = constraints;
  if (confirmed_by === undefined) return [];
  const at = `${path}.constraints.confirmed_by`;
  const confirming = tools.find(({ name }) => name === confirmed_by);
  if (!confirming) return [{ path: at, message: `is ${confirmed_by}, which is no tool of the manifest` }];
  if (stableJson(confirming.output_schema) !== stableJson(output_schema)) {
    return [
      { path: at, message: `is ${confirmed_by}, whose output_schema is another: its answer stands for this one's` },
    ];
  }
  const lacks = (schema: JsonObject, names: readonly string[]) =>
    names.filter((name) => !Object.hasOwn((schema.properties as JsonObject | undefined) ?? {}, name));
  return [
    ...lacks(output_schema, ['action_id', 'status', 'message']).map((name) => ({
      path: `${path}.output_schema`,
      message: `lacks ${name}, which a tool with confirmed_by answers`,
    })),
    ...lacks(confirming.input_schema, ['action_id', 'decision']).map((name) => ({
      path: at,
      message: `is ${confirmed_by}, whose input_schema lacks ${name}`,
    })),
  ];
}

function repeatedNames(tools: readonly Tool[]): ManifestProblem[] {
  return tools.flatMap(({ name }, index) => {
    const first = tools.findIndex((tool) => tool.name === name);
    return first === index ? [] : [{ path: `tools[${index}].name`, message: `is that of tools[${first}] already` }];
  });
}

function checkTool(tool: Tool, path: string, project: Manifest['project']): ManifestProblem[] {
  return [
    ...checkExamples(tool, path),
    ...checkErrorCodes(tool, path),
    ...checkRules(tool, path),
    ...checkBinding(tool, project).map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
  ];
}

function checkExamples(tool: Tool, path: string): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  for (const part of ['input', 'output'] as const) {
    try {
      const check = compileCheck(tool[`${part}_schema`], part === 'input');
      tool.examples.forEach((example, index) => {
        const found = check(example[part]);
        problems.push(...found.map((problem) => located(problem, `${path}.examples[${index}].${part}`)));
      });
    } catch (error) {
      problems.push({ path: `${path}.${part}_schema`, message: `is not a JSON Schema: ${messageOf(error)}` });
    }
  }
  return problems;
}

function located({ field, reason }: Problem, path: string): ManifestProblem {
  return { path: `${path}#${field}`, message: reason };
}

function checkErrorCodes({ error_schema, binding }: Tool, path: string): ManifestProblem[] {
  const codes = (error_schema as unknown as { properties: { code: { enum: string[] } } }).properties.code.enum;
  const missing = STANDARD_CODES.filter((code) => !codes.includes(code));
  const at = `${path}.error_schema.properties.code.enum`;
  const problems = missing.length > 0 ? [{ path: at, message: `lacks ${missing.join(', ')}` }] : [];
  const key = binding.type === 'subprocess' ? 'exit_codes' : 'statuses';
  const table = binding.type === 'subprocess' ? binding.exit_codes : binding.type === 'remote-http' && binding.statuses;
  const answers: readonly number[] = (binding.type === 'subprocess' && binding.ok_exit_codes) || [];
  for (const [number, code] of Object.entries(table || {})) {
    if (answers.includes(Number(number)))
      problems.push({ path: `${path}.binding.${key}.${number}`, message: 'is an answer by ok_exit_codes' });
    if (codes.includes(code)) continue;
    problems.push({
      path: `${path}.binding.${key}.${number}`,
      message: `is ${code}, which error_schema does not list`,
    });
  }
  return problems;
}

function checkRules(tool: Tool, path: string): ManifestProblem[] {
  const { idempotency, constraints, category, risk } = tool;
  const problems: ManifestProblem[] = [];
  if ((constraints.retries ?? 0) > 0 && idempotency !== 'idempotent') {
    problems.push({ path: `${path}.constraints.retries`, message: 'is for tools whose idempotency is idempotent' });
  }
  if (constraints.command_inputs && (risk !== 'high' || category === 'read' || category === 'analytics')) {
    const message = 'is for tools that write with high risk: category write or admin, risk high';
    problems.push({ path: `${path}.constraints.command_inputs`, message });
  }
  return [...problems, ...checkNamed(tool, 'path_inputs', path), ...checkNamed(tool, 'command_inputs', path)];
}

/** Whether the properties that a list names are there. */
function checkNamed({ constraints, input_schema }: Tool, list: NamedInputs, path: string): ManifestProblem[] {
  const known = Object.keys((input_schema.properties as JsonObject | undefined) ?? {});
  return (constraints[list] ?? []).flatMap((property, index) => {
    if (known.includes(property)) return [];
    const at = `${path}.constraints.${list}[${index}]`;
    return [{ path: at, message: `names ${property}, which input_schema does not have` }];
  });
}

type NamedInputs = 'path_inputs' | 'command_inputs';
