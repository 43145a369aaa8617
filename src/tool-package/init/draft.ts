import { messageOf } from '../../common/errors.js';
import { standardErrorSchema } from '../manifest/error-schema.js';
import type { Binding, JsonObject, Tool } from '../runtime/adapters/manifest.js';
import { compileCheck } from '../runtime/adapters/schemas.js';
import { type Nature, raisedBy, titleOf } from './names.js';
import { sampleOf } from './sample.js';

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
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject;
  readonly binding: Binding;
}

const TIMEOUT_MS = 30_000;
/** What the interfaces of models take. */
const MAX_TEXT = 1_024;

/** A capability as a tool: careful limits, and an example made from its schemas. */
export function draftTool({ name, description, nature: guess, ...rest }: Capability): Tool {
  const nature = raisedBy(description, guess);
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

/** Why a draft cannot stand in a manifest: its made-up example does not fit. Undefined when it can. */
export function problemOfDraft({ name, input_schema, output_schema, examples }: Tool): string | undefined {
  // A tool of the hints alone: checked with the manifest.
  if (!input_schema || !output_schema || !examples) return undefined;
  const [example] = examples;
  try {
    const [problem] = [
      ...compileCheck(input_schema, true)(example?.input),
      ...compileCheck(output_schema)(example?.output),
    ];
    return (
      problem &&
      `${name} was left out: no example could be made (${problem.field} ${problem.reason}); give one as a hint`
    );
  } catch (error) {
    return `${name} was left out: its schema cannot be used (${messageOf(error)})`;
  }
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
