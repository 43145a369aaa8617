import { spaced } from '../../engine/wording/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { withMarksShown } from '../../platform/common/plain-text.js';

/** Arguments as a person is shown them, in order: names as questions have them, and in values what could not be seen. */
export function shownValues(shown: JsonObject): (readonly [name: string, value: string])[] {
  return Object.entries(shown).map(
    ([name, value]) =>
      [
        withMarksShown(spaced(name)),
        withMarksShown(typeof value === 'string' ? value : JSON.stringify(value)),
      ] as const,
  );
}
