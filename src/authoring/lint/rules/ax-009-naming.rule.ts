import type { LintTarget } from '../lint-target.js';
import { conventionsOf } from '../naming.js';
import { type CrossVerdict, Findings, PASS, type Rule } from '../rule.js';

/** Names are in snake_case, all of them. */
export const naming: Rule = {
  id: 'AX-009',
  title: 'Naming Consistency',
  why: 'A model that has seen `github_search` writes `slack_send` and not `slack-send`: one style is guessed right.',
  example: { wrong: 'name: weather-checkForecast', right: 'name: weather_check_forecast' },
  check({ name }) {
    const found = new Findings();
    const [first, ...others] = conventionsOf(name);
    if (others.length > 0) {
      const message = `Name '${name}' mixes naming conventions (found ${[first, ...others].join(', ')})`;
      found.add(['name'], message, 'Use consistent snake_case for tool names');
      return found.verdict('WARN', 0.5, false);
    }
    if (first !== 'kebab-case' && first !== 'camelCase') return PASS;
    const example = first === 'kebab-case' ? 'my-tool' : 'myTool';
    const advice = `Use snake_case for MCP tool names (e.g., 'my_tool' not '${example}')`;
    found.add(['name'], `Name '${name}' uses ${first} instead of snake_case`, advice);
    return found.verdict('INFO', 0.7, false);
  },
  compare(tools, { isCompat }) {
    const groups = isCompat ? new Map([['', [...tools]]]) : Map.groupBy(tools, ({ group }) => group);
    return [...groups].flatMap(([group, members]) => mixture(members, isCompat ? undefined : group));
  },
};

function mixture(tools: readonly LintTarget[], group: string | undefined): CrossVerdict[] {
  const used = tools.flatMap(({ name }) => conventionsOf(name));
  if (tools.length < 2 || new Set(used).size < 2) return [];
  const count = (convention: string) => `${used.filter((one) => one === convention).length} ${convention}`;
  const counts = ['snake_case', 'kebab-case', 'camelCase'].map(count).join(', ');
  const found = new Findings();
  const whose = group === undefined ? 'tools' : `the tools of ${group}`;
  const message = `Mixed naming conventions across ${whose}: ${counts}`;
  found.add(['name'], message, 'Standardize all tool names to snake_case');
  const odd = tools.find(({ name }) => conventionsOf(name).some((convention) => convention !== 'snake_case'));
  return [{ ...found.verdict('WARN', 0.4, false), tool: group === undefined ? undefined : odd }];
}
