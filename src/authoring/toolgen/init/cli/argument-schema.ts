import type { JsonObject } from '../../../../platform/common/json.js';
import type { HelpOption } from './help-option.js';
import type { HelpValue } from './help-usage.js';

/** What the text of an argument must not begin with. */
export interface Guard {
  /** `-`: it could be read as an option. A negative number and `-` alone stay. */
  readonly dash?: boolean;
  /** `@`: it could be read as the name of a file. */
  readonly at?: boolean;
  /** Anything but a plain word: it could name a file with code. */
  readonly plain?: boolean;
}

/** The schema of an option's value. */
export function optionSchema(option: HelpOption, guard: Guard): JsonObject {
  const about: JsonObject = option.description ? { description: option.description } : {};
  const { default: text, choices } = option;
  if (option.value === 'none')
    return { type: 'boolean', ...about, ...(/^(true|false)$/.test(text ?? '') ? { default: text === 'true' } : {}) };
  const item = itemSchema(choices, option.isNumber, guard);
  if (option.isList) return { type: 'array', items: item, ...about };
  const isSwitch = option.value === 'optional' && /^(true|false)$/.test(text ?? '');
  const preset = isSwitch ? text === 'true' : option.isNumber ? Number(text) : text;
  const isFitting =
    preset !== undefined && !Number.isNaN(preset) && (choices.length === 0 || choices.includes(text ?? ''));
  const more = { ...about, ...(isFitting ? { default: preset ?? null } : {}) };
  // The flag of an optional value may also stand alone.
  return option.value === 'required' ? { ...item, ...more } : { anyOf: [{ type: 'boolean' }, item], ...more };
}

/** The schema of a value without a flag. */
export function valueSchema(
  { isList, isRequired, isNumber, choices, description }: HelpValue,
  guard: Guard,
): JsonObject {
  const item = itemSchema(choices ?? [], isNumber ?? false, guard);
  const about: JsonObject = description ? { description } : {};
  return isList
    ? { type: 'array', items: item, ...(isRequired ? { minItems: 1 } : {}), ...about }
    : { ...item, ...about };
}

function itemSchema(choices: readonly string[], isNumber: boolean, guard: Guard): JsonObject {
  if (choices.length > 0) return { type: 'string', enum: [...choices] };
  if (isNumber) return { type: 'number' };
  const pattern = patternOf(guard);
  return pattern === undefined ? { type: 'string' } : { type: 'string', pattern };
}

function patternOf({ dash, at, plain }: Guard): string | undefined {
  if (plain) return '^[A-Za-z0-9][A-Za-z0-9_+-]*$';
  const first = `${dash ? '-' : ''}${at ? '@' : ''}`;
  if (first === '') return undefined;
  return dash ? `^($|[^${first}]|-$|-[0-9.]+$)` : `^($|[^${first}])`;
}
