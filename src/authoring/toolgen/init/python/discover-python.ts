import type { JsonObject } from '../../../../platform/common/json.js';
import type { Project, PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import { type Discovery, draftTool, type Progress } from '../draft.js';
import { safeCall } from '../library/call-hazards.js';
import { type Nature, natureOf, runsAnything, toolName, WRITES } from '../names.js';
import type { PythonSurface } from '../profile.js';
import { type PythonFunction, type PythonParameter, readFunctions } from './read-functions.js';

const RUN = 'what is run or loaded depends on it';
const NO_JSON = 'JSON cannot say what it takes';

type Callable = Exclude<PythonFunction, { readonly problem: string }>;

/** One tool for each public function of a Python package that JSON can call. This imports the package. */
export async function discoverPython(
  surface: PythonSurface,
  project: string,
  progress: Progress,
  timeoutMs?: number,
): Promise<Discovery & Partial<Pick<Project, 'version' | 'description'>>> {
  progress(`importing ${surface.module} with ${surface.interpreter}`);
  const answer = await readFunctions(surface, project, timeoutMs);
  if ('problem' in answer) return { tools: [], warnings: [answer.problem] };
  const tools: Tool[] = [];
  const warnings: string[] = [];
  for (const found of answer.functions) {
    const tool = 'problem' in found ? found.problem : toolOf(found, surface, warnings);
    if (typeof tool === 'string') warnings.push(`${found.name} was left out: ${tool}`);
    else tools.push(tool);
  }
  if (tools.length === 0) warnings.push(`${surface.module} has no function that could be called`);
  const { version, description } = answer;
  return { tools, warnings, ...(version === null ? {} : { version }), ...(description === '' ? {} : { description }) };
}

/** The tool of a function, or why there is none. What is left out of it is a warning. */
function toolOf(found: Callable, { module: whole, folder, interpreter }: PythonSurface, warnings: string[]) {
  const { module, name, description, result } = found;
  if (runsAnything(name)) return 'it runs whatever it is given';
  const parameters = safeParameters(found, warnings);
  if (typeof parameters === 'string') return parameters;
  const path = module === whole ? [name] : [...module.split('.').slice(1), name];
  const tool = toolName(path.join('_'));
  return draftTool({
    name: tool,
    description: description || `Calls ${name} of ${module}.`,
    nature: natureOfFunction(tool),
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema ?? {}])),
      required: parameters.filter(({ required }) => required).map((one) => one.name),
      additionalProperties: false,
    },
    output_schema: {
      type: 'object',
      properties: { result: withoutNumbersOnly(result) },
      required: ['result'],
      additionalProperties: false,
    },
    binding: {
      type: 'python',
      interpreter,
      module,
      function: name,
      ...(folder === undefined ? {} : { folder }),
      result: { parse: 'json', property: 'result' },
    },
  });
}

/** What JSON can give and what does not decide what is run; a reason where it needs more than that. */
function safeParameters({ name, parameters }: Callable, warnings: string[]): PythonParameter[] | string {
  const kept: PythonParameter[] = [];
  for (const one of parameters) {
    const schema = one.schema && described(one);
    const own = schema && { name: one.name, schema, isOptional: !one.required, isRest: false };
    // Arguments have names in Python: each is looked at for itself.
    const safe = own ? safeCall([name], { parameters: [own], result: {} }) : undefined;
    if (typeof safe === 'string') return safe;
    const [left] = safe?.call.parameters ?? [];
    if (left?.schema) kept.push({ ...one, schema: left.schema });
    else if (one.required) return `JSON cannot say what its parameter "${one.name}" takes`;
    else warnings.push(`${one.name} of ${name}: left out, as ${own ? RUN : NO_JSON}`);
  }
  return kept;
}

function described({ schema, description, default: preset }: PythonParameter): JsonObject {
  const words: JsonObject = description === '' ? {} : { description: description.slice(0, 1_024) };
  return { ...schema, ...words, ...(preset === undefined ? {} : { default: preset }) };
}

/** What is no number is null in JSON. */
function withoutNumbersOnly(schema: JsonObject): JsonObject {
  return schema.type === 'number' && !schema.enum ? { ...schema, type: ['number', 'null'] } : schema;
}

/** Nothing is known of what it does: a name alone does not make it one that only reads. */
function natureOfFunction(tool: string): Nature {
  const nature = natureOf(tool);
  return nature.category === 'read' || nature.category === 'analytics' ? WRITES : nature;
}
