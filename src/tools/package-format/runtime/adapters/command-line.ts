import { ToolFailure } from './failure.js';
import type { CommandArgument, Json, JsonObject, SubprocessBinding } from './manifest.js';

/**
 * What follows the executable: its fixed words, options, `--`, and values without a flag. Each value is one element, and
 * none can be read as an option.
 * @throws ToolFailure INVALID_INPUT where a value could be
 */
export function commandLine(
  { command, arguments: all, end_of_options }: SubprocessBinding,
  input: JsonObject,
): string[] {
  const options = all.filter(({ flag }) => flag !== undefined).flatMap((argument) => option(argument, input));
  const positionals = all
    .filter(({ flag }) => flag === undefined)
    .flatMap(({ property }) => {
      return texts(input[property], property).map((text) => ({ property, text }));
    });
  if (end_of_options === false) for (const { property, text } of positionals) refuseDash(text, property);
  const separator = end_of_options === false || positionals.length === 0 ? [] : ['--'];
  return [...command.slice(1), ...options, ...separator, ...positionals.map(({ text }) => text)];
}

function option({ property, flag = '', negated_flag }: CommandArgument, input: JsonObject): string[] {
  const value = input[property];
  if (value === true) return [flag.replace(/=$/, '')];
  if (value === false) return negated_flag === undefined ? [] : [negated_flag];
  return texts(value, property).flatMap((text) => {
    if (flag.endsWith('=')) return [`${flag}${text}`];
    if (!text.startsWith('-')) return [flag, text];
    // As an element of its own it could be taken for the next option.
    if (flag.startsWith('--')) return [`${flag}=${text}`];
    return refuseDash(text, property);
  });
}

function texts(value: Json | undefined, property: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, property));
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text.includes('\0')) throw invalid(property, 'holds a NUL character');
  return [text];
}

function refuseDash(text: string, property: string): [] {
  if (text.startsWith('-')) throw invalid(property, 'begins with a dash, which the command would read as an option');
  return [];
}

function invalid(property: string, reason: string): ToolFailure {
  const field = `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return new ToolFailure('INVALID_INPUT', `${field} ${reason}.`, { field, reason });
}
