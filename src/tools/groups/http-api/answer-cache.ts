import { steadyNow } from '../../../platform/common/clock.js';
import { canonicalJson, copyJson, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { LruCache } from '../../../platform/common/lru-cache.js';
import { currentTenant } from '../../../platform/common/tenant.js';

interface Slot {
  answer?: { readonly value: JsonValue; readonly usableUntilMs: number };
}

const MAX_ANSWERS = 1_000;
/** Characters of an answer as JSON; longer ones are asked for each time. */
const MAX_CHARS = 65_536;

/** Answers of tools that read, those of each tenant for itself, in this process, for as long as each tool says. */
export class AnswerCache {
  private readonly slots = new LruCache<Slot>(MAX_ANSWERS);

  /**
   * The answer to the very same call, where one is young enough; else a new one.
   * @param tool tells apart tools, and a tool that has changed from what it was
   */
  async get(tool: string, args: JsonObject, lifeMs: number, ask: () => Promise<JsonValue>): Promise<JsonValue> {
    const slot = this.slots.get(`${currentTenant() ?? ''} ${tool} ${canonicalJson(args)}`, () => ({}));
    if (slot.answer && slot.answer.usableUntilMs > steadyNow()) return copyJson(slot.answer.value);
    const startedMs = steadyNow();
    const value = await ask();
    if (JSON.stringify(value).length <= MAX_CHARS) {
      slot.answer = { value: copyJson(value), usableUntilMs: startedMs + lifeMs };
    }
    return value;
  }
}
