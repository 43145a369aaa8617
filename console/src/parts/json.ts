/** Whether this is a whole number that numbers of JSON cannot say: it would become another one on the way. */
export function isTooLong(text = ''): boolean {
  return /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text));
}

/** The object that is written in JSON; undefined where it is none. */
export function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Half of a text is no JSON yet; the field says so.
    return undefined;
  }
}

/** Whether JSON has such a number, outside of its texts. */
export function hasTooLong(json: string): boolean {
  const written = json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/[-+.\deE]+/g) ?? [];
  return written.some(isTooLong);
}
