import type { JsonObject } from '../../../../platform/common/json.js';
import type { PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import { draftTool } from '../draft.js';
import { type Nature, natureOf, READS, toolName, WRITES } from '../names.js';
import type { LibrarySurface } from '../profile.js';
import type { Effect } from './effects/known-effects.js';
import type { Call } from './function-calls.js';
import { unionOf } from './type-union.js';

/** A function, and where `import()` of the module has it. */
export interface NamedFunction {
  /** From the module on: `parse`, `Color.parse`; `default`. */
  readonly path: readonly string[];
  readonly importPath: readonly string[];
  /** What its comment says; empty where there is none. */
  readonly comment: string;
  /** What its code does beside giving an answer. */
  readonly effect: Effect;
}

/**
 * The tool of a function.
 * @param calls the ways to call it, one at least
 */
export function functionTool(
  { name, module, description }: LibrarySurface & { readonly description: string },
  { path, importPath, comment, effect }: NamedFunction,
  calls: readonly Call[],
): Tool {
  const { properties, required, rest } = inputsOf(calls);
  const words = path.filter((word) => word !== 'default');
  const tool = toolName(words.join('_') || name.replace(/^@[^/]*\//, ''));
  const results = calls.map(({ result }) => result);
  return draftTool({
    name: tool,
    description: comment || (words.length === 0 ? description : `Calls ${words.join('.')} of ${name}.`),
    nature: natureOfFunction(tool, effect),
    ...(effect === 'none' ? { isNatureKnown: true } : {}),
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    output_schema: {
      type: 'object',
      properties: { result: unionOf(results, 'output') ?? {} },
      required: ['result'],
      additionalProperties: false,
    },
    binding: {
      type: 'in-process',
      module: `./${module}`,
      export: importPath.join('.'),
      parameters: Object.keys(properties),
      ...(rest === undefined ? {} : { rest }),
      result: { parse: 'json', property: 'result' },
    },
  });
}

/**
 * By what its code does; where that cannot be told, by its name. Functions that make one thing of another are named by what
 * they begin with or end in.
 */
function natureOfFunction(tool: string, effect: Effect): Nature {
  if (effect === 'none') return READS;
  const nature = natureOf(tool);
  if (effect === 'some') return nature.category === 'read' || nature.category === 'analytics' ? WRITES : nature;
  return nature.category === 'write' && nature.risk === 'medium' && /^(to|from|as)_/.test(tool) ? READS : nature;
}

/** The longest of the ways to call it, where what not all of them need is optional. */
function inputsOf(calls: readonly Call[]): { properties: JsonObject; required: string[]; rest: string | undefined } {
  const [longest] = calls.toSorted(
    (a, b) => b.parameters.length - a.parameters.length || requiredOf(a) - requiredOf(b),
  );
  const properties: JsonObject = {};
  const required: string[] = [];
  const { name: last, isRest } = longest?.parameters.at(-1) ?? {};
  longest?.parameters.forEach(({ name, isRest: isList }, index) => {
    const same = calls.map(({ parameters }) => parameters[index]);
    const told = same.flatMap((one) => (one?.name === name && one.isRest === isList && one.schema ? [one.schema] : []));
    properties[name] = unionOf(told, 'input') ?? {};
    if (same.every((one) => one && !one.isOptional)) required.push(name);
  });
  return { properties, required, rest: isRest ? last : undefined };
}

function requiredOf({ parameters }: Call): number {
  return parameters.filter(({ isOptional }) => !isOptional).length;
}
