import { nearest } from '../../platform/common/nearest.js';
import { templateVariables } from '../../platform/common/template.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import type { CompiledFlow } from '../flow/index.js';
import { FACT_NAMES } from '../turn/kernel/index.js';
import { type KnownNames, knownNames } from './known-names.js';

/** A name that is read, and the names that stand where it is looked up. */
interface ReadName {
  readonly name: string;
  readonly known: ReadonlySet<string>;
}

/**
 * Warns of names in templates and conditions that nothing has and that are almost one that something has. A name that is
 * like none may be a client's, or a handler's, and is let pass.
 */
export function checkNames(flow: CompiledFlow, problems: FlowProblems): void {
  const names = knownNames(flow);
  const inTemplate = (table: string, id: number, column: string, template: string | null) => {
    for (const path of templateVariables(template ?? '')) {
      const problem = misspelling(path, readIn(stepsOf(path), names.inTemplates, names));
      if (problem) problems.warn(table, id, column, `{{${path}}}: ${problem}`);
    }
  };
  for (const { id, exactText } of flow.parts.responses) inTemplate('ce_response', id, 'exact_text', exactText);
  for (const [table, rows] of [
    ['ce_prompt_template', flow.parts.prompts],
    ['ce_mcp_planner', flow.parts.planners],
  ] as const) {
    for (const { id, systemPrompt, userPrompt } of rows) {
      inTemplate(table, id, 'system_prompt', systemPrompt);
      inTemplate(table, id, 'user_prompt', userPrompt);
    }
  }
  for (const { id, action } of flow.parts.rules) {
    if (action.type === 'CALL_TOOL') inTemplate('ce_rule', id, 'action_value', JSON.stringify(action.args));
  }
  for (const { id, condition, pattern } of flow.parts.rules) {
    if (condition.type !== 'JSON_PATH' && condition.type !== 'CONTEXT_JSON_PATH') continue;
    const root = condition.type === 'JSON_PATH' ? names.inRules : names.inContext;
    for (const path of pathsIn(pattern)) {
      const problem =
        misspelling(path, readIn(stepsOf(path), root, names)) ?? (root === names.inRules && misplaced(path, names));
      if (problem) problems.warn('ce_rule', id, 'match_pattern', `$.${path}: ${problem}`);
    }
  }
}

/** The steps of a path whose names can be known. */
function readIn(
  [head = '', second, third]: readonly string[],
  root: ReadonlySet<string>,
  names: KnownNames,
): ReadName[] {
  const read = [{ name: head, known: root }];
  if (second === undefined) return read;
  if (head === 'inputParams') return [...read, { name: second, known: names.inParams }];
  if (['context', 'contextJson', 'context_json'].includes(head))
    return [...read, ...readIn([second, ...(third === undefined ? [] : [third])], names.inContext, names)];
  if (head === 'schemaJson') return [...read, { name: second, known: names.values }];
  return read;
}

function misspelling(path: string, read: readonly ReadName[]): string | undefined {
  for (const { name, known } of read) {
    const meant = known.has(name) ? undefined : meantBy(name, known);
    if (meant) return `nothing is called "${name}" here; was "${path.replace(name, meant)}" meant?`;
  }
  return undefined;
}

/** A fact of the turn at the root of a rule's document, where it never stands. */
function misplaced(path: string, { inRules }: KnownNames): string | undefined {
  const [head = ''] = stepsOf(path);
  if (inRules.has(head) || !FACT_NAMES.includes(head)) return undefined;
  return `rules find this fact of the turn under "$.inputParams.${path}"`;
}

/** The name that one was most likely meant to be: one edit for a short name, two for a long one. Numbers tell names apart: "phone1" is not "phone2". */
export function meantBy(name: string, known: Iterable<string>): string | undefined {
  if (name.length < 4) return undefined;
  const letters = (text: string) => text.replace(/\d+/g, '');
  const candidates = [...known].filter((one) => letters(one) !== letters(name) || letters(one) === one);
  return nearest(name, candidates, name.length < 8 ? 1 : 2);
}

/** The paths of a condition that begin at the root, without the `$.`; those inside of other filters are left out. */
function pathsIn(condition: string): string[] {
  const plain = condition
    .replaceAll(/\[\s*'([\p{L}_][\p{L}\p{N}_]*)'\s*\]/gu, '.$1')
    .replaceAll(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|=~\s*\/(?:[^/\\]|\\[\s\S])*\//g, "''");
  const filters = plain.match(/\[\?/g)?.length ?? 0;
  const isRootFilter = filters === 1 && plain.trimStart().startsWith('$[?');
  const bare = /^\s*[\p{L}_][\p{L}\p{N}_.]*\s*$/u.test(plain) ? [plain.trim()] : [];
  const roots = plain.matchAll(isRootFilter ? /[$@]\.([\p{L}_][\p{L}\p{N}_.]*)/gu : /\$\.([\p{L}_][\p{L}\p{N}_.]*)/gu);
  return [...bare, ...[...roots].map(([, path = '']) => path)].map((path) => path.replace(/\.+$/, ''));
}

function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}
