import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';

/** The recorded result of an action in words: its `message` if it has one, else its values. */
export function outcomeText(result: JsonValue): string {
  if (result === null) return '';
  if (!isJsonObject(result)) return typeof result === 'string' ? result : JSON.stringify(result);
  if (typeof result.message === 'string') return result.message;
  const values = Object.entries(result).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${spaced(name)}: ${text}`;
  });
  return values.length > 0 ? `(${values.join(', ')})` : '';
}

/** Arguments in words: `order id 7017, reason late`. */
export function spokenArguments(args: JsonObject): string {
  const values = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${spaced(name)} ${text}`;
  });
  return values.join(', ') || 'no arguments';
}

/** `cancellationReference` and `cancellation_reference` as `cancellation reference`. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
