/** A piece of a value: a text that is known, or something that only its name is known of. */
export type Part = { readonly text: string } | { readonly symbol: string };

/** What a field holds in one case of the inputs; null where it holds nothing. */
export type Value = readonly Part[] | null;

export const textValue = (text: string | null): Value => (text === null ? null : text === '' ? [] : [{ text }]);
export const symbolValue = (symbol: string): Value => (symbol.length > LONGEST ? TOO_LONG : [{ symbol }]);

/** A rule can double a text in each of its lines. */
const LONGEST = 20_000;
/** Marks symbols of what was not understood. */
export const OPAQUE = 'opaque ';
const TOO_LONG: Value = [{ symbol: `${OPAQUE}long text` }];

/** Values one behind the other; texts that meet become one. */
export function joined(values: readonly Value[]): Value {
  const parts: Part[] = [];
  for (const part of values.flatMap((value) => value ?? [])) {
    const last = parts.at(-1);
    if ('text' in part && last && 'text' in last) parts[parts.length - 1] = { text: last.text + part.text };
    else parts.push(part);
  }
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text : part.symbol).length + 1, 0);
  return length > LONGEST ? TOO_LONG : parts;
}

/** The text of a value that is known through and through. */
export function knownText(value: Value): string | undefined {
  if (value === null || value.length === 0) return '';
  const [only] = value;
  return value.length === 1 && only && 'text' in only ? only.text : undefined;
}

/** The symbol of a value that is nothing else. */
export function onlySymbol(value: Value): string | undefined {
  const [only] = value ?? [];
  return value?.length === 1 && only && 'symbol' in only ? only.symbol : undefined;
}

/** One text for equal values; nothing and an empty text are written to a field alike. */
export function keyOf(value: Value): string {
  return (value ?? []).map((part) => ('text' in part ? JSON.stringify(part.text) : `<${part.symbol}>`)).join('+');
}
