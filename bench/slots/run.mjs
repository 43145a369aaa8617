// `npm run bench:slots -- [--data PATH] [--json] [--services A,B] [--misses KIND]`: see ../README.md.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSlots, slotSettings } from '../../dist/src/understanding/slots/index.js';
import { expectedValue, schemaOf } from './schemas.mjs';
import { Tally } from './tally.mjs';

/** Services whose sentences are not looked at when rules are written; misses are told of the others alone. */
const HELD_OUT = /^(?:Buses|RideSharing|Services)_/;

/** The dialogues play in the first days of March 2019. */
const settings = slotSettings(
  { language: 'en', languageDirectory: '', timeZone: 'UTC' },
  { now: () => Date.UTC(2019, 2, 1, 9) },
);

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
    json: { type: 'boolean', default: false },
    services: { type: 'string' },
    misses: { type: 'string' },
  },
});
const file = resolve(options.data, 'confirm-turns.train.jsonl');
if (existsSync(file)) run();
else console.log(`skipped: there is no ${file}; give the folder of the data with --data`);

function run() {
  const all = readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse);
  const only = options.services?.split(',');
  const services = [...new Set(all.map(({ service }) => service))].filter((name) => !only || only.includes(name));
  const tallies = services.map((service) =>
    measure(
      service,
      all.filter((row) => row.service === service),
    ),
  );
  const total = Tally.sum('all', tallies);
  const isHeldOut = ({ name }) => HELD_OUT.test(name);
  const tuned = Tally.sum(
    'tuned on',
    tallies.filter((each) => !isHeldOut(each)),
  );
  const heldOut = Tally.sum('held out', tallies.filter(isHeldOut));
  if (options.misses) console.log(tuned.missesOf(options.misses).join('\n'));
  else if (options.json) {
    const [all, ...parts] = [total, tuned, heldOut].map((each) => each.figures());
    console.log(
      JSON.stringify({
        total: all,
        tuned: parts[0],
        heldOut: parts[1],
        services: tallies.map((each) => each.figures()),
      }),
    );
  } else console.log([total, tuned, heldOut, ...tallies].map((each) => each.table()).join('\n\n'));
}

function measure(service, rows) {
  const schema = schemaOf(rows);
  const tally = new Tally(service);
  for (const row of rows) {
    const known = canonical(
      schema,
      Object.entries(row.confirm_slots).map(([slot, [value]]) => [slot, value]),
    );
    const wanted = canonical(schema, informed(row));
    const start = performance.now();
    const read = readSlots({
      text: row.user_utterance,
      schema,
      values: known,
      question: row.system_utterance,
      settings,
    }).values;
    tally.add(row, schema, { known, wanted, read, ms: performance.now() - start });
  }
  return tally;
}

function informed(row) {
  return row.user_act_args
    .filter(({ act, slot }) => act === 'INFORM' && slot)
    .map(({ slot, values }) => [slot, values[0]]);
}

/** What was annotated, as the schema's type; dates that only a reader can tell are read on their own. */
function canonical(schema, entries) {
  const alone = (slot, text) =>
    readSlots({
      text,
      schema: { properties: { [slot]: schema.properties[slot] } },
      values: {},
      askedFor: [slot],
      settings,
    }).values[slot] ?? text;
  return Object.fromEntries(
    entries.map(([slot, text]) => [slot, expectedValue(schema.properties[slot], text) ?? alone(slot, text)]),
  );
}
