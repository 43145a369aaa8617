/** `{a: {b: 1}}` as `{'a.b': 1}`: how a rule names it. */
export function flatValues(values: Readonly<Record<string, unknown>>, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flatValues(value as Record<string, unknown>, `${prefix}${name}.`))
        : [[prefix + name, value] as const],
    ),
  );
}
