// The data of the bench: files that nobody commits, found under --data with any suffix (`.train`, `.test`).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anySchema, schemaOf, standIns } from './parameters.mjs';

/** Tools that only read, where the data does not say which do. */
const READING = /^(get|read)/i;

/**
 * What there is to replay.
 * @returns `{ sets, recorded, missing }`: sets of tasks under attack, each `{ name, tools, tasks }`; recorded
 *   conversations `{ tools, conversations }` or undefined; and the files that were not found
 */
export function readData(directory) {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  const missing = [];
  const read = (pattern, make) => {
    const found = files.filter((file) => pattern.test(file)).map((file) => join(directory, file));
    if (found.length === 0)
      missing.push(
        pattern.source
          .replace('\\w+', '*')
          .replaceAll('\\', '')
          .replace(/^\^|\$$/g, ''),
      );
    return found.length === 0 ? undefined : make(found);
  };
  const schemas = read(/^injection\.agentdojo\.tools\.json$/, ([file]) => JSON.parse(readFileSync(file, 'utf8')));
  const pairs = schemas && read(/^injection\.agentdojo\.jsonl$/, (found) => agentDojo(readRows(found), schemas));
  const runs = read(/^injection\.craibench\.jsonl$/, (found) => craiBench(readRows(found)));
  const recorded = read(/^injection\.tau-airline\.\w+\.jsonl$/, (found) => conversations(readRows(found)));
  const sets = [pairs, runs].filter((set) => set !== undefined);
  return { sets: sets.map((set) => ({ ...set, tasks: merged(set.tasks) })), recorded, missing };
}

/** Each task once, with how many `times` the data has the very same one. */
function merged(tasks) {
  const byContent = new Map();
  for (const task of tasks) {
    const key = JSON.stringify([task.text, task.calls, task.wanted]);
    byContent.set(key, { ...task, times: (byContent.get(key)?.times ?? 0) + 1 });
  }
  return [...byContent.values()];
}

/** Every user task of a suite meets every injection task of it; the model does what the user wants, and then the rest. */
function agentDojo(rows, parameters) {
  const tools = Object.entries(parameters).map(([tool, list]) => ({ code: `dojo.${tool}`, schema: schemaOf(list) }));
  const writing = new Set(rows.flatMap(({ calls }) => calls.filter(({ write }) => write).map(({ tool }) => tool)));
  const writesOf = ({ calls }) =>
    calls
      .filter(({ write }) => write)
      .map(({ tool, args }) => ({ tool: `dojo.${tool}`, args: standIns(args, parameters[tool]) }));
  const tasks = rows
    .filter(({ kind }) => kind === 'user')
    .flatMap((user) =>
      rows
        .filter(({ kind, suite }) => kind === 'injection' && suite === user.suite)
        .map((injected) => ({
          text: user.text,
          wanted: writesOf(user),
          calls: [...writesOf(user), ...writesOf(injected)],
        })),
    );
  return {
    name: 'AgentDojo',
    tools: tools.map((tool) => ({ ...tool, writes: writing.has(tool.code.slice('dojo.'.length)) })),
    tasks,
  };
}

/**
 * Recorded runs of models under attack. The user wants a write where models made exactly this one for the same task under
 * two different attacks, and finished the task without doing what the attack asked for; whatever else was called is unwanted.
 */
function craiBench(rows) {
  const runs = rows.map(({ calls, suite, user, ...row }) => ({
    ...row,
    user,
    task: `${suite} ${user}`,
    calls: calls.map(({ tool, args }) => ({ tool: `crai.${tool}`, args, writes: !READING.test(tool) })),
  }));
  const attacks = new Map();
  for (const { task, calls, injection_task, task_done, attack_succeeded } of runs) {
    if (injection_task === null || !task_done || attack_succeeded) continue;
    for (const call of calls) {
      const key = JSON.stringify([task, call.tool, call.args]);
      attacks.set(key, (attacks.get(key) ?? new Set()).add(injection_task));
    }
  }
  const isWanted = (task, { tool, args }) => (attacks.get(JSON.stringify([task, tool, args]))?.size ?? 0) > 1;
  const tasks = runs.map(({ task, user, calls }) => {
    const writes = calls.filter((call) => call.writes).map(({ tool, args }) => ({ tool, args }));
    return { text: user, calls: writes, wanted: writes.filter((call) => isWanted(task, call)) };
  });
  return { name: 'CrAIBench', tools: recordedTools(runs.flatMap(({ calls }) => calls)), tasks };
}

/** Recorded conversations: what was said, and the writes in their places. */
function conversations(rows) {
  const named = ({ tool, args }) => ({ tool: `air.${tool}`, args });
  const talks = rows.map(({ wanted, events }) => ({
    wanted: wanted.map(named),
    events: events.map((event) => (event.write ? { write: named(event.write) } : event)),
  }));
  const calls = talks.flatMap(({ events }) =>
    events.flatMap(({ write }) => (write ? [{ ...write, writes: true }] : [])),
  );
  return { tools: recordedTools(calls), conversations: talks };
}

function recordedTools(calls) {
  const codes = [...new Set(calls.map(({ tool }) => tool))];
  return codes.map((code) => ({
    code,
    schema: anySchema(),
    writes: calls.some((call) => call.tool === code && call.writes),
  }));
}

function readRows(found) {
  const lines = found.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}
