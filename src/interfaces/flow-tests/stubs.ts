import type { ActionStub, ToolStub } from '../../engine/comparison/index.js';
import type { JsonValue } from '../../platform/common/json.js';
import { outcomeOf, resultOf, type StandIn } from '../flow-engine/index.js';
import type { Stubs } from './flow-test-file.js';

/** What a file says that actions and tools give. What is said of one conversation goes before what is said of all. */
export function stubbed(stubs: readonly (Stubs | undefined)[]): StandIn {
  const given = stubs.filter((one) => one !== undefined);
  const actions: Record<string, ActionStub> = Object.assign({}, ...given.map((one) => lowered(one.actions)));
  const tools: Record<string, ToolStub> = Object.assign({}, ...given.map((one) => lowered(one.tools)));
  const models: Record<string, JsonValue> = Object.assign({}, ...given.map((one) => lowered(one.models)));
  const asked = new Map<string, number>();
  return {
    model: (step) => {
      const answers = [models[step.toLowerCase()] ?? []].flat();
      const place = Math.min(asked.get(step) ?? 0, answers.length - 1);
      asked.set(step, place + 1);
      const answer = answers[place];
      return answer === undefined || typeof answer === 'string' ? answer : JSON.stringify(answer);
    },
    action: (_call, by) => {
      const stub = actions[by.toLowerCase()];
      return stub && outcomeOf(stub);
    },
    tool: ({ toolCode }) => {
      const stub = tools[toolCode.toLowerCase()];
      return stub && [resultOf(stub)];
    },
  };
}

function lowered<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]));
}
