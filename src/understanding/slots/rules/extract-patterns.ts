import { compileRegex } from '../../../platform/common/regex.js';
import type { SlotReading } from '../reading/index.js';

/**
 * Values that the schema's own `x-extract` patterns find; the first pattern of a field that matches counts, its first
 * group (or the whole match, without a group) is the value.
 * @throws SyntaxError for a pattern that is none
 */
export function readExtractPatterns(reading: SlotReading): void {
  for (const field of reading.fields) {
    for (const pattern of field.extract) {
      const match = compileRegex(pattern, { ignoreCase: true }).find(reading.text);
      if (!match) continue;
      const raw = match.groups[0] ?? match.text;
      const start = match.index + Math.max(match.text.indexOf(raw), 0);
      if (reading.offer(field, raw, { start, end: start + raw.length }, true)) break;
    }
  }
}
