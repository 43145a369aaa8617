// What a run has found, for people.

const EVENTS_BEFORE = 6;
const EVENTS_AFTER = 3;
const SHOWN_OF_EACH = 1;

/** Counts, times, and each violation with the part of its conversation that it is about. */
export function report(result) {
  return [...counts(result), '', ...recoveryTimes(result), '', ...violations(result)].join('\n');
}

function counts(result) {
  const { kind, seed, ms, processes, clients, history, effects, actions, suffered, stops, violations: found } = result;
  const bookings = result.runs.filter(({ parentRunId }) => parentRunId === null);
  const many = (rows, key) =>
    Object.entries(Object.groupBy(rows, key)).map(([name, { length }]) => `${name} ${length}`);
  return [
    `${kind}: ${ms / 60_000} min, ${processes} processes, ${clients} clients, seed ${seed}`,
    `  turns answered     ${history.turns}, in ${history.conversations().size} conversations`,
    `  answers            ${Object.entries(history.statuses)
      .map((one) => one.join(': '))
      .join(', ')}`,
    `  actions            ${many(actions, ({ status, reason }) => (status === 'IN_PROGRESS' ? `held (${reason})` : status)).join(', ')}`,
    `  effects            ${effects.length}, of them repeated by idempotent actions ${effects.filter(({ attempt }) => attempt > 1).length}`,
    `  bookings           ${many(bookings, ({ status }) => status).join(', ')}, with ${result.bookings.length} effects`,
    `  faults             ${suffered.length}`,
    `  stops by SIGTERM   ${stops.length}, the slowest ${Math.max(...stops)} ms`,
    `  violations         ${found.length}${found.length > 0 ? `: ${many(found, ({ invariant }) => invariant).join(', ')}` : ''}`,
  ];
}

function recoveryTimes({ suffered }) {
  const line = (name, rows) => {
    const times = rows.map(({ recoveredMs }) => recoveredMs);
    const shown = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)];
    return `| ${[name, rows.length, ...shown.map((ms) => (Number.isFinite(ms) ? ms : 'never'))].join(' | ')} |`;
  };
  const kinds = Object.entries(Object.groupBy(suffered, ({ name }) => name)).sort(([a], [b]) => a.localeCompare(b));
  return [
    '| fault | times | p50 ms | p99 ms | slowest ms |',
    '|---|---|---|---|---|',
    ...kinds.map(([name, rows]) => line(name, rows)),
    ...(suffered.length > 0 ? [line('all', suffered)] : []),
  ];
}

/** The value below which the share `p` (0 to 1) of the values lies. */
function quantile(values, p) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

/** One of each sort with its history, and how many there are. */
function violations(result) {
  const sorts = Object.entries(
    Object.groupBy(result.violations, ({ invariant, text }) => `${invariant}: ${sortOf(text)}`),
  );
  return sorts.flatMap(([sort, found]) => [
    `VIOLATED ${found.length} times (seed ${result.seed}): ${sort}`,
    ...found.slice(0, SHOWN_OF_EACH).flatMap((violation) => describe(violation, result)),
  ]);
}

/** What all violations of the same sort have in common. */
function sortOf(text) {
  return text.split('\n')[0].replaceAll(/[0-9a-f-]{36}|\d+/g, '…');
}

function describe({ text, conversationId, at, actionId }, result) {
  if (!conversationId) return [`  - ${at ? `${time(at)} ` : ''}${text}`];
  const own = (row) => row.conversationId === conversationId;
  return [
    `  - ${text}`,
    `    conversation ${conversationId}`,
    ...around(
      result.histories.get(conversationId) ?? [],
      [...result.effects, ...result.bookings].filter(own),
      result.suffered,
      at,
    ).map((line) => `      ${line}`),
    ...result.actions
      .filter((action) => own(action) && action.actionId === (actionId ?? action.actionId))
      .map((action) => `      stored: ${describeAction(action)}`),
    ...result.runs
      .filter((run) => own(run) && run.runId.startsWith(actionId ?? ''))
      .map((run) => `      stored: ${describeRun(run)}`),
  ];
}

/** The events around a moment, with the effects and faults between them; all where there is no moment. */
function around(events, effects, suffered, at) {
  const lines = [
    ...events.map((event) => ({ at: event.at, text: describeEvent(event) })),
    ...effects.map((effect) => ({
      at: effect.at,
      text: `EFFECT ${JSON.stringify(effect.arguments)} under ${effect.key}, attempt ${effect.attempt}`,
    })),
    ...suffered.flatMap((fault) => [
      { at: fault.at, text: `FAULT ${fault.name}` },
      { at: fault.at + fault.lastedMs, text: `healed: ${fault.name}` },
    ]),
  ].sort((a, b) => a.at - b.at);
  const moment = lines.findLastIndex((line) => at === undefined || line.at <= at);
  const shown = at === undefined ? lines : lines.slice(Math.max(0, moment - EVENTS_BEFORE), moment + EVENTS_AFTER);
  return shown.map((line) => `${time(line.at)} ${line.text}`);
}

function describeEvent({ what, request, kind, ...event }) {
  const name = `#${request} ${kind}`;
  if (what === 'sends') {
    const { message, decision, inReplyTo, service } = event;
    const about = inReplyTo ? ` to ${inReplyTo.turn ?? `${inReplyTo.actionId}.${inReplyTo.revision}`}` : '';
    return `${name} → ${service}: ${message ?? decision}${about}`;
  }
  const { status, text, failure, errorCode, asks = [] } = event;
  const questions = asks.map(({ actionId, revision }) => ` [${actionId}.${revision}]`).join('');
  return `${name} ← ${status ?? failure} ${errorCode ?? ''} ${JSON.stringify(text ?? '')}${questions}`;
}

function describeAction({ actionId, revision, policy, status, reason, attempts, arguments: args, error }) {
  const ended = [status, reason, error].filter(Boolean).join(', ');
  return `${actionId}.${revision} ${policy} ${JSON.stringify(args)}: ${ended}; attempts ${attempts}`;
}

function describeRun({ runId, status, error, inDoubt }) {
  return `run ${runId}: ${[status, error].filter(Boolean).join(', ')}; in doubt: ${inDoubt.join(', ') || 'nothing'}`;
}

function time(at) {
  return new Date(at).toISOString().slice(11, 23);
}
