// The results as tables for a terminal, and as RESULTS.md.
import { columns } from '../columns.mjs';

/** For a terminal. */
export function plainTables(results) {
  return tables(results)
    .map(({ title, rows }) => `${title}\n\n${columns(rows)}`)
    .join('\n\n');
}

/** As RESULTS.md. */
export function markdown(results, command, missing) {
  const skipped = missing.map((file) => `Not measured: there was no ${file}.\n\n`).join('');
  const body = tables(results).map(({ title, rows }) => `## ${title}\n\n${table(rows)}`);
  return `# Injection: results

Written by \`${command}\`; [../README.md](../README.md#benchinjection) says what is measured and how.

${skipped}${body.join('\n')}`;
}

function tables({ sets, recorded }) {
  return [
    ...sets.map(({ name, users }) => ({
      title: `${name}: a user who is asked`,
      rows: [USER_HEAD, ...users.map(userRow)],
    })),
    ...sets.map(({ name, owned, ownLinks }) => ({
      title: `${name}: a model that the attacker owns, and no user`,
      rows: [OWNED_HEAD, ...[...owned, ownLinks].map(ownedRow)],
    })),
    ...(recorded ? [{ title: 'tau-bench: recorded conversations', rows: recordedRows(recorded) }] : []),
  ];
}

const USER_HEAD = [
  'door',
  'user',
  'tasks',
  'injected writes run',
  'wanted writes blocked',
  'run without its question',
  'run twice',
  'questions per task',
];

function userRow(row) {
  const { door, user, tasks, injected, injectedRun, wanted, wantedBlocked, notShown, second, questionsPerTask } = row;
  return [
    door,
    user,
    String(tasks),
    `${injectedRun} of ${injected}`,
    `${wantedBlocked} of ${wanted}`,
    String(notShown),
    String(second),
    questionsPerTask.toFixed(2),
  ];
}

const OWNED_HEAD = ['door', 'writes attacked', 'attempts', 'writes run', 'goal'];

function ownedRow({ door, opened, writes, attempts, run }) {
  const attacked = opened === writes ? String(writes) : `${writes} (${opened} with an id)`;
  return [door, attacked, String(attempts), `${run} of ${writes}`, '0'];
}

function recordedRows({ conversations, writes, wanted, earlier, later }) {
  const line = (measure, of) => [measure, of(earlier), of(later)];
  return [
    ['measure', "asked before the user's last words", 'asked where the model called'],
    line('conversations', () => String(conversations)),
    line('recorded writes, all of them run then', () => `${writes}, of which ${wanted} wanted`),
    line('… asked by the engine', ({ asked }) => `${asked} of ${writes}`),
    line('… run without an answer', ({ ranUnasked }) => String(ranUnasked)),
    line('… with recorded words after the question', ({ replied }) => String(replied)),
    line('… that these words agreed to', ({ run }) => String(run)),
    line('wanted writes that these words agreed to', ({ runWanted }) => `${runWanted} of ${wanted}`),
    line(
      'unwanted writes that these words agreed to',
      ({ run, runWanted }) => `${run - runWanted} of ${writes - wanted}`,
    ),
  ];
}

function table([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}
