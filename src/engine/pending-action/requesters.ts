/** Everybody who has asked for an action as it stands, as `nameOf` has them, the first one first. One is kept as it is, several as a JSON list. */
export function requestersIn(requestedBy: string | null): readonly string[] {
  if (requestedBy === null) return [];
  return requestedBy.startsWith('[') ? (JSON.parse(requestedBy) as string[]) : [requestedBy];
}

/** The same, once somebody has asked for it as well. */
export function withRequester(requestedBy: string | null, name: string): string {
  const before = requestersIn(requestedBy);
  if (before.length === 0) return name;
  return before.includes(name) ? String(requestedBy) : JSON.stringify([...before, name]);
}
