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
  compare: (tools, matching) => [
    ...duplicates(tools, matching),
    ...(matching.isCompat ? pairedOverlaps(tools) : overlaps(tools)),
  ],
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

/** Groups of one prefix beyond this are told of together: hundreds of them are read by nobody. */
const MOST_GROUPS = 5;
const ADVICE = 'Consider merging or clearly differentiating these tools';

/** Tools that begin and end alike, some of them with more in between: a finding for each group, or for a prefix of many. */
function overlaps(tools: readonly LintTarget[]): CrossVerdict[] {
  const firsts = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  const named = [...firsts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const groups = [...Map.groupBy(named.filter(isCompound), ({ name }) => endsOf(name)).values()].filter(
    (group) => new Set(group.map(({ name }) => name.split('_').length)).size > 1,
  );
  const byPrefix = Map.groupBy(groups, ([first]) => first?.name.split('_')[0] ?? '');
  return [...byPrefix].flatMap(([prefix, alike]) =>
    alike.length > MOST_GROUPS ? [ofPrefix(prefix, alike)] : alike.map(ofGroup),
  );
}

type Group = readonly LintTarget[];

const isCompound = ({ name }: LintTarget) => name.includes('_');

/** The first and the last word. */
function endsOf(name: string): string {
  const words = name.split('_');
  return `${words[0]}…${words.at(-1)}`;
}

function ofGroup(group: Group): CrossVerdict {
  const names = group.map(({ name }) => `'${name}'`);
  const [first, second] = names;
  const message =
    names.length === 2
      ? `Potential overlap: ${first} and ${second} share prefix and suffix`
      : `Potential overlap: ${names.length} tools are named ${endsOf(group[0]?.name ?? '')}: ${some(names)}`;
  return told(group, message);
}

function ofPrefix(prefix: string, groups: readonly Group[]): CrossVerdict {
  const largest = groups.toSorted((a, b) => b.length - a.length);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  const kinds = largest.map((group) => `${endsOf(group[0]?.name ?? '')} (${group.length})`);
  const message = `Potential overlap: ${count} tools of '${prefix}' begin and end like others, in ${groups.length} groups: ${some(kinds)}`;
  return told(groups.flat(), message);
}

const MOST_NAMED = 5;

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function told(group: Group, message: string): CrossVerdict {
  const [tool] = group;
  const found = new Findings();
  found.add(['name'], message, ADVICE);
  return { ...found.verdict('WARN', 0.6, false), tool: tool as LintTarget };
}

/** As mcp-gateway tells it: each pair by itself. */
function pairedOverlaps(tools: readonly LintTarget[]): CrossVerdict[] {
  return pairs(tools).map(([tool, other]) => {
    const found = new Findings();
    found.add(['name'], `Potential overlap: '${tool.name}' and '${other.name}' share prefix and suffix`, ADVICE);
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
