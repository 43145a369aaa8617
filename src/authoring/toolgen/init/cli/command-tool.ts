import type { JsonObject } from '../../../../platform/common/json.js';
import type { CommandArgument, PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import { draftTool } from '../draft.js';
import { type Nature, natureOf, propertyName, toolName, WRITES } from '../names.js';
import type { CommandSurface } from '../profile.js';
import type { HelpOption } from './help-options.js';
import type { HelpText } from './help-text.js';
import type { HelpValue } from './help-usage.js';

/** Options that take a credential: it would have to come from the model. */
const CREDENTIAL =
  /(^|[-_])(api-?key|access-?key|private-?key|auth|authorization|token|otp|pass|passphrase|password|passwd|secret|credentials?)=?$/i;

/** Options that make a change of what would only be looked at. */
const CHANGING = /^--(fix|write|apply|delete|remove|overwrite|prune|in-?place|save|update)\b/i;

const OUTPUT = /^--?(o|out|outfile|out-?dir|output[\w-]*)=?$/i;

/** The tool of a command, by its help. */
export function commandTool(
  { name, command }: CommandSurface,
  path: readonly string[],
  help: HelpText,
  fallback: string,
): Tool {
  const properties: JsonObject = {};
  const args: CommandArgument[] = [];
  const required: string[] = [];
  for (const option of help.options) {
    if (CREDENTIAL.test(option.flag) && !option.isRequired) continue;
    const property = freeName(properties, propertyName(option.flag.replace(/=$/, '')), 'option');
    properties[property] = optionSchema(option);
    const negated = option.negatedFlag;
    args.push({ property, flag: option.flag, ...(negated === undefined ? {} : { negated_flag: negated }) });
    if (option.isRequired) required.push(property);
  }
  for (const value of help.values) {
    const property = freeName(properties, propertyName(value.name), 'argument');
    properties[property] = valueSchema(value);
    args.push({ property });
    if (value.isRequired) required.push(property);
  }
  const words = [name, ...path];
  return draftTool({
    name: toolName(words.join('_')),
    description: help.description || fallback || `Runs ${words.join(' ')}.`,
    nature: natureOfCommand(path, help.options),
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

/**
 * By the words of the subcommand. What the program does without one no name tells: it is taken for a write. So is what
 * reads unless it is told to change something.
 */
function natureOfCommand(path: readonly string[], options: readonly HelpOption[]): Nature {
  const nature = path.length === 0 ? WRITES : natureOf(toolName(path.join('_')));
  return nature.risk === 'low' && options.some(isChanging) ? WRITES : nature;
}

function isChanging({ flag, description }: HelpOption): boolean {
  return CHANGING.test(flag) || (OUTPUT.test(flag) && /\b(file|path|directory|folder|write)/i.test(description));
}

/** `-N` and `--n` may have the same name, and so may an option and an argument. */
function freeName(taken: JsonObject, name: string, kind: string): string {
  if (!(name in taken)) return name;
  const other = `${kind}_${name}`;
  let number = 2;
  while (`${other}_${number}` in taken) number += 1;
  return other in taken ? `${other}_${number}` : other;
}

function optionSchema(option: HelpOption): JsonObject {
  const about: JsonObject = option.description ? { description: option.description } : {};
  const { default: text, choices } = option;
  if (option.value === 'none')
    return { type: 'boolean', ...about, ...(/^(true|false)$/.test(text ?? '') ? { default: text === 'true' } : {}) };
  const item: JsonObject =
    choices.length > 0 ? { type: 'string', enum: [...choices] } : { type: option.isNumber ? 'number' : 'string' };
  if (option.isList) return { type: 'array', items: item, ...about };
  const isSwitch = option.value === 'optional' && /^(true|false)$/.test(text ?? '');
  const preset = isSwitch ? text === 'true' : option.isNumber ? Number(text) : text;
  const isFitting =
    preset !== undefined && !Number.isNaN(preset) && (choices.length === 0 || choices.includes(text ?? ''));
  const more = { ...about, ...(isFitting ? { default: preset ?? null } : {}) };
  // The flag of an optional value may also stand alone.
  return option.value === 'required' ? { ...item, ...more } : { anyOf: [{ type: 'boolean' }, item], ...more };
}

function valueSchema({ isList, isRequired, isNumber, choices, description }: HelpValue): JsonObject {
  const item: JsonObject = choices ? { type: 'string', enum: [...choices] } : { type: isNumber ? 'number' : 'string' };
  const about: JsonObject = description ? { description } : {};
  return isList
    ? { type: 'array', items: item, ...(isRequired ? { minItems: 1 } : {}), ...about }
    : { ...item, ...about };
}
