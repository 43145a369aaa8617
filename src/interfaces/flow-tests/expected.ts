import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import { compileRegex } from '../../platform/common/regex.js';

/** The pattern of a text between slashes, in which a dot is also a new line; undefined for a text that means itself. */
export function patternOf(text: string): string | undefined {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/') ? `(?s)${text.slice(1, -1)}` : undefined;
}

/** Whether a text is the expected one, or has the expected pattern in it. */
export function isText(expected: string, actual: string): boolean {
  const pattern = patternOf(expected);
  return pattern === undefined ? expected === actual : compileRegex(pattern).test(actual);
}

/** Whether values are the expected ones, patterns in place of texts allowed. Nothing may be there beside them. */
export function isSame(expected: JsonValue, actual: JsonValue | undefined): boolean {
  return compare(expected, actual, (wanted, given) => Object.keys(wanted).length === Object.keys(given).length);
}

/** As `isSame`, but objects may have more than what is expected of them. */
export function isPart(expected: JsonValue, actual: JsonValue | undefined): boolean {
  return compare(expected, actual, () => true);
}

type Fits = (expected: Record<string, unknown>, actual: Record<string, unknown>) => boolean;

function compare(expected: JsonValue, actual: JsonValue | undefined, fits: Fits): boolean {
  if (actual === undefined) return false;
  if (typeof expected === 'string' && typeof actual === 'string') return isText(expected, actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, index) => compare(one as JsonValue, actual[index] as JsonValue, fits));
  }
  if (!isJsonObject(expected)) return expected === actual;
  if (!isJsonObject(actual) || !fits(expected, actual)) return false;
  return Object.entries(expected).every(([key, value]) => compare(value as JsonValue, actual[key], fits));
}
