import { normalizeCode } from './scope.js';

/** Whether a code is what a pattern says, in any case; `*` stands for any characters. Takes linear time. */
export function matchesPattern(pattern: string, code: string): boolean {
  const text = normalizeCode(code);
  const [first = '', ...rest] = normalizeCode(pattern).split('*');
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > text.length - last.length) return false;
    from = found + part.length;
  }
  return true;
}
