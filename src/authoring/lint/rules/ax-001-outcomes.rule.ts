import { Findings, PASS, type Rule, severityOf } from '../rule.js';

const OPERATIONS = 'create_ read_ update_ delete_ get_ set_ list_ fetch_ retrieve_ insert_ remove_ add_'.split(' ');
const IMPLEMENTATION = ['calls the api', 'api endpoint', 'rest api', 'wrapper', 'proxy to', 'forwards to'];
const OUTCOMES =
  'check find search analyze summarize extract generate transform validate calculate compare discover identify'.split(
    ' ',
  );

/** Names and descriptions say what is achieved. */
export const outcomes: Rule = {
  id: 'AX-001',
  title: 'Outcomes, Not Operations',
  why: 'A model chooses a tool by what it wants to achieve, not by the request that the tool sends.',
  example: { wrong: 'name: get_weather_data', right: 'name: weather_check_forecast' },
  check({ name, description }, matching) {
    const found = new Findings();
    const operation = OPERATIONS.find((prefix) => name.toLowerCase().startsWith(prefix));
    if (operation) {
      found.add(
        ['name'],
        `Name '${name}' starts with '${operation}' suggesting operation, not outcome`,
        "Rename to describe what agent achieves (e.g., 'find_', 'search_', 'analyze_')",
      );
    }
    const term = matching.find(description, IMPLEMENTATION);
    if (term) {
      found.add(
        ['description'],
        `Description mentions '${term}' - focus on agent outcomes, not implementation`,
        'Describe what the agent accomplishes, not how the API is called',
      );
    }
    const verb = matching.findVerb(name, OUTCOMES) ?? matching.findVerb(description, OUTCOMES);
    if (!verb && found.isEmpty) {
      found.add(
        ['description'],
        'Tool lacks outcome-oriented verbs in name or description',
        'Use action verbs that describe agent goals: find, search, analyze, etc.',
      );
    }
    if (found.isEmpty) return PASS;
    const score = verb ? 0.7 : 0.3;
    return found.verdict(severityOf(score, { fail: 0.5, warn: 0.8 }), score, false);
  },
};
