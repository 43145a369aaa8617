import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sets of labelled utterances under a folder: `intents.NAME.train.jsonl`, with test and out-of-scope rows where there are any. */
export function readSets(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((file) => file.match(/^intents\.(.+)\.train\.jsonl$/)?.[1] ?? []);
  return names.sort().map((name) => {
    const rows = (part) => readRows(join(folder, `intents.${name}.${part}.jsonl`));
    return { name, train: rows('train'), test: rows('test'), strangers: rows('oos-test') ?? rows('oos-train') ?? [] };
  });
}

function readRows(path) {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { utterance, intent } = JSON.parse(line);
    return { utterance, intent, state: null };
  });
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Some of the items, drawn without putting back. */
export function draw(items, count, random) {
  const left = [...items];
  for (let at = 0; at < Math.min(count, left.length); at++) {
    const other = at + Math.floor(random() * (left.length - at));
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left.slice(0, count);
}

export function byIntent(rows) {
  return Map.groupBy(rows, ({ intent }) => intent);
}

/**
 * Splits rows into parts to judge on and the rest to train on. Neighbouring rows of an intent stay together: they are
 * often variants of one sentence, and a variant left in training would make the judgement too kind.
 */
export function folds(rows, count) {
  const groups = [...byIntent(rows).values()];
  return Array.from({ length: count }, (_, fold) => {
    const isHeldOut = (group, at) => Math.floor((at * count) / group.length) === fold;
    return {
      train: groups.flatMap((group) => group.filter((_row, at) => !isHeldOut(group, at))),
      test: groups.flatMap((group) => group.filter((_row, at) => isHeldOut(group, at))),
    };
  });
}
