/** A part of the message. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** True when two parts have a character in common. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The text with parts blanked out by line breaks, so that offsets stay what they are. */
export function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of sorted) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(start, at)), '\n'.repeat(end - Math.max(start, at)));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
