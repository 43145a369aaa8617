import { describePlace, type LintTarget } from '../lint-target.js';
import type { Matching } from '../matching.js';
import { type CrossVerdict, Findings, PASS, type Rule } from '../rule.js';

const GENERIC = ['search', 'query', 'find', 'get', 'fetch', 'send', 'create', 'update', 'delete'];

/** Every name is there once, and is not mistaken for another. */
export const conflicts: Rule = {
  id: 'AX-008',
  title: 'Cross-Capability Conflict Detection',
  why: 'Of two tools of one name only one is ever called; of two that look alike, the wrong one.',
  example: { wrong: 'name: search', right: 'name: brave_search' },
  check({ name }) {
    if (!GENERIC.includes(name.toLowerCase())) return PASS;
    const found = new Findings();
    const message = `Name '${name}' is too generic and likely to conflict with other tools`;
    found.add(['name'], message, "Use a service-prefixed name (e.g., 'brave_search' instead of 'search')");
    return found.verdict('WARN', 0.4, false);
  },
  compare: (tools, matching) => [...duplicates(tools, matching), ...overlaps(tools, matching)],
};

function duplicates(tools: readonly LintTarget[], { isCompat }: Matching): CrossVerdict[] {
  const seen = new Map<string, number>();
  return tools.flatMap((tool, index) => {
    const earlier = seen.get(tool.name);
    if (earlier === undefined || isCompat) seen.set(tool.name, index);
    const other = earlier === undefined ? undefined : tools[earlier];
    if (!other) return [];
    const where = isCompat ? `at index ${earlier}` : `in ${describePlace(other.placeOf(['name']))}`;
    const found = new Findings();
    const message = `Duplicate tool name '${tool.name}' (also ${where})`;
    found.add(['name'], message, 'Rename one of the duplicates with a distinguishing prefix');
    return { ...found.verdict('FAIL', 0, false), tool };
  });
}

/** Pairs that begin and end alike, one of them with more in between. */
function overlaps(tools: readonly LintTarget[], { isCompat }: Matching): CrossVerdict[] {
  const told = new Set<string>();
  return pairs(tools).flatMap(([first, second]) => {
    const [tool, other] = isCompat || first.name < second.name ? [first, second] : [second, first];
    const pair = JSON.stringify([tool.name, other.name]);
    if (!isCompat && told.has(pair)) return [];
    told.add(pair);
    const found = new Findings();
    const message = `Potential overlap: '${tool.name}' and '${other.name}' share prefix and suffix`;
    found.add(['name'], message, 'Consider merging or clearly differentiating these tools');
    return { ...found.verdict('WARN', 0.6, false), tool };
  });
}

/** The pairs in the order of their first and then their second tool, found without comparing all with all. */
function pairs(tools: readonly LintTarget[]): [LintTarget, LintTarget][] {
  const parts = tools.map(({ name }) => name.split('_'));
  const alike = new Map<string, number[]>();
  for (const [index, words] of parts.entries()) {
    if (words.length < 2) continue;
    const ends = JSON.stringify([words[0], words.at(-1)]);
    const group = alike.get(ends);
    if (group) group.push(index);
    else alike.set(ends, [index]);
  }
  return tools.flatMap((tool, index) => {
    const words = parts[index] ?? [];
    const group = words.length < 2 ? [] : (alike.get(JSON.stringify([words[0], words.at(-1)])) ?? []);
    return group.flatMap((later): [LintTarget, LintTarget][] => {
      const other = tools[later];
      return other && later > index && parts[later]?.length !== words.length ? [[tool, other]] : [];
    });
  });
}
