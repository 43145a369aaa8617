import type { IntentExampleRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { ANY, normalizeCode } from '../../../tools/scope.js';
import { enabled } from '../../../tools/sources/rows/index.js';
import { contentOf } from '../../../understanding/intents/index.js';
import type { ExampleUtterance } from '../definition-types.js';

const TABLE = 'ce_intent_example';
/** With fewer examples, an intent is recognised by luck. */
const FEWEST = 3;

/** Examples by id; those that say the same for the same intent and state again are left out. */
export function compileExamples(rows: readonly IntentExampleRow[], problems: FlowProblems): ExampleUtterance[] {
  const examples: ExampleUtterance[] = [];
  const byContent = new Map<string, ExampleUtterance>();
  for (const row of enabled(rows)) {
    const content = contentOf(row.utterance);
    if (content === '') {
      problems.error(TABLE, row.exampleId, 'utterance', 'has no word to learn from');
      continue;
    }
    const example = toExample(row);
    const known = byContent.get(content);
    if (!known) byContent.set(content, example);
    else if (known.intent === example.intent && known.state === example.state) continue;
    else problems.warn(TABLE, row.exampleId, 'utterance', sameWords(known));
    examples.push(example);
  }
  checkNumbers(examples, problems);
  return examples;
}

function toExample(row: IntentExampleRow): ExampleUtterance {
  const state = normalizeCode(row.stateCode ?? '');
  return {
    id: row.exampleId,
    intent: normalizeCode(row.intentCode),
    state: state === '' || state === ANY ? null : state,
    utterance: row.utterance,
  };
}

function sameWords({ id, intent, state }: ExampleUtterance): string {
  return `says the same as row ${id}, which is an example of ${state ? `${intent}/${state}` : intent}`;
}

function checkNumbers(examples: readonly ExampleUtterance[], problems: FlowProblems): void {
  const byIntent = Map.groupBy(examples, ({ intent }) => intent);
  for (const [intent, { length }] of byIntent) {
    if (length >= FEWEST) continue;
    problems.warn(TABLE, null, null, `"${intent}" has only ${length} of at least ${FEWEST} examples`);
  }
  const [only] = byIntent.keys();
  if (byIntent.size === 1)
    problems.warn(TABLE, null, null, `only "${only}" has examples: there is nothing to tell it from`);
}
