import { nearest } from '../common/nearest.js';
import { CONFIG_KEYS } from './keys.js';
import { readText, type SourceReading, unknown } from './source.js';

/** Short names that other tools and hosts use; the full name of the same key wins over them. */
const SHORT_NAMES: readonly (readonly [variable: string, key: string])[] = [
  ['DATABASE_URL', 'convengine.database.url'],
  ['PORT', 'convengine.http.port'],
  ['OPENAI_API_KEY', 'convengine.llm.api-key'],
  ['LLM_API_KEY', 'convengine.llm.api-key'],
  ['LOG_LEVEL', 'convengine.log.level'],
];

const NOT_OWN = '; a variable of your own, such as that of a secret, needs a name that does not begin with CONVENGINE_';

/** Kubernetes adds these to every pod beside a Service that is called "convengine"; they are nobody's typo. */
const SERVICE_LINK = /^CONVENGINE_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)$/;

/** Reads `CONVENGINE_…` variables and the short names; an empty variable counts as not set. */
export function readEnvironment(env: NodeJS.ProcessEnv): SourceReading {
  const reading: SourceReading = { entries: [], problems: [] };
  const keys = new Map([...CONFIG_KEYS.values()].map((key) => [key.variable, key]));
  const shortKeys = SHORT_NAMES.flatMap(([variable, name]) => {
    const key = CONFIG_KEYS.get(name);
    return key ? [[variable, key] as const] : [];
  });
  for (const [variable, key] of [...shortKeys, ...keys]) {
    const text = env[variable];
    if (text) readText(key, text, `environment ${variable}`, reading);
  }
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('CONVENGINE_') || variable === 'CONVENGINE_CONFIG') continue;
    if (keys.has(variable) || SERVICE_LINK.test(variable)) continue;
    const suggestion = nearest(variable, keys.keys());
    const problem = unknown('variable', suggestion) + (suggestion === undefined ? NOT_OWN : '');
    reading.problems.push({ key: variable, origin: 'environment', problem });
  }
  return reading;
}
