import { recordedAnswers } from '../../engine/comparison/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { RecordedConversation } from './recorded-conversations.js';

/** What a scripted conversation says that actions, tools and models give, as they did; undefined where one of the former had answers that differ. */
export function stubsOf({ events, proposals, modelAnswers }: RecordedConversation): JsonObject | undefined {
  const actions: Record<string, JsonObject> = {};
  const tools: Record<string, JsonObject> = {};
  /** Whether it is the only answer of its name. */
  const put = (stubs: Record<string, JsonObject>, name: string, stub: JsonObject): boolean => {
    const before = stubs[name];
    stubs[name] = stub;
    return before === undefined || JSON.stringify(before) === JSON.stringify(stub);
  };
  for (const answer of recordedAnswers(events, proposals)) {
    const stub = { ...answer.stub } as JsonObject;
    const isOnly =
      answer.kind === 'tool' ? put(tools, answer.code, stub) : answer.methods.every((name) => put(actions, name, stub));
    if (!isOnly) return undefined;
  }
  const models: Record<string, string[]> = {};
  for (const { step, text } of modelAnswers) models[step] = [...(models[step] ?? []), text];
  const stubs = Object.entries({ actions, tools, models }).filter(([, named]) => Object.keys(named).length > 0);
  return stubs.length === 0 ? {} : { stubs: Object.fromEntries(stubs) };
}
