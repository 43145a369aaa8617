import { Findings, type Rule, severityOf } from '../rule.js';
import { descriptionOf, propertiesOf } from '../schema-parts.js';

const GUIDANCE = ['use', 'when', 'returns', 'helps', 'provides', 'enables'];
/** In words: what is left of "returns" when it is a verb of its own. */
const GUIDANCE_VERBS = ['use', 'when', 'return', 'help', 'provide', 'enable'];
const EXAMPLES = ['example', 'e.g.', 'for instance'];
const SHORT = 50;

/** Descriptions say when to use the tool, and what it gives. */
export const instructions: Rule = {
  id: 'AX-003',
  title: 'Instructions are Context',
  why: 'The description is all that a model knows of a tool: when to use it, what comes back, what a value looks like.',
  example: {
    wrong: 'description: Weather',
    right: 'description: Finds the forecast of a city. Use when plans depend on the weather, e.g. of Oslo tomorrow.',
  },
  check({ description, inputSchema }, matching) {
    const found = new Findings();
    let quality = 1;
    if (matching.length(description) < SHORT) {
      const advice = 'Add 2-3 sentences explaining when to use this tool and what it returns';
      found.add(['description'], 'Description too short - agents need rich context', advice);
      quality -= 0.3;
    }
    if (!matching.findVerb(description, matching.isCompat ? GUIDANCE : GUIDANCE_VERBS)) {
      const advice = 'Explain WHEN to use this tool and WHAT it provides';
      found.add(['description'], 'Description lacks usage guidance', advice);
      quality -= 0.2;
    }
    const undescribed = (propertiesOf(inputSchema) ?? []).filter(([, property]) => !descriptionOf(property));
    for (const [name] of undescribed) {
      const advice = 'Add descriptions to all parameters with examples';
      found.add(['inputSchema', 'properties', name], `Parameter '${name}' missing description`, advice);
    }
    if (undescribed.length > 0) quality -= 0.15 * undescribed.length;
    const text = matching.isCompat ? description : description.toLowerCase();
    if (
      !EXAMPLES.some((example) => text.includes(example)) &&
      lacksExamples(matching.length(text), matching.isCompat)
    ) {
      found.add(['description'], 'No examples provided', 'Include concrete examples of usage');
      quality -= 0.1;
    }
    const score = Math.max(0, quality);
    const severity = severityOf(score, { fail: 0.5, warn: 0.7, info: 0.9 });
    return found.verdict(severity, score, found.isEmpty || severity === 'PASS' || severity === 'INFO');
  },
};

/** Of a short description, the length is complained about already. */
function lacksExamples(length: number, isCompat: boolean): boolean {
  return isCompat ? length > SHORT : length >= SHORT;
}
