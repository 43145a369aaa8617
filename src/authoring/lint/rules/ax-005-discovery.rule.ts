import type { Matching } from '../matching.js';
import { conventionsOf } from '../naming.js';
import { Findings, type Rule, severityOf } from '../rule.js';

const AMBIGUOUS = ['tool', 'handler', 'helper', 'util', 'misc'];

/** Names say which service they belong to, and what they do. */
export const discovery: Rule = {
  id: 'AX-005',
  title: 'Name for Discovery',
  why: 'Among a hundred tools, a name is found when it begins with its service and says what it does.',
  example: { wrong: 'name: tool', right: 'name: weather_check_forecast' },
  check({ name }, matching) {
    const found = new Findings();
    let score = 1;
    if (name.split(/[_-]/).length < 2) {
      const advice = 'Use pattern: service_action (e.g., github_search_issues, slack_send_message)';
      found.add(['name'], 'No service prefix - hard to discover in large tool lists', advice);
      score -= 0.4;
    }
    if (matching.length(name) < 5) {
      const advice = 'Use descriptive names that clearly indicate purpose';
      found.add(['name'], 'Name too short for good discoverability', advice);
      score -= 0.2;
    }
    const term = ambiguous(name, matching);
    if (term) {
      const advice = 'Use specific, descriptive names that indicate the service and action';
      found.add(['name'], `Name contains ambiguous term '${term}'`, advice);
      score -= 0.2;
    }
    if (conventionsOf(name).length > 1) {
      const message = 'Mixed naming conventions (snake_case, kebab-case, camelCase)';
      found.add(['name'], message, 'Use consistent snake_case for tool names');
      score -= 0.1;
    }
    const severity = severityOf(score, { warn: 0.5, info: 0.8 });
    return found.verdict(severity, score, found.isEmpty || severity !== 'WARN');
  },
};

/** `utils` is as ambiguous as `util`; `utility_bill` is not. */
function ambiguous(name: string, matching: Matching): string | undefined {
  const found = matching.find(name, AMBIGUOUS);
  if (found || matching.isCompat) return found;
  return AMBIGUOUS.find((term) => matching.find(name, [`${term}s`]));
}
