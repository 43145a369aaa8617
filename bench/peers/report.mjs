// The results as one document, which is also what is printed.
import { judgeGoals } from './goals.mjs';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const NO_VALUE = '–';

export function report({ machine, contenders, results, bench }) {
  const facts = Object.entries(machine).map(([name, value]) => `- ${name}: ${value}`);
  return [
    '# Peers: results',
    'Written by `npm run bench:peers`; `README.md` says what is measured and how. Client, contenders and PostgreSQL share ' +
      'the machine, and other programs may have used it too: compare ratios.',
    facts.join('\n'),
    '## Who',
    table(['contender', 'packages', 'SQLite', 'PostgreSQL', 'keeps'], contenders.map(contenderRow)),
    ...Object.entries(results).flatMap(([kind, result]) => databaseSections(DATABASES[kind], result, bench)),
    '## Goals at C = 16',
    'Ratios of the medians above, ours to theirs.',
    table(
      ['database', 'goal in turns/s, and CPU likewise', 'turns/s', 'CPU', 'reached'],
      judgeGoals(results).map(goalRow),
    ),
  ].join('\n\n');
}

function contenderRow({ name, versions, stores, keeps }) {
  return [name, versions.join(', ') || NO_VALUE, stores.sqlite ?? 'none', stores.postgres ?? 'none', keeps];
}

function databaseSections(database, { speed, byName }, bench) {
  return [
    ...Object.entries(speed).flatMap(([concurrency, windows]) => [
      `## ${database}, C = ${concurrency}`,
      table(
        [
          'contender',
          'turns/s',
          'p95 ms',
          'CPU ms a turn',
          '… Node',
          '… database',
          'RSS MB',
          'ours, times the turns/s',
          'ours, times the CPU',
        ],
        Object.entries(windows).map(speedRow),
      ),
    ]),
    `## ${database}, what happens`,
    table(
      [
        'contender',
        `ms of a turn, new → after ${number(bench.longConversation)} turns`,
        'times',
        'MB kept by them',
        'two yeses at once',
        'kill -9 behind the effect',
        'the next yes is told',
      ],
      Object.entries(byName).map(behaviourRow),
    ),
  ];
}

function speedRow([name, value]) {
  const { turnsPerSecond, p95, cpu, nodeCpu, databaseCpu, rssMb, oursFaster, oursCpu } = value;
  return [name, ...[turnsPerSecond, p95, cpu, nodeCpu, databaseCpu, rssMb, oursFaster, oursCpu].map(number)];
}

function behaviourRow([name, { growth, twoYeses, crashes }]) {
  const { msEarly, msLate, ratio, keptMb } = growth;
  const { trials, twice, never } = twoYeses;
  const yeses = `done twice in ${twice} of ${trials}${never > 0 ? `, never in ${never}` : ''}`;
  const told = [...new Set(crashes.map(({ reply, thrown }) => (thrown ? `error: ${thrown}` : reply)))];
  return [
    name,
    `${number(msEarly)} → ${number(msLate)}`,
    number(ratio),
    number(keptMb),
    yeses,
    describeCrashes(crashes),
    told
      .join(' / ')
      .replaceAll('|', '\\|')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}\S*/g, 'ID') || NO_VALUE,
  ];
}

/** When the effect has happened a second time, if it has. */
function describeCrashes(crashes) {
  const count = (test) => crashes.filter(test).length;
  const byItself = count(({ byItself }) => byItself > 1);
  const byCall = count(({ byItself, afterCall }) => afterCall > byItself);
  const byYes = count(({ afterCall, afterYes }) => afterYes > afterCall);
  const parts = [
    byItself > 0 && `done again by itself in ${byItself} of ${crashes.length}`,
    byCall > 0 && `done again by the documented recovery in ${byCall} of ${crashes.length}`,
    byYes > 0 && `done again by the next yes in ${byYes} of ${crashes.length}`,
  ].filter(Boolean);
  const [{ recovery }] = crashes;
  if (!recovery.none) parts.push(recovery.thrown ? `its recovery says: ${recovery.thrown}` : 'its recovery was called');
  const again = byItself + byCall + byYes > 0;
  return [...(again ? [] : [`done once in ${crashes.length} of ${crashes.length}`]), ...parts].join('; ');
}

function goalRow({ kind, ours, factor, other, turnsRatio, cpuRatio }) {
  const reached =
    [turnsRatio >= factor && 'turns/s', cpuRatio <= 1 / factor && 'CPU'].filter(Boolean).join(', ') || 'no';
  const goal = `${ours} ≥ ${factor} × ${other}`;
  return [DATABASES[kind], goal, `${number(turnsRatio)} ×`, `${number(cpuRatio)} ×`, reached];
}

function number(value) {
  if (!Number.isFinite(value)) return NO_VALUE;
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
