import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import { templateVariables } from '../../platform/common/template.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import { maskSensitive } from '../../tools/index.js';
import { ANY } from '../../tools/scope.js';
import { type CompiledFlow, normalizeCode } from '../flow/index.js';
import { scheduleProperty } from '../pending-action/index.js';

/** Names that stand for all values at once. */
const ALL_VALUES = new Set(['context', 'contextJson', 'context_json', 'arguments', 'schemaJson']);

/** Warns of questions that do not show what a yes to them is about: the values an action cannot do without. */
export function checkQuestions({ parts, definition }: CompiledFlow, problems: FlowProblems): void {
  const told = new Set<string>();
  for (const { intent, state, actionKey } of parts.pendingActions) {
    const response = definition.responseFor(intent, state);
    const schema = definition.schemaFor(intent, state)?.document;
    const isOfManyPlaces = [intent, state].some((code) => normalizeCode(code) === ANY);
    if (isOfManyPlaces || !schema || response?.type !== 'EXACT') continue;
    const unseen = shownNames(schema).filter((name) => !shows(response.exactText ?? '', name));
    const text =
      `asks for "${actionKey}" in ${intent}/${state} without its ${list(unseen)}; put ` +
      `${unseen.map((name) => `{{${name}}}`).join(' and ')} into the question, so that a yes is to what was read`;
    if (unseen.length === 0 || told.has(text)) continue;
    told.add(text);
    problems.warn('ce_response', response.id, 'exact_text', text);
  }
}

/** The values that have to be there and may be shown; when it is done is told by the engine. */
function shownNames(schema: JsonObject): string[] {
  const { required, properties } = schema;
  if (!Array.isArray(required) || !isJsonObject(properties)) return [];
  const isShown = (name: unknown): name is string =>
    typeof name === 'string' && Object.hasOwn(properties, name) && name !== scheduleProperty(schema);
  const names = required.filter(isShown);
  const values = Object.fromEntries(names.map((name) => [name, name]));
  const masked = maskSensitive(schema, values);
  return names.filter((name) => masked[name] === name);
}

function shows(template: string, name: string): boolean {
  return templateVariables(template).some((path) => {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
    return steps.includes(name) || ALL_VALUES.has(steps.at(-1) ?? '');
  });
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}
