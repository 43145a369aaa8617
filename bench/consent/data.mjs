// The data of the bench: files that nobody commits, found under --data with any suffix (`.train`, `.test`).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rows of `confirm-turns.*.jsonl` and `confirm-replies.human.*.jsonl`, and by source those of every other
 * `confirm-replies.SOURCE.*.jsonl`; a list is empty where there is no such file.
 */
export function readData(directory) {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  const rows = (pattern) =>
    files.filter((file) => pattern.test(file)).flatMap((file) => readLines(join(directory, file)));
  return {
    turns: rows(/^confirm-turns\.\w+\.jsonl$/).map(toTurn),
    replies: rows(/^confirm-replies\.human\.\w+\.jsonl$/).map(toReply),
    others: Object.fromEntries(
      sourcesIn(files).map((source) => [
        source,
        files
          .filter((file) => sourceOf(file) === source)
          .flatMap((file) => readLines(join(directory, file)).map(toReply)),
      ]),
    ),
  };
}

function sourcesIn(files) {
  return [...new Set(files.map(sourceOf))].filter((source) => source && source !== 'human').sort();
}

function sourceOf(file) {
  return /^confirm-replies\.([\w-]+)\.\w+\.jsonl$/.exec(file)?.[1];
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}

function toTurn(row) {
  return {
    service: row.service,
    question: row.system_utterance,
    text: row.user_utterance,
    arguments: firstValues(row.confirm_slots ?? {}),
    /** Slots to which the user gave another value than proposed. */
    corrected: (row.user_act_args ?? [])
      .filter(({ act, slot }) => act === 'INFORM' && slot in (row.confirm_slots ?? {}))
      .map(({ slot }) => slot),
    executes: row.executed,
  };
}

function firstValues(slots) {
  return Object.fromEntries(Object.entries(slots).map(([name, values]) => [name, values[0] ?? '']));
}

function toReply(row) {
  return {
    question: row.system_utterance,
    text: row.user_utterance,
    gold: row.gold ?? row.label,
    arguments: {},
    /** True where the question asks for nothing but a yes. */
    isCore: row.asks_value_too !== true,
  };
}

/** Every n-th row, so that at most `size` are left. */
export function sample(rows, size) {
  const step = Math.max(1, rows.length / size);
  return Array.from({ length: Math.min(size, rows.length) }, (_, index) => rows[Math.floor(index * step)]);
}
