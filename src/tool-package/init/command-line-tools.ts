import { execFile } from 'node:child_process';
import type { JsonObject } from '../../common/json.js';
import type { CommandArgument, Tool } from '../runtime/adapters/manifest.js';
import { type Discovery, draftTool } from './draft.js';
import { type HelpOption, type HelpText, type HelpValue, parseHelp } from './help-text.js';
import { natureOf, propertyName, toolName } from './names.js';

const HELP_TIMEOUT_MS = 15_000;
const MAX_DEPTH = 3;
const MAX_COMMANDS = 100;
/** Options that take a credential: it would have to come from the model. */
const CREDENTIAL = /(^|[-_])(api-?key|token|password|passwd|secret|credentials?)$/i;

/** A command line of a project. */
export interface CommandSurface {
  /** What users call it. */
  readonly name: string;
  /** The executable and what comes before the arguments. */
  readonly command: readonly string[];
}

/** One tool for each leaf of the command tree, read from the `--help` of each command, which is run in the project. */
export async function discoverCommands(surface: CommandSurface, folder: string): Promise<Discovery> {
  const tools: Tool[] = [];
  const warnings: string[] = [];
  let calls = 0;
  const walk = async (path: readonly string[], fallback: string): Promise<void> => {
    calls += 1;
    const text = calls > MAX_COMMANDS ? undefined : await helpOf([...surface.command, ...path], folder);
    const help = text === undefined ? undefined : parseHelp(text);
    if (!help) warnings.push(`${[surface.name, ...path].join(' ')} --help told nothing`);
    else if (help.commands.length === 0 || path.length >= MAX_DEPTH)
      tools.push(commandTool(surface, path, help, fallback));
    else for (const { name, description } of help.commands) await walk([...path, name], description);
  };
  await walk([], '');
  return { tools, warnings };
}

/** Some print it to the error output, and some end with a code. Undefined where nothing like a help comes. */
function helpOf(command: readonly string[], cwd: string): Promise<string | undefined> {
  const [file = '', ...args] = [...command, '--help'];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', COLUMNS: '200', LANG: 'C.UTF-8' };
  const options = { cwd, env, timeout: HELP_TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: 1_048_576 } as const;
  return new Promise((resolve) => {
    const child = execFile(file, args, options, (_error, stdout, stderr) => {
      const text = [stdout, stderr].find((part) => /usage|options|commands/i.test(part));
      resolve(text);
    });
    child.stdin?.end();
  });
}

function commandTool(
  { name, command }: CommandSurface,
  path: readonly string[],
  help: HelpText,
  fallback: string,
): Tool {
  const properties: JsonObject = {};
  const args: CommandArgument[] = [];
  const required: string[] = [];
  const negations = new Map(
    help.options.map(({ flag }) => [flag, help.options.find((other) => other.flag === `--no-${flag.slice(2)}`)?.flag]),
  );
  const options = help.options.filter(({ flag, isRequired }) => isRequired || !CREDENTIAL.test(flag));
  for (const option of options) {
    if ([...negations.values()].includes(option.flag)) continue;
    const property = propertyName(option.flag);
    const negated = negations.get(option.flag);
    properties[property] = optionSchema(option);
    args.push({ property, flag: option.flag, ...(negated === undefined ? {} : { negated_flag: negated }) });
    if (option.isRequired) required.push(property);
  }
  for (const value of help.values) {
    const plain = propertyName(value.name);
    const property = plain in properties ? `argument_${plain}` : plain;
    properties[property] = valueSchema(value);
    args.push({ property });
    if (value.isRequired) required.push(property);
  }
  const tool = toolName([name, ...path].join('_'));
  return draftTool({
    name: tool,
    description: help.description || fallback,
    nature: natureOf(tool),
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    output_schema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    binding: {
      type: 'subprocess',
      command: [...command, ...path],
      arguments: args,
      result: { parse: 'text', property: 'text' },
    },
  });
}

function optionSchema(option: HelpOption): JsonObject {
  const about: JsonObject = option.description ? { description: option.description } : {};
  if (!option.takesValue) return { type: 'boolean', ...about };
  const item: JsonObject =
    option.choices.length > 0
      ? { type: 'string', enum: [...option.choices] }
      : { type: option.isNumber ? 'number' : 'string' };
  if (option.isList) return { type: 'array', items: item, ...about };
  const { default: text } = option;
  const preset = option.isNumber ? Number(text) : text;
  const isFitting =
    text !== undefined &&
    text !== '' &&
    !Number.isNaN(preset) &&
    (option.choices.length === 0 || option.choices.includes(text));
  return { ...item, ...about, ...(isFitting && preset !== undefined ? { default: preset } : {}) };
}

function valueSchema({ isList, isRequired }: HelpValue): JsonObject {
  const item = { type: 'string' };
  return isList ? { type: 'array', items: item, ...(isRequired ? { minItems: 1 } : {}) } : item;
}
