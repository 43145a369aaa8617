import { Findings, type Rule, severityOf } from '../rule.js';
import { propertiesOf } from '../schema-parts.js';

const EVERYTHING: Readonly<Record<string, string>> = {
  'all data': "Returning 'all data' - consider filtering/summarizing",
  'full response': "Returning 'full response' - curate to essential fields",
  entire: "Returning 'entire' response - extract key information",
  complete: "Returning 'complete' data - select relevant subset",
};
const CURATED = ['summarize', 'extract', 'key', 'relevant', 'essential', 'filtered'];
const ADVICE = 'Focus on extracting key information, not dumping full API responses';

/** Results hold what is needed to decide. */
export const curation: Rule = {
  id: 'AX-004',
  title: 'Curate Ruthlessly',
  why: 'Every field of a result is read by the model and paid for; the few that matter get lost among many.',
  example: { wrong: 'description: Returns the full response', right: 'description: Returns temperature and rain risk' },
  check({ description, outputSchema }, matching) {
    const found = new Findings();
    let score = 1;
    const term = matching.find(description, Object.keys(EVERYTHING));
    if (term) {
      found.findings.push({ at: ['description'], message: EVERYTHING[term] ?? term, advice: ADVICE });
      score -= 0.3;
    }
    const count = propertiesOf(outputSchema)?.length ?? 0;
    if (count > 15) {
      const advice = 'Reduce to 5-10 most relevant fields for agent decision-making';
      found.add(
        ['outputSchema', 'properties'],
        `Output has ${count} fields - consider curating to essential data`,
        advice,
      );
      score -= 0.2;
    } else if (count > 10) {
      const advice = 'Review if all fields are needed for agent tasks';
      found.add(['outputSchema', 'properties'], `Output has ${count} fields - verify all are necessary`, advice);
      score -= 0.1;
    }
    if (matching.findVerb(description, CURATED)) found.suggest('Good: Tool indicates data curation');
    else if (score < 1) found.suggest(ADVICE);
    const severity = severityOf(score, { warn: 0.5, info: 0.8 });
    return found.verdict(severity, score, found.isEmpty || severity !== 'WARN');
  },
};
