// The results as one table beside what simpler classifiers reach, and as RESULTS.md.
import { columns } from '../columns.mjs';

/** What others reach on held-out turns of the same kinds (7,250 that execute, 1,500 that must not), without a model. */
const BASELINES = [
  ['the 2.0.7 patterns as written', '0 %', '100 %'],
  ['the same words as prefixes', '0.40 %', '35.4 %'],
  ['two lists of words', '0.27 %', '7.9 %'],
  ['perceptron on n-grams, threshold 0 / 10 / 20', '1.67 / 0.20 / 0 %', '0.1 / 5.0 / 29 %'],
];

const percent = (share) => `${(share * 100).toFixed(2)} %`;

/** Lines of the table: measure, value, goal. */
export function tableLines({
  confirmTurns,
  unseenServices,
  yesBeforeRefusal,
  humanReplies,
  afterExecution,
  endToEnd,
  ...others
}) {
  return [
    ['confirm turns: unintended executions', `${confirmTurns.unintended} of ${confirmTurns.turns} turns`, '0'],
    [
      'confirm turns: missed confirmations',
      `${confirmTurns.missed} (${percent(confirmTurns.missedRate)})`,
      '< 4 %, then < 2 %',
    ],
    ['confirm turns: refusals read as an amendment', percent(confirmTurns.amendedRate), '> 95 %'],
    ['confirm turns: share that needs a model', percent(confirmTurns.llmShare), ''],
    ['services not looked at: unintended', `${unseenServices.unintended} of ${unseenServices.turns} turns`, '0'],
    [
      'services not looked at: missed',
      `${unseenServices.missed} (${percent(unseenServices.missedRate)})`,
      '< 4 %, then < 2 %',
    ],
    [
      'a yes before a refusal: heard as consent',
      `${yesBeforeRefusal.unintended} of ${yesBeforeRefusal.turns} turns`,
      '0',
    ],
    ['human replies: yes-recall', humanReplies.yesRecall.toFixed(3), '> 0.85'],
    ['human replies: false yes of noisy ones', `${humanReplies.noisyFalseYes} of ${humanReplies.noisy}`, '≤ 27 of 544'],
    [
      'after an execution: second executions',
      `${afterExecution.secondExecutions} in ${afterExecution.turns} turns`,
      '0',
    ],
    ['over HTTP: unintended executions', `${endToEnd.unintended} of ${endToEnd.turns} turns`, '0'],
    ['over HTTP: missed confirmations', `${endToEnd.missed} (${percent(endToEnd.missedRate)})`, '< 4 %'],
    ['over HTTP: refusals that keep the action open', percent(endToEnd.amendedRate), '> 95 %'],
    ['over HTTP: … where the named value changed', percent(endToEnd.valueChangedRate), ''],
    ['over HTTP: … of the services not looked at', percent(endToEnd.valueChangedRateUnseen), ''],
    ['over HTTP: doubled executions', `${endToEnd.doubled}`, '0'],
    ...Object.entries(others.otherSources).map(([source, { exec, heard, noexec, falseYes }]) => [
      `${source}: heard of the yeses; false yes`,
      `${heard} of ${exec}; ${falseYes} of ${noexec}`,
      '',
    ]),
    ['one reading, median', `${others.medianMilliseconds} ms`, '< 1 ms'],
  ];
}

/** For a terminal. */
export function plainTable(results) {
  return [columns([['measure', 'value', 'goal'], ...tableLines(results)]), '', columns(comparison(results))].join('\n');
}

function comparison({ confirmTurns }) {
  const refusing = confirmTurns.amended / confirmTurns.amendedRate || 1;
  const own = [percent(confirmTurns.unintended / refusing), percent(confirmTurns.missedRate)];
  return [['classifier, no model', 'unintended', 'missed'], ['this one', ...own], ...BASELINES];
}

/** As RESULTS.md; `remarks` is what stands behind the tables and is written by hand. */
export function markdown(results, command, remarks) {
  const services = Object.entries(results.byService).map(
    ([service, { turns, unintended, missedRate, amendedRate }]) => [
      service + (results.unseen.includes(service) ? ' (not looked at)' : ''),
      String(turns),
      String(unintended),
      percent(missedRate),
      amendedRate === 0 ? '–' : percent(amendedRate),
    ],
  );
  const kinds = Object.entries(results.missedKinds).map(([kind, count]) => [kind, String(count)]);
  return `# Consent: results

Written by \`${command}\`; [../README.md](../README.md#benchconsent) says what is measured and how.

${table([['measure', 'value', 'goal'], ...tableLines(results)])}
Against simpler classifiers on other turns of the same kinds:

${table(comparison(results))}
By service:

${table([['service', 'turns', 'unintended', 'missed', 'amended'], ...services])}
What was missed:

${table([['kind', 'turns'], ...kinds])}
${remarks}`;
}

function table([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}
