import type { JsonObject } from '../../platform/common/json.js';
import { withMarksShown } from '../../platform/common/plain-text.js';

/** Arguments as a person is shown them, by name and in order. */
export function shownValues(shown: JsonObject): (readonly [name: string, value: string])[] {
  return Object.entries(shown).map(
    ([name, value]) =>
      [withMarksShown(name), withMarksShown(typeof value === 'string' ? value : JSON.stringify(value))] as const,
  );
}
