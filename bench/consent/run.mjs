// `npm run bench:consent -- [--data PATH] [--json] [--full]`: see ../README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  classify,
  countReplies,
  countSources,
  countTurns,
  countYesBeforeRefusal,
  medianTime,
  missedKinds,
} from './classifier.mjs';
import { readData, sample } from './data.mjs';
import { replay } from './end-to-end.mjs';
import { markdown, plainTable } from './report.mjs';

/** Services whose sentences nobody looked at when the rules were last tuned; the figures for them are the honest ones. */
const UNSEEN = /^(Buses|RideSharing|Services)_/;
const SAMPLE = 1_500;
const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});

const { turns, replies, others } = readData(options.data);
if (turns.length === 0 || replies.length === 0) {
  console.error(
    `Skipped: ${resolve(options.data)} needs confirm-turns.*.jsonl (${turns.length} rows found) and ` +
      `confirm-replies.human.*.jsonl (${replies.length} rows found). Name their folder with --data PATH.`,
  );
  process.exit(options.json ? 1 : 0);
}

const read = turns.map(classify);
const services = [...new Set(turns.map(({ service }) => service))].sort();
const results = {
  confirmTurns: countTurns(read),
  yesBeforeRefusal: countYesBeforeRefusal(turns),
  humanReplies: countReplies(replies.map(classify)),
  otherSources: countSources(others),
  medianMilliseconds: medianTime(turns),
  ...(await replay(options.full ? turns : sample(turns, SAMPLE), turns, (service) => UNSEEN.test(service))),
  unseenServices: countTurns(read.filter(({ service }) => UNSEEN.test(service))),
  byService: Object.fromEntries(
    services.map((service) => [service, countTurns(read.filter((row) => row.service === service))]),
  ),
  unseen: services.filter((service) => UNSEEN.test(service)),
  missedKinds: missedKinds(read),
};

if (options.json) {
  console.log(JSON.stringify(results, null, 2));
} else {
  console.log(plainTable(results));
  if (options.full) writeFileSync(RESULTS, markdown(results, 'npm run bench:consent -- --full', remarks()));
}

/** What people wrote below the tables is kept. */
function remarks() {
  const text = readFileSync(RESULTS, 'utf8');
  return text.slice(text.indexOf('## What remains'));
}
