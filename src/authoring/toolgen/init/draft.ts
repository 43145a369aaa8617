import { messageOf } from '../../../platform/common/errors.js';
import {
  type Binding,
  compileCheck,
  type Json,
  type JsonObject,
  type Problem,
  standardErrorSchema,
  type PackagedTool as Tool,
} from '../../../tools/package-format/index.js';
import { type Nature, raisedBy, titleOf } from './names.js';
import { SAMPLES, sampleOf } from './sample.js';

/** What was found out about a project. */
export interface Discovery {
  readonly tools: readonly Tool[];
  readonly warnings: readonly string[];
}

/** Told what is going on, a line at a time. */
export type Progress = (line: string) => void;

/** A capability that was found. */
export interface Capability {
  readonly name: string;
  readonly description: string;
  readonly nature: Nature;
  /** Whether the code tells the nature, so that no word of the description raises the risk. */
  readonly isNatureKnown?: boolean;
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject;
  readonly binding: Binding;
}

const TIMEOUT_MS = 30_000;
/** What the interfaces of models take. */
const MAX_TEXT = 1_024;

const OPEN: JsonObject = { type: 'object', additionalProperties: true };

/** A capability as a tool: careful limits, and an example made from its schemas. */
export function draftTool({ name, description, nature: guess, isNatureKnown = false, ...rest }: Capability): Tool {
  const nature = isNatureKnown ? guess : raisedBy(description, guess);
  const isReading = nature.category === 'read' || nature.category === 'analytics';
  const text = shortened(description.replace(/\s+/g, ' ').trim());
  return {
    name,
    title: titleOf(name),
    description: text || `${titleOf(name)}.`,
    ...nature,
    timeout_ms: TIMEOUT_MS,
    ...rest,
    error_schema: standardErrorSchema(),
    examples: [
      { input: sampleOf(rest.input_schema) as JsonObject, output: sampleOf(rest.output_schema) as JsonObject },
    ],
    constraints: {
      read_only_mode_supported: isReading,
      side_effects: isReading ? [] : [`May change something: ${titleOf(name).toLowerCase()}.`],
      notes: ['The example was made from the schemas.'],
    },
  };
}

/** A longer text ends after a whole sentence, or at least a whole word. */
function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const cut = text.slice(0, MAX_TEXT - 1);
  const sentence = cut.lastIndexOf('. ');
  return sentence > MAX_TEXT / 2 ? cut.slice(0, sentence + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

/**
 * A draft whose example fits, or why there is none. Schemas that tell too little get one of several made-up examples; where
 * a pattern or a format allows none of them, the schema is used without; an answer may then be anything.
 */
export function withFittingExample(tool: Tool): Tool | { readonly problem: string } {
  const { name, input_schema, output_schema, examples } = tool;
  // A tool of the hints alone: checked with the manifest.
  if (!input_schema || !output_schema || !examples) return tool;
  try {
    const given = examples[0] ?? { input: {}, output: {} };
    const input = fitting(input_schema, given.input, true);
    const found = fitting(output_schema, given.output, false);
    // What an answer may be is not worth losing the tool for.
    const output = found.problems.length === 0 ? found : { schema: OPEN, value: {} };
    const [problem] = input.problems;
    if (problem) {
      const what = `${problem.field} ${problem.reason}`.trim();
      return { problem: `${name} was left out: no example could be made (${what}); give one under tools in the hints` };
    }
    const fitted = { input: input.value, output: output.value };
    return {
      ...tool,
      input_schema: input.schema,
      output_schema: output.schema,
      examples: [fitted, ...examples.slice(1)],
    };
  } catch (error) {
    return { problem: `${name} was left out: its schema cannot be used (${messageOf(error)})` };
  }
}

interface Fitting {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly problems: readonly Problem[];
}

/** The first value that the schema allows: the given one, then others. */
function fitting(schema: JsonObject, given: JsonObject, isInput: boolean): Fitting {
  const problems = compileCheck(schema, isInput)(given);
  if (problems.length === 0) return { schema, value: given, problems };
  for (const allowed of [schema, withoutPatterns(schema) as JsonObject]) {
    const check = compileCheck(allowed, isInput);
    for (let way = 0; way < SAMPLES; way += 1) {
      const value = sampleOf(allowed, way) as JsonObject;
      if (check(value).length === 0) return { schema: allowed, value, problems: [] };
    }
  }
  return { schema, value: given, problems };
}

function withoutPatterns(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (typeof schema !== 'object' || schema === null) return schema;
  const isKeyword = (key: string, value: Json) => (key === 'pattern' || key === 'format') && typeof value === 'string';
  const kept = Object.entries(schema).filter(([key, value]) => !isKeyword(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPatterns(value)]));
}

/** Gives each of the same name a number. */
export function uniqueNames(tools: readonly Tool[]): Tool[] {
  const used = new Set<string>();
  return tools.map((tool) => {
    let { name } = tool;
    for (let number = 2; used.has(name); number += 1) name = `${tool.name.slice(0, 60)}_${number}`;
    used.add(name);
    return { ...tool, name };
  });
}
