import { InvalidArgumentError } from 'commander';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';

/** For `option`: the service a command talks with. */
export const SERVICE_URL = ['--url <url>', 'address of the service (convengine.http.port on this machine)'] as const;
/** For `option`: how an operator shows who they are. */
export const ADMIN_KEY = ['--api-key <key>', 'key for administration (convengine.security.admin-api-key)'] as const;

/** For `addHelpText('after', …)`: calls of `convengine`, without that word. */
export function examples(...lines: readonly string[]): string {
  return ['\nExamples:', ...lines.map((line) => `  convengine ${line}`)].join('\n');
}

/** @throws InvalidArgumentError for what is no address of a web server */
export function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an http:// or https:// address.');
}

/** @throws InvalidArgumentError for what is no JSON */
export function parseJsonOption(text: string): JsonValue {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('Expected JSON.');
}

/** @throws InvalidArgumentError for what is no JSON object */
export function parseObjectOption(text: string): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  throw new InvalidArgumentError('Expected a JSON object, such as \'{"tier": "GOLD"}\'.');
}

/** @throws InvalidArgumentError for what is no UUID */
export function parseUuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Expected a UUID.');
}

/** Reads a whole number from 1 to `most`. @throws InvalidArgumentError for anything else */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
  };
}

/** Reads one of the words, in any case. @throws InvalidArgumentError for anything else */
export function oneOf(...words: readonly string[]): (text: string) => string {
  return (text) => {
    const word = text.toUpperCase();
    if (words.includes(word)) return word;
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`);
  };
}
