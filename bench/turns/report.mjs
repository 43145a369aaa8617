// The results as lines of one table: what, where, engine, floor, ratio, goal.
import { columns } from '../columns.mjs';

const NO_VALUE = '–';

/** Lines of the table, from the results of `run.mjs` by scenario and database. */
export function tableLines(results) {
  const kinds = Object.entries({ SQLite: results.sqlite, PostgreSQL: results.postgres }).filter(([, value]) => value);
  return [
    ...kinds.flatMap(([name, value]) => throughputLines(name, value.throughput)),
    ...kinds.flatMap(([name, value]) => libraryLines(name, value.library)),
    ...kinds.flatMap(([name, value]) => costLines(name, value.cost)),
    ...kinds.flatMap(([name, value]) => growthLines(name, value.growth)),
    ...kinds.map(([name, value]) => telemetryLine(name, value.telemetry)),
    ...largeFlowLines(results.sqlite.largeFlow),
    ...(results.postgres ? twoProcessesLines(results.postgres.twoProcesses) : []),
    ...coldStartLines(results.sqlite.coldStart),
  ];
}

function throughputLines(database, byConcurrency) {
  return Object.entries(byConcurrency).flatMap(([concurrency, value]) => {
    const { engine, floor, plainFloor } = value;
    const at = `${database}, C = ${concurrency}`;
    return [
      line(
        'turns/s over HTTP',
        at,
        number(engine.turnsPerSecond),
        number(floor.turnsPerSecond),
        value.turnsRatio,
        '≥ 0.7',
      ),
      ...(plainFloor
        ? [
            line(
              '… floor with a statement for each table',
              at,
              '',
              number(plainFloor.turnsPerSecond),
              value.plainTurnsRatio,
            ),
          ]
        : []),
      line('p50 / p95 / p99, ms', at, latencies(engine), latencies(floor)),
      line(
        'CPU ms per turn, with the database',
        at,
        number(engine.cpuMsPerTurn),
        number(floor.cpuMsPerTurn),
        value.cpuRatio,
      ),
      line('… of the process alone', at, number(engine.processCpuMsPerTurn), number(floor.processCpuMsPerTurn)),
      line('RSS, MB', at, number(engine.rssMb), number(floor.rssMb)),
    ];
  });
}

function libraryLines(database, { engine, floor, bareFloor, turnsRatio, bareTurnsRatio }) {
  const at = `${database}, C = 16`;
  return [
    line('turns/s in-process', at, number(engine.turnsPerSecond), number(floor.turnsPerSecond), turnsRatio),
    line(
      '… against a floor without history and audit',
      at,
      '',
      number(bareFloor.turnsPerSecond),
      bareTurnsRatio,
      database === 'PostgreSQL' ? '≥ 0.37' : '',
    ),
  ];
}

function costLines(database, { engine, floor }) {
  const written = [
    line('rows added per turn', database, number(engine.rowsPerTurn), number(floor.rowsPerTurn)),
    costLine('bytes to the log per turn', database, engine.logBytesPerTurn, floor.logBytesPerTurn),
    costLine('bytes kept per turn', database, engine.keptBytesPerTurn, floor.keptBytesPerTurn),
  ];
  if (!engine.wire) return written;
  const roundTrips = engine.wire.map((turn) => turn.roundTrips).join(' / ');
  const statements = engine.wire.map((turn) => turn.statements).join(' / ');
  return [
    line('round trips of turn 1 / turn 2, up to its reply', database, roundTrips, '2 / 4', undefined, '≤ 4'),
    line('statements of turn 1 / turn 2, with what other processes are told', database, statements, '2 / 4'),
    ...written,
  ];
}

function costLine(what, database, engine, floor) {
  return line(what, database, number(engine), number(floor), engine / floor);
}

function growthLines(database, value) {
  const p50 = `${number(value.p50Early)} → ${number(value.p50Late)}`;
  const bytes = `${number(value.bytesEarly)} → ${number(value.bytesLate)}`;
  return [
    line(`p50 ms of turn 10 → turn ${number(value.lateTurn)}`, database, p50, '', value.p50Ratio, '≤ 1.1'),
    line(
      `bytes to the log of turn 10 → turn ${number(value.lateTurn)}`,
      database,
      bytes,
      '',
      value.bytesRatio,
      '≤ 1.1',
    ),
  ];
}

function telemetryLine(database, { silent, telling, turnsRatio }) {
  const turns = `${number(silent.turnsPerSecond)} → ${number(telling.turnsPerSecond)}`;
  return line('turns/s without → with traces of every turn', `${database}, C = 16`, turns, '', turnsRatio, '≥ 0.9');
}

function largeFlowLines({ small, large, ...value }) {
  const what = 'p50 ms with 10 → 10,000 rules, 2,000 tools, 1,000 intents';
  const p50 = `${number(small.p50)} → ${number(large.p50)}`;
  const turns = (key) => `${number(small[key])} → ${number(large[key])}`;
  return [
    line(what, 'SQLite, C = 1', p50, '', value.p50Ratio, '≤ 1.5'),
    line('… turn 1', 'SQLite, C = 1', turns('p50Turn1'), '', value.p50RatioTurn1),
    line('… turn 2', 'SQLite, C = 1', turns('p50Turn2'), '', value.p50RatioTurn2),
    line('… RSS, MB', 'SQLite, C = 1', `${number(small.rssMb)} → ${number(large.rssMb)}`),
    line('… start of the process, ms', 'SQLite', number(value.startMs)),
  ];
}

function twoProcessesLines({ one, two, turnsRatio }) {
  const turns = `${number(one.turnsPerSecond)} → ${number(two.turnsPerSecond)}`;
  return [line('turns/s of one process → two', 'PostgreSQL, C = 16', turns, '', turnsRatio, '≥ 1.7 where cores allow')];
}

function coldStartLines({ engine, floor }) {
  return [
    line('cold start to the first reply, ms', 'SQLite', number(engine.ms), number(floor.ms), undefined, '< 2000'),
  ];
}

function line(what, where, engine = '', floor = '', ratio = undefined, goal = '') {
  return [what, where, engine, floor, ratio === undefined ? '' : number(ratio), goal];
}

function latencies({ p50, p95, p99 }) {
  return [p50, p95, p99].map(number).join(' / ');
}

function number(value) {
  if (!Number.isFinite(value)) return NO_VALUE;
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

const HEAD = ['measure', 'where', 'engine', 'floor', 'ratio', 'goal'];

/** For a terminal. */
export function plainTable(lines) {
  return columns([HEAD, ...lines]);
}

/** As `RESULTS.md`. */
export function markdown(lines, { machine, command, notes }) {
  const rows = [HEAD, HEAD.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`);
  const facts = Object.entries(machine).map(([name, value]) => `- ${name}: ${value}`);
  return `# Turns: results

Written by \`${command}\`; \`README.md\` says what is measured and how. Machines differ and are noisy: compare ratios.

${facts.join('\n')}
${notes.map((note) => `- ${note}\n`).join('')}
${rows.join('\n')}
`;
}
